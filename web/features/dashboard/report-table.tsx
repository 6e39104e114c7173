import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import classes from './dashboard-screen.module.css';
import type { ReportRow } from './report-rows.ts';

export interface ReportTableProps {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  readonly labelHeading: string;
  readonly valueHeading: string;
  readonly formatValue: (value: number) => string;
  /** False renders a visually hidden table for screen readers. Its links are then excluded from the tab order. */
  readonly isShown: boolean;
}

/** The figures of a chart, each with a link to the list of counted records. */
export function ReportTable(props: ReportTableProps) {
  const { title, rows, labelHeading, valueHeading, formatValue, isShown } = props;
  const table = (
    <table className={classes['figures']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHeading}</th>
          <th scope="col">{valueHeading}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, to }, index) => (
          // Authors can have equal names.
          <tr key={`${label}-${index}`}>
            <th scope="row">
              {to === undefined ? (
                label
              ) : (
                <Link to={to} tabIndex={isShown ? 0 : -1}>
                  {label}
                </Link>
              )}
            </th>
            <td>{formatValue(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isShown ? table : <VisuallyHidden>{table}</VisuallyHidden>;
}
