import { z } from 'zod';
import type { ErrorCode } from '#contract/core/error-codes';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { valueMessages } from '#contract/core/messages';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { languageNameOf, readLanguage } from './language-names.ts';

/* The texts of a book for stores in other languages. They are stored as JSON, without blank texts, in the order of the request. */

/** The texts of a language, with their names on screens and their maximum lengths. */
export const localizedFields = {
  name: { label: 'Title', max: limits.maxNameLength, input: 'line' },
  short_description: { label: 'Short description', max: 500, input: 'paragraphs' },
  description: { label: 'Description', max: limits.maxDescriptionLength, input: 'paragraphs' },
  table_of_contents: { label: 'Table of contents', max: 5_000, input: 'paragraphs' },
  review_quotes: { label: 'Review quotes', max: 5_000, input: 'paragraphs' },
} as const;
export type LocalizedField = keyof typeof localizedFields;
export const localizedFieldNames = Object.keys(localizedFields) as LocalizedField[];

export const MAX_LANGUAGES = 30;

const mapFields = <Value>(valueOf: (name: LocalizedField) => Value) =>
  Object.fromEntries(localizedFieldNames.map((name) => [name, valueOf(name)])) as Record<
    LocalizedField,
    Value
  >;

const describeField = (name: LocalizedField) =>
  `The ${localizedFields[name].label.toLowerCase()} in this language.`;

/** The texts in one language, in a response. */
export const localizedText = namedSchema(
  'LocalizedText',
  z.object({
    language: z.string().describe('The language as an ISO 639 code, such as `fr`.'),
    ...mapFields((name) =>
      z
        .string()
        .optional()
        .describe(`${describeField(name)} Absent if blank.`),
    ),
  }),
);
export type LocalizedText = z.infer<typeof localizedText>;

/** The language of an entry in a request. */
export const localizedLanguage = documentedAs(
  z.preprocess(
    (value) => value ?? '',
    z.string(valueMessages.mustBeText).transform((text, context) => {
      const code = readLanguage(text);
      if (code === undefined) context.addIssue({ code: 'custom', message: valueMessages.mustBeLanguageCode });
      return code ?? '';
    }),
  ),
  z.string(),
).describe('The language as an ISO 639 code, such as `fr`. Each language can occur once.');

const entry = namedSchema(
  'LocalizedTextInput',
  z.object({
    language: localizedLanguage,
    ...mapFields((name) => fields.optionalText(localizedFields[name].max).describe(describeField(name))),
  }),
);

/** Returns texts in their stored form. Blank texts, and languages without a text, are left out. */
export function formatLocalizedTexts(list: readonly LocalizedText[]): string {
  const entries = list
    .map(({ language: code, ...texts }) => ({
      language: code,
      ...Object.fromEntries(
        localizedFieldNames.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])),
      ),
    }))
    .filter((texts) => Object.keys(texts).length > 1);
  return entries.length === 0 ? '' : JSON.stringify(entries);
}

/** Returns the texts of a stored text. */
export const parseLocalizedTexts = (text: string): LocalizedText[] =>
  text === '' ? [] : (JSON.parse(text) as LocalizedText[]);

/** Returns texts as a person reads them: `French, Title: Vers le phare`. */
export const localizedTextsInWords = (text: string): string =>
  parseLocalizedTexts(text)
    .flatMap(({ language: code, ...texts }) =>
      localizedFieldNames.flatMap((name) =>
        texts[name] ? `${languageNameOf(code) ?? code}, ${localizedFields[name].label}: ${texts[name]}` : [],
      ),
    )
    .join('\n');

/** Returns a list with one entry per language, as a list or as JSON text. */
export const localizedList = <Entry extends z.ZodType<{ readonly language: string }>>(entrySchema: Entry) =>
  fields.jsonList(entrySchema, MAX_LANGUAGES, 'languages').superRefine((list, context) => {
    const codes = list.map(({ language }) => language);
    for (const [index, code] of codes.entries())
      if (code !== '' && codes.indexOf(code) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'language'],
          message: valueMessages.twice,
          params: { failure: 'list.repeated_entry' satisfies ErrorCode },
        });
  });

/** The texts in a request, as a list or as JSON. Returns the stored text. A blank list removes them; absent changes nothing. */
export const localizedTextsInput = documentedAs(
  localizedList(entry).transform((list) => formatLocalizedTexts(list as LocalizedText[])),
  z.array(entry).max(MAX_LANGUAGES),
).optional();
