import { vi } from 'vitest';

/** The element in which the chart library measures text. */
const measuringElement = 'recharts_measurement_span';
const characterPx = 7;
/** The height of a line in common fonts. Labels at the end of an axis need half of it beyond the end. */
const linePx = 18;

/** Mocks the layout that charts need: the size of each element, and the size of text. */
export function mockChartLayout(width: number, height: number): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.id === measuringElement) return new DOMRect(0, 0, this.textContent.length * characterPx, linePx);
    const isLegend = this.classList.contains('recharts-legend-wrapper');
    return new DOMRect(0, 0, width, isLegend ? linePx : height);
  });
}

const isNumber = (text: string): boolean => /^[\d,]+$/.test(text);

/** Returns the labels on the value axis of each chart of the document. */
export function valueTicks(): number[][] {
  const charts = [...document.querySelectorAll('.recharts-wrapper')];
  return charts.map((chart) => {
    const axes = [...chart.querySelectorAll('.recharts-xAxis-tick-labels, .recharts-yAxis-tick-labels')].map(
      (axis) =>
        [...axis.querySelectorAll('.recharts-cartesian-axis-tick-value')].map(
          ({ textContent }) => textContent,
        ),
    );
    const labels = axes.find((texts) => texts.length > 0 && texts.every(isNumber)) ?? [];
    return labels.map((label) => Number(label.replaceAll(',', '')));
  });
}
