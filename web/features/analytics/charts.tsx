import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';

const height = 260;

export interface SeriesChartProps {
  readonly kind: 'lines' | 'bars';
  /** `label` stands on the axis. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  readonly format: (value: number) => string;
}

/** Numbers over time, or beside each other. */
export function SeriesChart({ kind, data, series, format }: SeriesChartProps) {
  const common = {
    h: height,
    data: data.map((row) => ({ ...row })),
    dataKey: 'label',
    series: [...series],
    valueFormatter: format,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    strokeDasharray: '0',
    gridColor: 'var(--lectern-line)',
    withLegend: series.length > 1,
    // Every label or every second, third …, so that the distances are equal.
    xAxisProps: { interval: 'equidistantPreserveStart' as const, minTickGap: 12 },
    yAxisProps: { width: 56, tickFormatter: format, allowDecimals: false },
  };
  return kind === 'lines' ? (
    <LineChart
      {...common}
      withDots={data.length < 40}
      curveType="monotone"
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false }}
    />
  ) : (
    <BarChart
      {...common}
      type={series.length > 1 ? 'stacked' : 'default'}
      maxBarWidth={40}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
