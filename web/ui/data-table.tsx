/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their meaning where the style sheet lays rows out as blocks */
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { useTableFit } from '#web/core/lib/use-table-fit.ts';
import classes from './data-table.module.css';
import { useListSettings } from './list-settings.ts';
import { ClampedText } from './user-text.tsx';

export interface DataTableProps {
  /** The column headings, in order; by their keys where some of them can be hidden. */
  readonly columns: readonly string[] | Readonly<Record<string, string>>;
  /** The width, in rem, from which the table has rows; below it, they are cards. */
  readonly rowsFrom: number;
  /** Repeats the header below the rows. */
  readonly hasFooter?: boolean;
  /** Of DataRow. */
  readonly children: ReactNode;
}

/** The names of columns that are not to be seen. */
const HiddenLabels = createContext<ReadonlySet<string>>(new Set());

/**
 * A table where there is room for it, else a card for each row, whose cells carry their column's name. The roles keep it a
 * table for readers where the style sheet turns rows into blocks. A table that is wider than its place after all, by the
 * reader's text size say, scrolls sideways under its actions. Plain elements: the library's, one a cell, take a third of the time in which
 * a list is drawn.
 */
export function DataTable({ columns, rowsFrom, hasFooter = false, children }: DataTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { isNarrow, isCut } = useTableFit(frame, rowsFrom);
  const { hidden } = useListSettings();
  const hiddenText = JSON.stringify(
    Object.entries(columns).flatMap(([key, label]) => (hidden.has(key) ? [label] : [])),
  );
  // The same set for the same columns: cells are drawn again with it.
  const hiddenLabels = useMemo(() => new Set(JSON.parse(hiddenText) as string[]), [hiddenText]);
  const visibleLabels = Object.values(columns).filter((label) => !hiddenLabels.has(label));
  const header = (
    <tr role="row">
      {visibleLabels.map((column, index) => (
        <th
          role="columnheader"
          key={column}
          scope="col"
          data-kind={index === visibleLabels.length - 1 ? 'actions' : undefined}
        >
          {column}
        </th>
      ))}
    </tr>
  );
  return (
    <div ref={frame} className={classes['frame']} data-layout={isNarrow ? 'cards' : 'rows'} data-cut={isCut}>
      <table role="table" className={classes['table']}>
        <thead role="rowgroup">{header}</thead>
        <tbody role="rowgroup">
          <HiddenLabels value={hiddenLabels}>{children}</HiddenLabels>
        </tbody>
        {hasFooter && <tfoot role="rowgroup">{header}</tfoot>}
      </table>
    </div>
  );
}

/** A name and what stands below it, each of which has its own line. */
export function TwoLines({ children }: { readonly children: ReactNode }) {
  return <div className={classes['twoLines']}>{children}</div>;
}

export interface DataRowProps {
  /** The id of what it shows, for those who look rows up. */
  readonly record?: number;
  /** True if the row is selected, where rows can be selected. */
  readonly isSelected?: boolean | undefined;
  /** DataCells in the order of the columns. */
  readonly children: ReactNode;
}

/** One record. Keys walk from row to row. */
export function DataRow({ record, isSelected, children }: DataRowProps) {
  return (
    <tr
      role="row"
      data-row
      data-record={record}
      data-ticked={isSelected}
      tabIndex={-1}
      className={classes['row']}
    >
      {children}
    </tr>
  );
}

export interface DataCellProps {
  /** The column's name, which the cell carries in a card. */
  readonly label: string;
  /**
   * `title` heads the card, beside its `actions`, which hold buttons side by side; `number` never breaks, `id` neither and
   * closes the card; `long` has room for sentences.
   */
  readonly kind?: 'title' | 'number' | 'id' | 'long' | 'actions';
  /** The field that is edited here, for those who look cells up. */
  readonly edits?: string;
  /** A plain text is one that people typed. */
  readonly children: ReactNode;
}

export function DataCell({ label, kind, edits, children }: DataCellProps) {
  const hiddenLabels = useContext(HiddenLabels);
  if (hiddenLabels.has(label)) return null;
  return (
    <td role="cell" data-label={label} data-kind={kind} data-edits={edits}>
      {kind === 'actions' ? <div className={classes['actions']}>{children}</div> : asContent(children, kind)}
    </td>
  );
}

function asContent(children: ReactNode, kind: DataCellProps['kind']): ReactNode {
  if (typeof children !== 'string' || kind === 'number') return children;
  return <ClampedText isName={kind === 'title'}>{children}</ClampedText>;
}
