import { Text, Title } from '@mantine/core';
import { IconChartBar, IconChartBarOff, IconTable } from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '#web/ui/icon-action.tsx';
import type { RemoteRead } from '#web/core/components/use-remote-read.ts';
import classes from './dashboard-screen.module.css';
import type { ReportChartProps } from './report-chart.tsx';
import type { ReportRow } from './report-rows.ts';
import { ReportTable } from './report-table.tsx';
import { ReportError } from './report-error.tsx';
import { FullReport, type FullReportProps } from './full-report.tsx';

export interface ReportCardProps extends Pick<ReportChartProps, 'valueHeading' | 'formatValue' | 'shape'> {
  readonly title: string;
  readonly hint: string;
  readonly report: RemoteRead<ReportRow[]>;
  readonly chart: ComponentType<ReportChartProps>;
  readonly labelHeading: string;
  readonly whole: FullReportProps['show'];
}

/** A bar chart with a title. Its figures are also a table, visually hidden unless it replaces the chart. */
export function ReportCard(props: ReportCardProps) {
  const { title, hint, report, chart: Chart, labelHeading, valueHeading, formatValue, shape, whole } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { value: rows } = report;
  const hasRows = rows !== undefined && rows.length > 0;
  const toggle = t(isTable ? 'dashboard.showChart' : 'dashboard.showTable');
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <div className={classes['cardHead']}>
        <Title order={2} id={id} className={classes['cardTitle'] ?? ''}>
          {title}
        </Title>
        {hasRows && (
          <span className={classes['tools']}>
            <FullReport title={title} show={whole} />
            <IconAction
              color="gray"
              label={`${title}: ${toggle}`}
              tooltip={toggle}
              icon={isTable ? <IconChartBar size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
              onClick={() => setTable(!isTable)}
            />
          </span>
        )}
      </div>
      {hasRows && (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {hint}
          </Text>
          {!isTable && (
            <div aria-hidden="true" className={classes['chart']}>
              <Chart
                rows={rows}
                valueHeading={valueHeading}
                formatValue={formatValue}
                shape={shape}
                onOpen={({ to }) => {
                  if (to !== undefined) void navigate(to);
                }}
              />
            </div>
          )}
          <ReportTable {...{ title, rows, labelHeading, valueHeading, formatValue }} isShown={isTable} />
        </>
      )}
      {rows?.length === 0 && (
        <div className={classes['empty']}>
          <IconChartBarOff size={28} stroke={1.4} aria-hidden />
          <Text fw={600}>{t('dashboard.noData')}</Text>
          <Text size="sm" c="dimmed">
            {t('dashboard.noDataHint')}
          </Text>
        </div>
      )}
      {rows === undefined && <ReportError title={title} report={report} />}
    </section>
  );
}
