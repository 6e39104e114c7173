import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';

const height = 260;
/** The height of a row of bars, and of the axis below them, in pixels. */
const row = { height: 38, axis: 56 };
const nameWidth = 128;
const maxNameLength = 32;

/** Lines with equal values overlap. Lower lines are wider and visible between the dashes of upper ones. */
const strokes = [
  { width: 5, dashes: undefined },
  { width: 3.5, dashes: '9 7' },
  { width: 2.5, dashes: '5 11' },
  { width: 2, dashes: '2 6' },
] as const;

export interface SeriesChartProps {
  /** `lines`: values over time. `columns`: amounts per period. `bars`: named rows. */
  readonly kind: 'lines' | 'columns' | 'bars';
  /** `label` is the label on the axis. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  readonly format: (value: number) => string;
}

const shortened = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name;

/** A chart of values over time or of named rows. */
export function SeriesChart({ kind, data, series, format }: SeriesChartProps) {
  const isBars = kind === 'bars';
  const values = { tickFormatter: format, allowDecimals: false };
  const common = {
    h: isBars ? Math.max(140, data.length * row.height + row.axis) : height,
    data: data.map((point) => ({ ...point })),
    dataKey: 'label',
    valueFormatter: format,
    tickLine: 'none' as const,
    gridAxis: isBars ? ('y' as const) : ('x' as const),
    strokeDasharray: '0',
    gridColor: 'var(--lectern-line)',
    withLegend: series.length > 1,
    legendProps: { itemSorter: null },
    // Shows every label, every second one and so on, so that the distances are equal.
    xAxisProps: isBars ? values : { interval: 'equidistantPreserveStart' as const, minTickGap: 12 },
    yAxisProps: isBars
      ? { width: nameWidth, interval: 0, tickFormatter: shortened }
      : { ...values, width: 56 },
  };
  if (kind === 'lines')
    return (
      <LineChart
        {...common}
        series={series.map((line, index) => {
          const dashes = strokes[index % strokes.length]?.dashes;
          return { ...line, ...(dashes !== undefined && { strokeDasharray: dashes }) };
        })}
        withDots={series.length === 1 && data.length < 40}
        curveType="linear"
        lineProps={({ name }) => {
          const index = series.findIndex((line) => line.name === name);
          const width = series.length > 1 ? strokes[index % strokes.length]?.width : undefined;
          return { isAnimationActive: false, ...(width !== undefined && { strokeWidth: width }) };
        }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    );
  return (
    <BarChart
      {...common}
      series={[...series]}
      orientation={isBars ? 'vertical' : 'horizontal'}
      type={series.length > 1 ? 'stacked' : 'default'}
      maxBarWidth={isBars ? 22 : 40}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
