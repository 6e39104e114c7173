import { cacheByLocale } from '#web/core/lib/formats.ts';

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

/** Formats the time of day in a time zone, such as "9:00 AM". Another time zone than that of the browser is named: "9:00 AM EST". */
export const timeOfDayInZone = (locale: string, time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(timeZone !== browserTimeZone() && { timeZoneName: 'short' }),
  }).format(new Date(time));

const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  cacheByLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
const dayFormats = {
  /** "Wed" */
  weekday: dayFormat({ weekday: 'short' }),
  /** "Wednesday, July 1, 2026" */
  full: dayFormat({ dateStyle: 'full' }),
  /** "July 2026" */
  month: dayFormat({ month: 'long', year: 'numeric' }),
  /** "Jul 1, 2026" */
  medium: dayFormat({ dateStyle: 'medium' }),
} as const;

/** Formats a day, such as `2026-07-01`. */
export const formatDay = (locale: string, day: string, style: keyof typeof dayFormats): string =>
  dayFormats[style](locale).format(new Date(day));

/** Formats a range of days, such as "Jun 29 – Jul 5, 2026". */
export const formatDays = (locale: string, first: string, last: string): string =>
  dayFormats.medium(locale).formatRange(new Date(first), new Date(last));
