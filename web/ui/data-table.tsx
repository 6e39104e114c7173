/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tags lose their meaning where the style sheet lays rows out as blocks */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface DataTableProps {
  /** What stands above the columns, in order. */
  readonly columns: readonly string[];
  /** Repeats the header below the rows. */
  readonly hasFooter?: boolean;
  /** Of DataRow. */
  readonly children: ReactNode;
}

/**
 * A table on wide screens; on narrow ones each row is a card whose cells carry their column's name. The roles keep it a table
 * for readers where the style sheet turns rows into blocks.
 */
export function DataTable({ columns, hasFooter = false, children }: DataTableProps) {
  const header = (
    <Table.Tr role="row">
      {columns.map((column) => (
        <Table.Th role="columnheader" key={column} scope="col">
          {column}
        </Table.Th>
      ))}
    </Table.Tr>
  );
  return (
    <Table
      role="table"
      className={classes['table'] ?? ''}
      highlightOnHover
      verticalSpacing="xs"
      horizontalSpacing="md"
    >
      <Table.Thead role="rowgroup">{header}</Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      {hasFooter && <Table.Tfoot role="rowgroup">{header}</Table.Tfoot>}
    </Table>
  );
}

/** One record; its children are DataCells in the order of the columns. */
export function DataRow({ children }: { readonly children: ReactNode }) {
  return <Table.Tr role="row">{children}</Table.Tr>;
}

export interface DataCellProps {
  /** The column's name, which the cell carries on narrow screens. */
  readonly label: string;
  /** `title` heads the card on narrow screens, `number` never breaks, `actions` holds buttons side by side. */
  readonly kind?: 'title' | 'number' | 'actions';
  readonly children: ReactNode;
}

export function DataCell({ label, kind, children }: DataCellProps) {
  return (
    <Table.Td role="cell" data-label={label} data-kind={kind}>
      {kind === 'actions' ? <div className={classes['actions']}>{children}</div> : children}
    </Table.Td>
  );
}
