const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_OF_WEEK = 7;

export type CalendarPeriod = 'month' | 'week';

/** Returns true for a day of the calendar, such as `2026-07-01`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** Returns the Monday of the week of a day. */
export const startOfWeek = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

export const endOfWeek = (day: string): string => addDays(startOfWeek(day), DAYS_OF_WEEK - 1);

export const isSamePeriod = (day: string, otherDay: string, period: CalendarPeriod): boolean =>
  period === 'month' ? day.slice(0, 7) === otherDay.slice(0, 7) : startOfWeek(day) === startOfWeek(otherDay);

/** Returns the weeks that contain the days of a period. Those of a month include days of the months before and after. */
export function weeksOf(day: string, period: CalendarPeriod): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  for (
    let start = startOfWeek(period === 'month' ? `${day.slice(0, 7)}-01` : day);
    weeks.length === 0 || isSamePeriod(start, day, period);
    start = addDays(start, DAYS_OF_WEEK)
  )
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(start, index)));
  return weeks;
}

/** Returns the day that a key of the grid selects; undefined for other keys. */
export function dayOfKey(key: string, day: string, period: CalendarPeriod): string | undefined {
  const byPeriod = (count: number) =>
    period === 'month' ? addMonths(day, count) : addDays(day, count * DAYS_OF_WEEK);
  const days: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -DAYS_OF_WEEK),
    ArrowDown: () => addDays(day, DAYS_OF_WEEK),
    Home: () => startOfWeek(day),
    End: () => endOfWeek(day),
    PageUp: () => byPeriod(-1),
    PageDown: () => byPeriod(1),
  };
  return days[key]?.();
}
