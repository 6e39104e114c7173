/*
 * The formats of dates, counts and percentages, one each. Durations are in `contract/core/format-duration.ts`, `durations.ts` and `clock.ts`, relative times in `age.ts`,
 * sizes in `contract/core/format-bytes.ts`.
 */

function cached<Format>(create: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>();
  return (locale) => {
    const format = formats.get(locale) ?? create(locale);
    formats.set(locale, format);
    return format;
  };
}

/** Formats a day, such as "Jan 1, 2030". */
export const dateFormat = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/** Formats a day with its time, such as "Jan 1, 2030, 5:20 PM". */
export const dateTimeFormat = cached(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Formats a time of today, such as "5:20 PM". */
export const timeFormat = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** Formats a count, such as "12,300". */
export const countFormat = cached((locale) => new Intl.NumberFormat(locale));

/** Formats a fraction of 1, such as "5%". */
export const percentFormat = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** The largest number that fits into a badge. */
const MAX_BADGE = 99;

/** Returns a count for a badge, such as "99+". */
export const badgeText = (count: number): string => (count > MAX_BADGE ? `${MAX_BADGE}+` : String(count));
