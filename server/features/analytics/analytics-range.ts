import { type Interval, addDays, intervalOf, toDay } from '#contract/analytics/periods';

const DEFAULT_DAYS = 30;
/** Maximum number of months in a chart. */
const MOST_MONTHS = 600;

/** Returns the first and last day of a query, the earlier one first, and the interval of the chart. */
export function rangeOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): { from: string; to: string; interval: Interval } {
  const last = to ?? toDay(now);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  const [start, end] = first <= last ? [first, last] : [last, first];
  const earliest = addDays(end, -MOST_MONTHS * 30);
  const firstDay = start < earliest ? earliest : start;
  return { from: firstDay, to: end, interval: intervalOf(firstDay, end) };
}
