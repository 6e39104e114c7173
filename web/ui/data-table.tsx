/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their semantics when the style sheet displays rows as blocks */
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { useTableFit } from '#web/core/lib/use-table-fit.ts';
import classes from './data-table.module.css';
import { useListSettings } from './list-settings.ts';
import { ClampedText } from './user-text.tsx';

export interface DataTableProps {
  /** The column headings in order. Their keys are needed if some can be hidden. */
  readonly columns: readonly string[] | Readonly<Record<string, string>>;
  /** The minimum width in rem for rows. Below it, rows are displayed as cards. */
  readonly rowsFrom: number;
  /** Repeats the header below the rows. */
  readonly hasFooter?: boolean;
  /** The columns by which the list can be sorted, by their labels. */
  readonly sorts?: Readonly<Record<string, ColumnSort>>;
  /** DataRow elements. */
  readonly children: ReactNode;
}

export type SortDirection = 'asc' | 'desc';

export interface ColumnSort {
  /** Undefined if the list is not sorted by this column. */
  readonly direction: SortDirection | undefined;
  /** Receives undefined for the original order. */
  readonly onSort: (direction: SortDirection | undefined) => void;
}

const noSorts: Readonly<Record<string, ColumnSort>> = {};

/** The labels of hidden columns. */
const HiddenLabels = createContext<ReadonlySet<string>>(new Set());

/**
 * A table, or a card per row if the space is too narrow. Cells of cards contain their column's label. Roles preserve the table semantics
 * when the style sheet displays rows as blocks. A table that is still too wide, for example at a large font size, scrolls horizontally
 * below its actions. Plain elements are used, since the library's cells take a third of the rendering time of a list.
 */
export function DataTable({
  columns,
  rowsFrom,
  hasFooter = false,
  sorts = noSorts,
  children,
}: DataTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { isNarrow, isCut } = useTableFit(frame, rowsFrom);
  const { hidden } = useListSettings();
  const hiddenText = JSON.stringify(
    Object.entries(columns).flatMap(([key, label]) => (hidden.has(key) ? [label] : [])),
  );
  // The same set for the same columns, since a new set renders all cells again.
  const hiddenLabels = useMemo(() => new Set(JSON.parse(hiddenText) as string[]), [hiddenText]);
  const visibleLabels = Object.values(columns).filter((label) => !hiddenLabels.has(label));
  const headerOf = (sortable: typeof sorts) => (
    <tr role="row">
      {visibleLabels.map((column, index) => (
        <HeaderCell
          key={column}
          label={column}
          isLast={index === visibleLabels.length - 1}
          sort={sortable[column]}
        />
      ))}
    </tr>
  );
  return (
    <div ref={frame} className={classes['frame']} data-layout={isNarrow ? 'cards' : 'rows'} data-cut={isCut}>
      <table role="table" className={classes['table']}>
        <thead role="rowgroup">{headerOf(sorts)}</thead>
        <tbody role="rowgroup">
          <HiddenLabels value={hiddenLabels}>{children}</HiddenLabels>
        </tbody>
        {hasFooter && <tfoot role="rowgroup">{headerOf(noSorts)}</tfoot>}
      </table>
    </div>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const nextDirection = { asc: 'desc', desc: undefined } as const;

/** The heading of a column. The button of a sortable one sorts ascending, then descending, then in the original order. */
function HeaderCell({
  label,
  isLast,
  sort,
}: {
  readonly label: string;
  readonly isLast: boolean;
  readonly sort: ColumnSort | undefined;
}) {
  const direction = sort?.direction;
  const Icon = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      data-kind={isLast ? 'actions' : undefined}
      aria-sort={sort && (direction === undefined ? 'none' : ariaSort[direction])}
    >
      {sort ? (
        <button
          type="button"
          className={classes['sort']}
          data-sorted={direction !== undefined}
          onClick={() => sort.onSort(direction === undefined ? 'asc' : nextDirection[direction])}
        >
          {label}
          <Icon size={14} stroke={2} aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** A name and the text below it, each on its own line. */
export function TwoLines({ children }: { readonly children: ReactNode }) {
  return <div className={classes['twoLines']}>{children}</div>;
}

export interface DataRowProps {
  /** The ID of the record, for finding its row in the document. */
  readonly record?: number;
  /** True if the row is selected. Undefined if rows cannot be selected. */
  readonly isSelected?: boolean | undefined;
  /** DataCell elements in the order of the columns. */
  readonly children: ReactNode;
}

/** The row of one record. Arrow keys move between rows. */
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
  /** The label of the column, displayed in cards. */
  readonly label: string;
  /**
   * `title` is the first cell of a card, beside its `actions`, which contain buttons side by side. `number` and `id` never wrap, and `id`
   * is the last cell of a card. `text` has space for a few words, `long` for sentences.
   */
  readonly kind?: 'title' | 'number' | 'id' | 'text' | 'long' | 'actions';
  /** The field that is edited in this cell, for finding it in the document. */
  readonly edits?: string;
  /** A plain string is treated as user text. */
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
