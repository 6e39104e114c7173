import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { valueMessages } from '#contract/core/messages';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';
import { toDoi, toGtin, toIsbn } from './identifiers.ts';

/* The fields of a book’s publication record. All are optional. */

/** The sections of the form, in order. */
export const detailSections = {
  identifiers: 'Identifiers',
  publication: 'Publication',
  texts: 'Texts for stores',
} as const;
export type DetailSection = keyof typeof detailSections;

/** A field of the publication record. The request, the response, the column, the form, the spreadsheet and the audit log derive from it. */
interface BookDetail {
  /** The name on screens. */
  readonly label: string;
  /** The description in the API reference. */
  readonly description: string;
  readonly section: DetailSection;
  readonly input: 'line' | 'paragraphs' | 'date' | 'number' | 'choice' | 'language';
  /** The schema in requests. */
  readonly schema: z.ZodType<string | number | undefined>;
  /** The column type. A blank text or 0 means that nothing is recorded. */
  readonly column: 'text' | 'integer';
  /** The values of a choice with their names on screens. */
  readonly choices?: Readonly<Record<string, string>>;
  /** A hint below the input. */
  readonly hint?: string;
  /** True if the search of books finds the value. */
  readonly isSearched?: true;
}

interface TextRule {
  readonly max: number;
  /** Returns the stored text, or undefined if it is invalid. */
  readonly read: (text: string) => string | undefined;
  readonly message: string;
  /** The schema in the API reference, if it is more than a text. */
  readonly apiSchema?: z.ZodType;
}

/** A text that is stored in one form. Blank clears it; absent leaves it unchanged. */
const checkedText = ({ max, read, message, apiSchema = z.string().max(max) }: TextRule) =>
  documentedAs(
    fields
      .optionalText(max)
      .transform((text, context) => {
        if (text === undefined || text === '') return text;
        const value = read(text);
        if (value === undefined) context.addIssue({ code: 'custom', message });
        return value;
      })
      .optional(),
    apiSchema,
  );

const isDate = (text: string): boolean => z.iso.date().safeParse(text).success;
const readDate = (text: string) => (isDate(text) ? text : undefined);

const date = {
  input: 'date',
  column: 'text',
  schema: checkedText({
    max: 10,
    read: readDate,
    message: valueMessages.mustBeDate,
    apiSchema: withKeywords(z.string(), { format: 'date' }),
  }),
} as const;

const textOf = (max: number) => ({ schema: fields.optionalText(max), column: 'text' }) as const;
const line = { ...textOf(500), input: 'line' } as const;

const choiceOf = <const Choices extends Readonly<Record<string, string>>>(choices: Choices) =>
  ({
    input: 'choice',
    column: 'text',
    choices,
    schema: checkedText({
      max: 40,
      read: (text) => (text in choices ? text : undefined),
      message: valueMessages.mustBeOneOf(Object.keys(choices)),
      apiSchema: z.enum(['', ...Object.keys(choices)]),
    }),
  }) as const;

/** The largest age of an audience. */
const MAX_AGE = 120;
const age = {
  input: 'number',
  column: 'integer',
  schema: documentedAs(
    fields
      .wholeNumber(0, valueMessages.ageOutOfRange(MAX_AGE))
      .refine((value) => value === undefined || value <= MAX_AGE, valueMessages.ageOutOfRange(MAX_AGE)),
    z.int().min(0).max(MAX_AGE),
  ),
} as const;

/** Returns the English name of a language, or undefined for an unknown code. */
export function languageNameOf(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/.test(code)) return undefined;
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
}

const readLanguage = (text: string) => {
  const code = text.toLowerCase();
  return languageNameOf(code) === undefined ? undefined : code;
};

/** The fields in the order of the form. */
export const bookDetails = {
  isbn: {
    label: 'ISBN',
    description:
      'The ISBN. An ISBN-10 becomes an ISBN-13. Hyphens are kept. Fails with 409 if another book has it. Empty text removes it.',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 40, read: toIsbn, message: valueMessages.mustBeIsbn }),
    hint: 'An ISBN-10 becomes an ISBN-13.',
    isSearched: true,
  },
  gtin: {
    label: 'GTIN',
    description: 'The GTIN (EAN, UPC) with 8, 12, 13 or 14 digits. Spaces and hyphens are removed.',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 30, read: toGtin, message: valueMessages.mustBeGtin }),
    isSearched: true,
  },
  doi: {
    label: 'DOI',
    description: 'The DOI, such as `10.1000/182`. The address of a resolver is removed.',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 200, read: toDoi, message: valueMessages.mustBeDoi }),
    isSearched: true,
  },
  own_number: {
    ...textOf(100),
    label: 'Own number',
    description: 'The publisher’s own number of the book.',
    section: 'identifiers',
    input: 'line',
    isSearched: true,
  },
  publication_status: {
    ...choiceOf({ announced: 'Announced', active: 'Active', withdrawn: 'Withdrawn' }),
    label: 'Publication status',
    description: 'The publication status: `announced`, `active` or `withdrawn`.',
    section: 'publication',
  },
  abridgement: {
    ...choiceOf({ unabridged: 'Unabridged', abridged: 'Abridged' }),
    label: 'Abridgement',
    description: 'Whether the text is complete: `unabridged` or `abridged`.',
    section: 'publication',
  },
  publication_date: {
    ...date,
    label: 'Publication date',
    description: 'The publication date as `YYYY-MM-DD`.',
    section: 'publication',
  },
  on_sale_date: {
    ...date,
    label: 'On-sale date',
    description: 'The first day of sale as `YYYY-MM-DD`.',
    section: 'publication',
  },
  embargo_date: {
    ...date,
    label: 'Embargo until',
    description: 'The day before which nothing about the book may be published, as `YYYY-MM-DD`.',
    section: 'publication',
  },
  content_advice: {
    ...line,
    label: 'Content advice',
    description: 'Advice about sensitive content.',
    section: 'publication',
  },
  original_title: {
    ...line,
    label: 'Original title',
    description: 'The title of the work in its original language.',
    section: 'publication',
  },
  original_language: {
    label: 'Original language',
    description: 'The original language as an ISO 639 code, such as `fr`.',
    section: 'publication',
    input: 'language',
    column: 'text',
    schema: checkedText({ max: 10, read: readLanguage, message: valueMessages.mustBeLanguageCode }),
  },
  age_from: {
    ...age,
    label: 'Age from',
    description: 'The lowest age of the audience in years. 0 if it is not recorded.',
    section: 'publication',
  },
  age_to: {
    ...age,
    label: 'Age to',
    description: 'The highest age of the audience in years. 0 if it is not recorded.',
    section: 'publication',
  },
  text_copyright: {
    ...line,
    label: 'Text copyright (©)',
    description: 'The copyright line of the text: year and owner.',
    section: 'publication',
    hint: 'Year and owner, such as “2024 Jane Doe”',
  },
  recording_copyright: {
    ...line,
    label: 'Recording copyright (℗)',
    description: 'The copyright line of the recording: year and owner.',
    section: 'publication',
    hint: 'Year and owner, such as “2024 Jane Doe”',
  },
  short_description: {
    ...textOf(500),
    label: 'Short description',
    description: 'A description in one or two sentences.',
    section: 'texts',
    input: 'paragraphs',
  },
  keywords: {
    ...textOf(1_000),
    label: 'Keywords',
    description: 'Keywords, separated by semicolons.',
    section: 'texts',
    input: 'paragraphs',
    hint: 'Separate keywords with semicolons.',
  },
} as const satisfies Readonly<Record<string, BookDetail>>;

type Details = typeof bookDetails;
export type DetailName = keyof Details;
export const detailNames = Object.keys(bookDetails) as DetailName[];

/** Returns an object with a value for each field. @param valueOf returns the value of a field */
export const mapDetails = <Value>(valueOf: (name: DetailName, detail: BookDetail) => Value) =>
  Object.fromEntries(detailNames.map((name) => [name, valueOf(name, bookDetails[name])])) as Record<
    DetailName,
    Value
  >;

/** The fields of create and update requests. */
export const detailForm = mapDetails((_name, { schema, description }) => schema.describe(description)) as {
  readonly [Name in DetailName]: Details[Name]['schema'];
};

const responseSchemas = {
  text: z.string().optional(),
  integer: withKeywords(z.int(), { minimum: 0 }).optional(),
} as const;

/** The fields of responses. Those without a value are absent, so that lists stay small. */
export const detailItem = mapDetails((_name, { column, description }) =>
  responseSchemas[column].describe(`${description} Absent if it is not recorded.`),
) as { readonly [Name in DetailName]: (typeof responseSchemas)[Details[Name]['column']] };

/** Values of the publication record in requests. */
export type DetailInput = { -readonly [Name in DetailName]?: z.output<Details[Name]['schema']> };

/**
 * Returns the valid values of the record of a book or file. Blank, invalid and unknown ones are left out, and so is the ISBN, which is a
 * separate field in files.
 */
export function recordForFile(record: Readonly<Record<string, unknown>>): DetailInput {
  const entries = detailNames.flatMap((name) => {
    if (name === 'isbn') return [];
    const { success, data } = bookDetails[name].schema.safeParse(record[name]);
    return success && data !== undefined && data !== '' && data !== 0 ? [[name, data] as const] : [];
  });
  const { age_to, ...details } = Object.fromEntries(entries) as DetailInput;
  return age_to === undefined || age_to < (details.age_from ?? 0) ? details : { ...details, age_to };
}

/** The names of the fields on screens. */
export const detailLabels = mapDetails((_name, { label }) => label);

/** The fields whose values are texts. */
export const textDetails = detailNames.filter((name) => bookDetails[name].column === 'text') as {
  [Name in DetailName]: Details[Name]['column'] extends 'text' ? Name : never;
}[DetailName][];

/** The fields that the search of books finds. */
export const searchedDetails = detailNames.filter((name) => 'isSearched' in bookDetails[name]) as {
  [Name in DetailName]: Details[Name] extends { readonly isSearched: true } ? Name : never;
}[DetailName][];
