/*
 * The formats of dates, counts and percentages, one each. Durations are in `contract/core/format-duration.ts`, `durations.ts` and `clock.ts`, relative times in `age.ts`,
 * sizes in `contract/core/format-bytes.ts`.
 */

/** Returns a function that creates a format once per locale. */
export function cacheByLocale<Format>(create: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>();
  return (locale) => {
    const format = formats.get(locale) ?? create(locale);
    formats.set(locale, format);
    return format;
  };
}

/** Formats a day, such as "Jan 1, 2030". */
export const dateFormat = cacheByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/** Formats a day with its time, such as "Jan 1, 2030, 5:20 PM". */
export const dateTimeFormat = cacheByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Formats a time of today, such as "5:20 PM". */
export const timeFormat = cacheByLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** Formats a count, such as "12,300". */
export const countFormat = cacheByLocale((locale) => new Intl.NumberFormat(locale));

/** Formats a figure with at most one decimal, such as "12,300.5". */
export const decimalFormat = cacheByLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);

/** Formats a difference, such as "+5". */
export const signedFormat = cacheByLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'always' }),
);

const periodStyles = {
  day: { axis: { day: 'numeric', month: 'short' }, table: { dateStyle: 'medium' } },
  month: { axis: { month: 'short', year: 'numeric' }, table: { month: 'long', year: 'numeric' } },
} as const satisfies Record<string, Record<string, Intl.DateTimeFormatOptions>>;

/** Formats the first day of a period of a chart, in UTC: "Jan 1" on an axis and "Jan 1, 2030" in a table, or the month. */
export const periodFormat = (
  locale: string,
  { isMonth, usage }: { readonly isMonth: boolean; readonly usage: 'axis' | 'table' },
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...periodStyles[isMonth ? 'month' : 'day'][usage] });

/** Formats a fraction of 1, such as "5%". */
export const percentFormat = cacheByLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** The largest number that fits into a badge. */
const MAX_BADGE = 99;

/** Returns a count for a badge, such as "99+". */
export const badgeText = (count: number): string => (count > MAX_BADGE ? `${MAX_BADGE}+` : String(count));

/** Formats a list in the language of the interface, such as "Admin, Editor and Viewer". English texts have British spelling. */
export const listFormat = cacheByLocale(
  (language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language),
);
