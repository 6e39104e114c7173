import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { roundTicks } from '#web/core/lib/chart-scale.ts';
import { textWidth } from '#web/core/lib/text-width.ts';

const height = 260;
/** The height of a row of bars, and of the axis below them, in pixels. */
const row = { height: 38, axis: 56 };
const nameWidth = 128;
const maxNameLength = 32;
/** The minimum width of the axis with the values, and the space between its labels and its line, in pixels. */
const valueAxis = { width: 56, gap: 18 };
/** Labels side by side below bars: a few if they are wider than this number of pixels. */
const sideBySide = { width: 32, few: 3, many: 5 };

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

const shortenName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name;

/** Returns the highest values: of each series in a line, of the stacked series in a bar. */
function heights({ kind, data, series }: SeriesChartProps): number[] {
  const values = data.map((point) => series.map(({ name }) => Number(point[name])));
  return kind === 'lines'
    ? values.flat()
    : values.map((stack) => stack.reduce((sum, value) => sum + value, 0));
}

/** A chart of values over time or of named rows. */
export function SeriesChart(props: SeriesChartProps) {
  const { kind, data, series, format } = props;
  const isBars = kind === 'bars';
  const highest = heights(props);
  const labelWidth = Math.ceil(textWidth(format(roundTicks(highest).at(-1) ?? 0)));
  const { few, many } = sideBySide;
  const ticks = roundTicks(highest, isBars && labelWidth > sideBySide.width ? few : many);
  const values = {
    type: 'number' as const,
    domain: [0, ticks.at(-1) ?? 0],
    ticks,
    // A vertical axis has space for all ticks. On a horizontal one, those that fit are shown.
    interval: isBars ? ('equidistantPreserveStart' as const) : 0,
    allowDecimals: false,
    tickFormatter: format,
  };
  const common = {
    h: isBars ? Math.max(140, data.length * row.height + row.axis) : height,
    data: data.map((point) => ({ ...point })),
    dataKey: 'label',
    valueFormatter: format,
    tickLine: 'none' as const,
    gridAxis: isBars ? ('y' as const) : ('x' as const),
    gridProps: isBars ? { verticalValues: ticks } : { horizontalValues: ticks },
    strokeDasharray: '0',
    gridColor: 'var(--lectern-line)',
    withLegend: series.length > 1,
    legendProps: { itemSorter: null },
    // Shows every label, every second one and so on, so that the distances are equal.
    xAxisProps: isBars ? values : { interval: 'equidistantPreserveStart' as const, minTickGap: 12 },
    yAxisProps: isBars
      ? { width: nameWidth, interval: 0, tickFormatter: shortenName }
      : { ...values, width: Math.max(valueAxis.width, labelWidth + valueAxis.gap) },
  };
  const chartProps = {
    accessibilityLayer: false,
    // The label of the last tick is centred at the end of the axis.
    margin: isBars
      ? { top: 4, right: 8 + labelWidth / 2, bottom: 0, left: 0 }
      : { top: 12, right: 8, bottom: 0, left: 0 },
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
        lineChartProps={chartProps}
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
      barChartProps={chartProps}
    />
  );
}
