import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './analytics-screen.module.css';

export interface FigureRow {
  /** The first cell is the name of the row. */
  readonly cells: readonly (string | number)[];
  readonly to?: string | undefined;
  /** The name of the row in files if it differs, such as an ISO date. */
  readonly fileName?: string;
}

export interface FigureTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
  /** True if it is visible, not only available to screen readers. */
  readonly isShown: boolean;
  readonly format: (value: number) => string;
}

/** The figures of a chart as a table for screen readers, or visible instead of the chart. */
export function FigureTable({ title, columns, rows, isShown, format }: FigureTableProps) {
  const { t } = useTranslation();
  return (
    <div
      className={classes['tableFrame']}
      data-shown={isShown}
      tabIndex={isShown ? 0 : undefined}
      role={isShown ? 'region' : undefined}
      aria-label={isShown ? t('analytics.figuresOf', { title }) : undefined}
    >
      <table className={classes['table']}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells: [name, ...values], to }, index) => (
            <tr key={index}>
              <th scope="row">{to !== undefined && isShown ? <Link to={to}>{name}</Link> : name}</th>
              {values.map((value, position) => (
                <td key={position}>{typeof value === 'number' ? format(value) : value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
