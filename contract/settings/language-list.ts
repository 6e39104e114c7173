import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { documentedAs, named, withKeywords } from '#contract/core/schema-notes';

/** A language of the catalogue. The specification defines the first four numbers; the server assigns the others. */
export const languageEntry = named(
  'LanguageEntry',
  z.object({
    code: withKeywords(z.int(), { minimum: 1 }).describe('Its number, which books carry; never given twice.'),
    short: z.string().describe('Its short code: `en`.'),
    label: z.string().describe('Its name.'),
    words_per_minute: withKeywords(z.int(), { minimum: 1 }).describe('How fast people read it.'),
    is_offered: z.boolean().describe('Whether new work may be in it. What is in it already stays.'),
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

const sentLanguage = z.object({
  code: fields.optionalId.describe('The number of a language that is there; absent for a new one.'),
  short: documentedAs(
    fields
      .requiredText(limits.maxShortCodeLength, 'Is needed')
      .pipe(z.string().regex(isShortCode, 'Must be a language code, such as de or pt-br').toLowerCase()),
    z.string().regex(isShortCode),
  ).describe('Its short code: `de`. Of the first four it stays as it is.'),
  label: fields
    .requiredText(limits.maxLanguageNameLength, 'Is needed')
    .describe('Its name. Of the first four it stays as it is.'),
  words_per_minute: documentedAs(
    fields
      .wholeNumber(limits.minReadingSpeed, `Must be at least ${limits.minReadingSpeed}`)
      .pipe(z.number('Is needed').max(limits.maxReadingSpeed, `Must be at most ${limits.maxReadingSpeed}`)),
    z.int().min(limits.minReadingSpeed).max(limits.maxReadingSpeed),
  ).describe('Words a minute.'),
  is_offered: fields.optionalBoolean.describe('False hides it from new work. True unless given.'),
});
export type SentLanguage = z.output<typeof sentLanguage>;

/** All languages of the catalogue in a request. */
export const sentLanguages = fields.jsonList(sentLanguage, limits.maxLanguages, 'languages');
