import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { chartMaximum, type ReportRow } from './report-rows.ts';

export interface ReportChartProps {
  readonly rows: ReportRow[];
  readonly valueHeading: string;
  readonly formatValue: (value: number) => string;
}

const height = 320;
/** More bars than this leave no room for names side by side. */
const uprightLabels = 5;
const longestTick = 14;

const shorten = (label: string): string =>
  label.length > longestTick ? `${label.slice(0, longestTick - 1).trimEnd()}…` : label;

export function ReportChart({ rows, valueHeading, formatValue }: ReportChartProps) {
  const isCrowded = rows.length > uprightLabels;
  return (
    <BarChart
      h={height}
      data={rows.map((row) => ({ ...row }))}
      dataKey="label"
      series={[{ name: 'value', label: valueHeading, color: 'var(--lectern-chart)' }]}
      valueFormatter={formatValue}
      maxBarWidth={48}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      gridColor="var(--lectern-line)"
      yAxisProps={{ domain: [0, chartMaximum(rows)], allowDecimals: false, width: 40, tickFormatter: String }}
      xAxisProps={{
        interval: 0,
        tickFormatter: shorten,
        ...(isCrowded ? { angle: -50, textAnchor: 'end' as const, height: 88, tickMargin: 4 } : {}),
      }}
      barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
    />
  );
}
