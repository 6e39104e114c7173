import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { chartMaximum, chartTicks, wrapLabel } from '#web/core/lib/chart-scale.ts';
import type { ReportRow } from './report-rows.ts';
import { countFormat } from '#web/core/lib/formats.ts';
import { textWidth } from '#web/core/lib/text-width.ts';

export interface ReportChartProps {
  readonly rows: readonly ReportRow[];
  readonly valueHeading: string;
  readonly formatValue: (value: number) => string;
  /** `bars` are horizontal beside long names, `columns` are vertical above short ones. */
  readonly shape: 'columns' | 'bars';
  /** Opens the link of a row. */
  readonly onOpen: (row: ReportRow) => void;
}

const height = 320;
/** The names beside bars, in pixels. */
const names = { width: 132, gap: 6, lines: 2 };
/** The space between the names below two columns, in pixels. */
const columnGap = 4;
/** The width of a column's name in pixels while the width of the chart is unknown. */
const usualColumn = 70;
/** The space between the labels of an axis and its line, in pixels. */
const axisGap = 18;
/** The maximum number of columns with space for names side by side. */
const maxColumns = 6;

interface TickProps {
  readonly x?: number | string;
  readonly y?: number | string;
  /** The width of the axis, which all its ticks share. */
  readonly width?: number | string;
  readonly visibleTicksCount?: number;
  readonly payload?: { readonly value?: unknown };
}

export function ReportChart({ rows, valueHeading, formatValue, shape, onOpen }: ReportChartProps) {
  const plain = countFormat(useLocale());
  const isHorizontal = shape === 'bars' || rows.length > maxColumns;
  const maximum = chartMaximum(rows.map(({ value }) => value));
  const ticks = chartTicks(maximum);
  // Authors can have equal names, so the axis identifies rows by index.
  const data = rows.map(({ value }, position) => ({ value, index: position }));
  const labelAt = (rowIndex: unknown): string => rows[Number(rowIndex)]?.label ?? '';

  const nameTick = ({ x, y, width: axisWidth, visibleTicksCount = 1, payload }: TickProps) => {
    const columnWidth = Number(axisWidth) / visibleTicksCount - columnGap || usualColumn;
    const labelLines = wrapLabel(labelAt(payload?.value), {
      width: isHorizontal ? names.width - names.gap : columnWidth,
      maxLines: names.lines,
      widthOf: textWidth,
    });
    return (
      <text x={x} y={y} fontSize={12} fill="currentColor" textAnchor={isHorizontal ? 'end' : 'middle'}>
        {labelLines.map((line, index) => (
          <tspan
            key={index}
            x={x}
            dx={isHorizontal ? -names.gap : 0}
            dy={index > 0 ? '1.2em' : isHorizontal ? `${0.35 - 0.6 * (labelLines.length - 1)}em` : '1.2em'}
          >
            {line}
          </tspan>
        ))}
      </text>
    );
  };
  const valueAxis = {
    type: 'number' as const,
    domain: [0, maximum],
    ticks,
    // All ticks on a large axis, and those that fit on a small one.
    interval: 'equidistantPreserveStart' as const,
    allowDecimals: false,
    tickFormatter: plain.format,
  };
  const valueWidth = Math.ceil(textWidth(plain.format(maximum)));
  const nameAxis = { interval: 0, tick: nameTick };

  return (
    <BarChart
      h={height}
      data={data}
      dataKey="index"
      orientation={isHorizontal ? 'vertical' : 'horizontal'}
      series={[{ name: 'value', label: valueHeading, color: 'var(--lectern-chart)' }]}
      valueFormatter={formatValue}
      maxBarWidth={isHorizontal ? 22 : 48}
      tickLine="none"
      gridAxis={isHorizontal ? 'y' : 'x'}
      gridProps={isHorizontal ? { verticalValues: ticks } : { horizontalValues: ticks }}
      strokeDasharray="0"
      gridColor="var(--lectern-line)"
      withBarValueLabel
      valueLabelProps={{ fill: 'currentColor', formatter: (value) => plain.format(Number(value)) }}
      tooltipProps={{ labelFormatter: labelAt }}
      xAxisProps={isHorizontal ? valueAxis : { ...nameAxis, height: 40 }}
      yAxisProps={
        isHorizontal
          ? { ...nameAxis, width: names.width }
          : { ...valueAxis, width: Math.max(48, valueWidth + axisGap) }
      }
      barProps={{
        radius: isHorizontal ? [0, 4, 4, 0] : [4, 4, 0, 0],
        isAnimationActive: false,
        cursor: rows.some(({ to }) => to !== undefined) ? 'pointer' : 'default',
        onClick: (_bar, bar) => {
          const row = rows[bar];
          if (row) onOpen(row);
        },
      }}
      barChartProps={{
        accessibilityLayer: false,
        // The value is beside the longest bar, which may end at the end of the axis.
        margin: isHorizontal
          ? { top: 4, right: 8 + valueWidth, bottom: 0, left: 0 }
          : { top: 16, right: 4, bottom: 0, left: 0 },
      }}
    />
  );
}
