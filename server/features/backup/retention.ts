/* The retention of nightly backups: the newest backup of each of the last 7 days, 4 weeks and 12 months that contain one. */

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;
const DAY_MS = 86_400_000;

/** Returns the date in a time zone, such as `2026-01-31`. */
export const localDate = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date);

/** Returns the Monday of the week of a date. */
export function weekOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

const periods = [
  { count: DAYS, of: (date: string) => date },
  { count: WEEKS, of: weekOf },
  { count: MONTHS, of: (date: string) => date.slice(0, 7) },
];

/** Returns the backups that exceed the retention. */
export function expiredBackups<Backup extends { readonly created_at: string }>(
  backups: readonly Backup[],
  timeZone: string,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const retainedBackups = new Set<Backup>();
  for (const { count, of } of periods) {
    const newestOf = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = of(localDate(new Date(backup.created_at), timeZone));
      if (!newestOf.has(period)) newestOf.set(period, backup);
    }
    for (const backup of [...newestOf.values()].slice(0, count)) retainedBackups.add(backup);
  }
  return newestFirst.filter((backup) => !retainedBackups.has(backup));
}
