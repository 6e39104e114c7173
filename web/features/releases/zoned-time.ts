/** Returns the time zone of the browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** Formats a time in a time zone, such as "Jul 1, 2026, 9:00 AM". */
export const timeInZone = (locale: string, time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(time),
  );

/** Formats the offset of a time zone at a time, such as "GMT+3". */
export const offsetName = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .format(new Date(time))
    .split(', ')
    .at(-1) ?? '';

/** Returns the options of a select of time zones. The current one is included, also if the browser does not list it. */
export function timeZoneOptions(current: string): readonly string[] {
  const names = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].toSorted();
}
