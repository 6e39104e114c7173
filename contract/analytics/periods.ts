/** The intervals of one point of a chart. */
export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

const DAY_MS = 86_400_000;

/** Returns the calendar day of a time in UTC. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  toDay(new Date(atMidnight(day).getTime() + days * DAY_MS));

/** Returns the number of days between two days, without the first one. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((atMidnight(to).getTime() - atMidnight(from).getTime()) / DAY_MS);

/** Returns the first day of the period that contains a day. Weeks start on Monday. */
export function startOf(interval: Interval, day: string): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((atMidnight(day).getUTCDay() + 6) % 7));
}

/** Returns the first day of the next period. */
export function nextStart(interval: Interval, start: string): string {
  if (interval === 'day') return addDays(start, 1);
  return interval === 'week' ? addDays(start, 7) : startOf('month', addDays(start, 31));
}

/** Returns the first days of all periods that overlap a range. */
export function startsIn(interval: Interval, from: string, to: string): string[] {
  const starts: string[] = [];
  for (let start = startOf(interval, from); start <= to; start = nextStart(interval, start))
    starts.push(start);
  return starts;
}

/** Returns the day, week and month of a day. */
export const periodsOf = (day: string): { interval: Interval; starts_on: string }[] =>
  intervals.map((interval) => ({ interval, starts_on: startOf(interval, day) }));

/** The longest ranges, in days, that are presented by days and by weeks. */
const MOST_DAYS = 62;
const MOST_DAYS_OF_WEEKS = 400;

/** Returns the interval by which a range is presented. */
export function intervalOf(from: string, to: string): Interval {
  const days = daysBetween(from, to) + 1;
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_OF_WEEKS ? 'week' : 'month';
}
