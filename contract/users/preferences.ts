import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';

export const colorSchemes = ['auto', 'light', 'dark'] as const;

/** Display preferences of a user. */
export const preferences = namedSchema(
  'Preferences',
  z.object({
    color_scheme: z.enum(colorSchemes).describe('The colour scheme. `auto` follows the device.'),
    rows: withKeywords(z.int(), { minimum: 1, maximum: limits.maxPageSize }).describe(
      'The number of rows per page of a list.',
    ),
    locale: z
      .string()
      .nullable()
      .describe(
        'The format of times and numbers as a BCP 47 tag, such as `tr-TR`. With null, the browser decides.',
      ),
  }),
);
export type Preferences = z.infer<typeof preferences>;

export const defaultPreferences: Preferences = {
  color_scheme: 'auto',
  rows: limits.pageSize,
  locale: null,
};

/** Returns preferences from stored or sent values, with defaults for missing and unknown values. */
export function readPreferences(value: unknown): Preferences {
  const fields = typeof value === 'object' && value !== null ? value : {};
  const parseResult = preferences.safeParse({ ...defaultPreferences, ...fields });
  return parseResult.success ? parseResult.data : defaultPreferences;
}

/** Returns true for a locale tag that can format times and numbers. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
