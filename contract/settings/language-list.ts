import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/** A language of the catalogue. The specification defines the first four numbers, and the server assigns the others. */
export const languageEntry = namedSchema(
  'LanguageEntry',
  z.object({
    code: withKeywords(z.int(), { minimum: 1 }).describe(
      'The number of the language, which books refer to. It is never reused.',
    ),
    short: z.string().describe('The short code, such as `en`.'),
    label: z.string().describe('The name of the language.'),
    words_per_minute: withKeywords(z.int(), { minimum: 1 }).describe(
      'The reading speed in words per minute.',
    ),
    is_offered: z
      .boolean()
      .describe('True if new records can use the language. Existing records are not affected.'),
  }),
);
export type LanguageEntry = z.infer<typeof languageEntry>;

/** Reading speed of adults for unknown languages, in words per minute. */
export const anyReadingSpeed = 200;

/**
 * The built-in languages. Speeds are those of adults reading their own language (Trauzettel-Klosinski and Dietz,
 * "Standardized Assessment of Reading Performance", 2012).
 */
export const initialLanguages: readonly LanguageEntry[] = [
  { code: 1, short: 'tr', label: 'Turkish', words_per_minute: 166, is_offered: true },
  { code: 2, short: 'pt', label: 'Portuguese', words_per_minute: 181, is_offered: true },
  { code: 3, short: 'en', label: 'English', words_per_minute: 228, is_offered: true },
  { code: 4, short: 'es', label: 'Spanish', words_per_minute: 218, is_offered: true },
];

const isShortCode = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

const inputLanguage = z.object({
  code: fields.optionalId.describe('The number of an existing language. Absent for a new language.'),
  short: documentedAs(
    fields
      .requiredText(limits.maxShortCodeLength, 'Is required')
      .pipe(z.string().regex(isShortCode, 'Must be a language code, such as de or pt-br').toLowerCase()),
    z.string().regex(isShortCode),
  ).describe('The short code, such as `de`. It can’t change for the first four languages.'),
  label: fields
    .requiredText(limits.maxLanguageNameLength, 'Is required')
    .describe('The name. It can’t change for the first four languages.'),
  words_per_minute: documentedAs(
    fields
      .wholeNumber(limits.minReadingSpeed, `Must be at least ${limits.minReadingSpeed}`)
      .pipe(z.number('Is required').max(limits.maxReadingSpeed, `Must be at most ${limits.maxReadingSpeed}`)),
    z.int().min(limits.minReadingSpeed).max(limits.maxReadingSpeed),
  ).describe('The reading speed in words per minute.'),
  is_offered: fields.optionalBoolean.describe(
    'False hides the language in forms for new records. The default is `true`.',
  ),
});
export type InputLanguage = z.output<typeof inputLanguage>;

/** All languages of the catalogue in a request. */
export const inputLanguages = fields.jsonList(inputLanguage, limits.maxLanguages, 'languages');
