import { Text, Title, VisuallyHidden } from '@mantine/core';
import { IconChartBarOff } from '@tabler/icons-react';
import { type ComponentType, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dashboard-screen.module.css';
import type { ReportChartProps } from './report-chart.tsx';
import type { ReportRow } from './report-rows.ts';

export interface ReportCardProps {
  readonly title: string;
  readonly hint: string;
  /** Undefined: not to be had. */
  readonly rows: ReportRow[] | undefined;
  readonly chart: ComponentType<ReportChartProps>;
  readonly labelHeading: string;
  readonly valueHeading: string;
  readonly formatValue: (value: number) => string;
}

/** A titled bar chart, with the same figures as a table for those who do not see it. */
export function ReportCard(props: ReportCardProps) {
  const { title, hint, rows, chart: Chart, labelHeading, valueHeading, formatValue } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <Title order={2} id={id} className={classes['cardTitle'] ?? ''}>
        {title}
      </Title>
      {rows && rows.length > 0 ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {hint}
          </Text>
          <div aria-hidden="true">
            <Chart rows={rows} valueHeading={valueHeading} formatValue={formatValue} />
          </div>
          <VisuallyHidden>
            <table>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{labelHeading}</th>
                  <th scope="col">{valueHeading}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ label, value }, index) => (
                  // Two authors may share a name.
                  <tr key={`${label}-${index}`}>
                    <th scope="row">{label}</th>
                    <td>{formatValue(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      ) : (
        <div className={classes['empty']}>
          <IconChartBarOff size={28} stroke={1.4} aria-hidden />
          <Text fw={600}>{t(rows ? 'dashboard.noData' : 'dashboard.unavailable')}</Text>
          {rows && (
            <Text size="sm" c="dimmed">
              {t('dashboard.noDataHint')}
            </Text>
          )}
        </div>
      )}
    </section>
  );
}
