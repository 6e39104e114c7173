/** The intervals that one point of a chart can stand for. */
export const grains = ['day', 'week', 'month'] as const;
export type Grain = (typeof grains)[number];

const DAY_MS = 86_400_000;

/** The calendar day of a moment, in UTC. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10);

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  toDay(new Date(atMidnight(day).getTime() + days * DAY_MS));

/** Number of days between two days; the first is not counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((atMidnight(to).getTime() - atMidnight(from).getTime()) / DAY_MS);

/** First day of the period that contains a day. Weeks begin on Monday. */
export function startOf(grain: Grain, day: string): string {
  if (grain === 'day') return day;
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((atMidnight(day).getUTCDay() + 6) % 7));
}

/** First day of the next period. */
export function nextStart(grain: Grain, start: string): string {
  if (grain === 'day') return addDays(start, 1);
  return grain === 'week' ? addDays(start, 7) : startOf('month', addDays(start, 31));
}

/** First days of all periods that a range touches. */
export function startsIn(grain: Grain, from: string, to: string): string[] {
  const starts: string[] = [];
  for (let start = startOf(grain, from); start <= to; start = nextStart(grain, start)) starts.push(start);
  return starts;
}

/** The day, week and month of a day. */
export const periodsOf = (day: string): { grain: Grain; starts_on: string }[] =>
  grains.map((grain) => ({ grain, starts_on: startOf(grain, day) }));

/** Longest range, in days, that is presented by days and by weeks. */
const MOST_DAYS = 62;
const MOST_DAYS_OF_WEEKS = 400;

/** Interval by which a range is presented. */
export function grainOf(from: string, to: string): Grain {
  const days = daysBetween(from, to) + 1;
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_OF_WEEKS ? 'week' : 'month';
}
