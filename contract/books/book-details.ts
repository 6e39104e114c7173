import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { valueMessages } from '#contract/core/messages';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';
import { toDoi, toGtin, toIdentifiers, toIsbn } from './identifiers.ts';
import { formatSubjects, subject, subjectsInput } from './book-subjects.ts';
import { languageNameOf, readLanguage } from './language-names.ts';
import {
  formatLocalizedTexts,
  localizedText,
  localizedTextsInput,
  localizedTextsInWords,
} from './localized-texts.ts';
import { formatRights, right, rightsInput } from './rights.ts';

/* The fields of a book’s publication record. All are optional. */

/** The sections of the form, in order. */
export const detailSections = {
  identifiers: 'Identifiers',
  publication: 'Publication',
  rights: 'Rights',
  subjects: 'Subjects',
  texts: 'Texts for stores',
  localized: 'Texts in other languages',
} as const;
export type DetailSection = keyof typeof detailSections;

/** A field of the publication record. The request, the response, the column, the form, the spreadsheet and the audit log derive from it. */
interface BookDetail {
  /** The name on screens. */
  readonly label: string;
  readonly section: DetailSection;
  readonly input:
    | 'line'
    | 'paragraphs'
    | 'date'
    | 'number'
    | 'choice'
    | 'language'
    | 'rights'
    | 'localized'
    | 'subjects';
  /** The schema in requests, with the description for the API reference. */
  readonly schema: z.ZodType<string | number | undefined>;
  /** The column type. A blank text or 0 means that nothing is recorded. `rights`, `localized` and `subjects` are texts that responses return as a list. */
  readonly column: 'text' | 'integer' | 'rights' | 'localized' | 'subjects';
  /** The values of a choice with their names on screens. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The option for all values in the filter of a choice. */
  readonly all?: string;
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

/** The value of an unreadable day in a filter. */
export const NO_DAY = 'none';

const date = checkedText({
  max: 10,
  read: readDate,
  message: valueMessages.mustBeDate,
  apiSchema: withKeywords(z.string(), { format: 'date' }),
});

const choiceOf = (choices: Readonly<Record<string, string>>) =>
  checkedText({
    max: 40,
    read: (text) => (Object.hasOwn(choices, text) ? text : undefined),
    message: valueMessages.mustBeOneOf(Object.keys(choices)),
    apiSchema: z.enum(['', ...Object.keys(choices)]),
  });
const statuses = { announced: 'Announced', active: 'Active', withdrawn: 'Withdrawn' } as const;
const abridgements = { unabridged: 'Unabridged', abridged: 'Abridged' } as const;

export const MAX_KEYWORDS_LENGTH = 1_000;

/** The largest age of an audience. */
const MAX_AGE = 120;
const age = documentedAs(
  fields
    .wholeNumber(0, valueMessages.ageOutOfRange(MAX_AGE))
    .refine((value) => value === undefined || value <= MAX_AGE, valueMessages.ageOutOfRange(MAX_AGE)),
  z.int().min(0).max(MAX_AGE),
);

/** The fields in the order of the form. */
export const bookDetails = {
  isbn: {
    label: 'ISBN',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 40, read: toIsbn, message: valueMessages.mustBeIsbn }).describe(
      'The ISBN. An ISBN-10 becomes an ISBN-13. Hyphens are kept. Fails with 409 if another book has it. Empty text removes it.',
    ),
    hint: 'An ISBN-10 becomes an ISBN-13.',
    isSearched: true,
  },
  gtin: {
    label: 'GTIN',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 30, read: toGtin, message: valueMessages.mustBeGtin }).describe(
      'The GTIN (EAN, UPC) with 8, 12, 13 or 14 digits. Spaces and hyphens are removed.',
    ),
    isSearched: true,
  },
  doi: {
    label: 'DOI',
    section: 'identifiers',
    input: 'line',
    column: 'text',
    schema: checkedText({ max: 200, read: toDoi, message: valueMessages.mustBeDoi }).describe(
      'The DOI, such as `10.1000/182`. The address of a resolver is removed.',
    ),
    isSearched: true,
  },
  own_number: {
    column: 'text',
    label: 'Own number',
    section: 'identifiers',
    input: 'line',
    isSearched: true,
    schema: fields.optionalText(100).describe('The publisher’s own number of the book.'),
  },
  other_identifiers: {
    column: 'text',
    label: 'Other identifiers',
    section: 'identifiers',
    input: 'line',
    hint: 'Type and value, such as “ASIN: B07H4T2QK1; LCCN: 2001345678”.',
    isSearched: true,
    schema: checkedText({ max: 500, read: toIdentifiers, message: valueMessages.mustBeIdentifiers }).describe(
      'Identifiers of other types, separated by semicolons, such as `ASIN: B07H4T2QK1; LCCN: 2001345678`.',
    ),
  },
  publication_status: {
    input: 'choice',
    column: 'text',
    choices: statuses,
    all: 'All Statuses',
    label: 'Publication status',
    section: 'publication',
    schema: choiceOf(statuses).describe('The publication status: `announced`, `active` or `withdrawn`.'),
  },
  abridgement: {
    input: 'choice',
    column: 'text',
    choices: abridgements,
    all: 'Abridged or not',
    label: 'Abridgement',
    section: 'publication',
    schema: choiceOf(abridgements).describe('Whether the text is complete: `unabridged` or `abridged`.'),
  },
  publication_date: {
    input: 'date',
    column: 'text',
    label: 'Publication date',
    section: 'publication',
    schema: date.describe('The publication date as `YYYY-MM-DD`.'),
  },
  on_sale_date: {
    input: 'date',
    column: 'text',
    label: 'On-sale date',
    section: 'publication',
    schema: date.describe('The first day of sale as `YYYY-MM-DD`.'),
  },
  embargo_date: {
    input: 'date',
    column: 'text',
    label: 'Embargo until',
    section: 'publication',
    schema: date.describe('The day before which nothing about the book may be published, as `YYYY-MM-DD`.'),
  },
  content_advice: {
    input: 'line',
    column: 'text',
    label: 'Content advice',
    section: 'publication',
    schema: fields.optionalText(500).describe('Advice about sensitive content.'),
  },
  original_title: {
    input: 'line',
    column: 'text',
    label: 'Original title',
    section: 'publication',
    schema: fields.optionalText(500).describe('The title of the work in its original language.'),
  },
  original_language: {
    label: 'Original language',
    section: 'publication',
    input: 'language',
    column: 'text',
    schema: checkedText({ max: 10, read: readLanguage, message: valueMessages.mustBeLanguageCode }).describe(
      'The original language as an ISO 639 code, such as `fr`.',
    ),
  },
  age_from: {
    input: 'number',
    column: 'integer',
    label: 'Age from',
    section: 'publication',
    schema: age.describe('The lowest age of the audience in years. 0 if it is not recorded.'),
  },
  age_to: {
    input: 'number',
    column: 'integer',
    label: 'Age to',
    section: 'publication',
    schema: age.describe('The highest age of the audience in years. 0 if it is not recorded.'),
  },
  text_copyright: {
    input: 'line',
    column: 'text',
    label: 'Text copyright (©)',
    section: 'publication',
    hint: 'Year and owner, such as “2024 Jane Doe”',
    schema: fields.optionalText(500).describe('The copyright line of the text: year and owner.'),
  },
  recording_copyright: {
    input: 'line',
    column: 'text',
    label: 'Recording copyright (℗)',
    section: 'publication',
    hint: 'Year and owner, such as “2024 Jane Doe”',
    schema: fields.optionalText(500).describe('The copyright line of the recording: year and owner.'),
  },
  subjects: {
    column: 'subjects',
    label: 'Subjects',
    section: 'subjects',
    input: 'subjects',
    schema: subjectsInput.describe(
      'The subjects in order, by scheme and code. A list, or a text such as `Thema:FBA; BISAC:FIC019000=Literary fiction`. Blank removes all subjects. An unknown scheme fails with 422. A new book without `subjects` receives those of its category.',
    ),
  },
  rights: {
    column: 'rights',
    label: 'Rights',
    section: 'rights',
    input: 'rights',
    schema: rightsInput.describe(
      'The territories, days and services in which apps may show the book. A list, or a text such as `DE AT 2026-01-01..2027-12-31 main; WORLD -US -CA`. Blank removes all rights. Without rights, the book is shown everywhere.',
    ),
  },
  short_description: {
    column: 'text',
    label: 'Short description',
    section: 'texts',
    input: 'paragraphs',
    schema: fields.optionalText(500).describe('A description in one or two sentences.'),
  },
  table_of_contents: {
    column: 'text',
    label: 'Table of contents',
    section: 'texts',
    input: 'paragraphs',
    schema: fields.optionalText(5_000).describe('The table of contents. Can contain line breaks.'),
  },
  review_quotes: {
    column: 'text',
    label: 'Review quotes',
    section: 'texts',
    input: 'paragraphs',
    hint: 'Put each quote on its own line, with its source.',
    schema: fields.optionalText(5_000).describe('Quotes from reviews, one per line.'),
  },
  keywords: {
    column: 'text',
    label: 'Keywords',
    section: 'texts',
    input: 'paragraphs',
    hint: 'Separate keywords with semicolons.',
    schema: fields.optionalText(MAX_KEYWORDS_LENGTH).describe('Keywords, separated by semicolons.'),
  },
  localized_texts: {
    column: 'localized',
    label: 'Texts in other languages',
    section: 'localized',
    input: 'localized',
    schema: localizedTextsInput.describe(
      'Title, descriptions, table of contents and quotes in other languages, one entry per language. An empty list removes them.',
    ),
  },
} as const satisfies Readonly<Record<string, BookDetail>>;

type Details = typeof bookDetails;
export type DetailName = keyof Details;
export const detailNames = Object.keys(bookDetails) as DetailName[];

/** Returns true if a field belongs to the publication record. */
export const isDetail = (name: string): name is DetailName => Object.hasOwn(bookDetails, name);

/** Returns an object with a value for each field. @param valueOf returns the value of a field */
export const mapDetails = <Value>(valueOf: (name: DetailName, detail: BookDetail) => Value) =>
  Object.fromEntries(detailNames.map((name) => [name, valueOf(name, bookDetails[name])])) as Record<
    DetailName,
    Value
  >;

/** The fields of create and update requests. */
export const detailForm = mapDetails((_name, { schema }) => schema) as {
  readonly [Name in DetailName]: Details[Name]['schema'];
};

const responseSchemas = {
  text: z.string().optional(),
  integer: withKeywords(z.int(), { minimum: 0 }).optional(),
  rights: z.array(right).optional(),
  localized: z.array(localizedText).optional(),
  subjects: z.array(subject).optional(),
} as const;

/** The fields of responses. Those without a value are absent, so that lists stay small. */
export const detailItem = mapDetails((_name, { column, schema }) =>
  responseSchemas[column].describe(`${schema.description} Absent if it is not recorded.`),
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

/** Values of the publication record in responses. */
type DetailValues = { readonly [Name in DetailName]?: z.output<(typeof detailItem)[Name]> };

/** Returns a field of a book as it is edited. Lists are texts. */
export function detailText(book: DetailValues, name: DetailName): string | number {
  switch (name) {
    case 'rights':
      return formatRights(book.rights ?? []);
    case 'subjects':
      return formatSubjects(book.subjects ?? []);
    case 'localized_texts':
      return formatLocalizedTexts(book.localized_texts ?? []);
    default:
      return book[name] ?? '';
  }
}

/** The names of the fields on screens. */
export const detailLabels = mapDetails((_name, { label }) => label);

/** The fields without the ISBN, which is a separate field in files and imports. */
export const recordNames = detailNames.filter((name) => name !== 'isbn');
export type RecordName = (typeof recordNames)[number];
const { isbn: _isbnInput, ...recordInputs } = detailForm;
const { isbn: _isbnItem, ...recordItems } = detailItem;
export { recordInputs, recordItems };

const longInputs = ['paragraphs', 'rights', 'localized'] as const;

/** The fields that are columns of the book list. Long texts and rights are on the page of a book only. */
export const columnDetails = detailNames.filter(
  (name) => !longInputs.some((input) => input === bookDetails[name].input),
) as {
  [Name in DetailName]: Details[Name]['input'] extends (typeof longInputs)[number] ? never : Name;
}[DetailName][];

/** The fields that a bulk edit sets. Identifiers differ between books, and subjects are added and removed. */
export const bulkDetails = detailNames.filter(
  (name) => bookDetails[name].section !== 'identifiers' && bookDetails[name].section !== 'subjects',
) as {
  [Name in DetailName]: Details[Name]['section'] extends 'identifiers' | 'subjects' ? never : Name;
}[DetailName][];
export type BulkDetailName = (typeof bulkDetails)[number];

/** These fields of the publication record in requests of bulk edits. */
export const bulkDetailForm = Object.fromEntries(bulkDetails.map((name) => [name, detailForm[name]])) as Pick<
  typeof detailForm,
  BulkDetailName
>;

/** Returns a value of a field in words: the name of a choice or language, otherwise the value. Blank if nothing is recorded. */
export function detailInWords(name: DetailName, value: string | number): string {
  const text = value === 0 ? '' : String(value);
  const detail: BookDetail = bookDetails[name];
  if (detail.column === 'localized') return localizedTextsInWords(text);
  if (detail.choices) return detail.choices[text] ?? text;
  return detail.input === 'language' ? (languageNameOf(text) ?? text) : text;
}

/** The fields whose values are texts. */
export const textDetails = detailNames.filter((name) => bookDetails[name].column === 'text') as {
  [Name in DetailName]: Details[Name]['column'] extends 'text' ? Name : never;
}[DetailName][];

type ChoiceName = {
  [Name in DetailName]: Details[Name] extends { readonly choices: object } ? Name : never;
}[DetailName];

/** The choices, which lists of books are filtered by. */
export const choiceDetails = detailNames.filter((name) => 'choices' in bookDetails[name]) as ChoiceName[];

/** The values of these filters. An unknown value matches no book. */
export type DetailFilter = { readonly [Name in ChoiceName]?: string | undefined };

/** Returns an object with a value for each choice. */
export const mapChoices = <Value>(
  valueOf: (name: ChoiceName, choices: Readonly<Record<string, string>>) => Value,
) =>
  Object.fromEntries(choiceDetails.map((name) => [name, valueOf(name, bookDetails[name].choices)])) as Record<
    ChoiceName,
    Value
  >;

/** The query parameters of these filters. */
export const detailQuery = mapChoices((name, choices) =>
  documentedAs(
    fields
      .filterText(40)
      .transform((text) => text?.toLowerCase())
      .optional(),
    z.enum(Object.keys(choices)),
  ).describe(`Only books with this ${bookDetails[name].label.toLowerCase()}.`),
);

/** The dates, which lists of books are filtered by. */
export const dateDetails = detailNames.filter((name) => bookDetails[name].input === 'date') as {
  [Name in DetailName]: Details[Name]['input'] extends 'date' ? Name : never;
}[DetailName][];
export type DateName = (typeof dateDetails)[number];

/** A query parameter with the first or last day of a date. */
export type DayFilterName = `${DateName}_${'from' | 'to'}`;

/** Returns an object with a value for each of these parameters. */
export const mapDayFilters = <Value>(
  valueOf: (name: DayFilterName, dateName: DateName, side: 'from' | 'to') => Value,
) =>
  Object.fromEntries(
    dateDetails.flatMap((dateName) =>
      (['from', 'to'] as const).map((side) => [
        `${dateName}_${side}`,
        valueOf(`${dateName}_${side}`, dateName, side),
      ]),
    ),
  ) as Record<DayFilterName, Value>;

/** The query parameters of these filters. An unreadable day matches no book. */
export const dayQuery = mapDayFilters((_name, dateName, side) =>
  documentedAs(
    fields
      .filterText(40)
      .transform((text) => (text === undefined || isDate(text) ? text : NO_DAY))
      .optional(),
    withKeywords(z.string(), { format: 'date' }),
  ).describe(
    `Only books whose ${bookDetails[dateName].label.toLowerCase()} is this day or ${side === 'from' ? 'later' : 'earlier'}.`,
  ),
);

/** The fields that the search of books finds. */
export const searchedDetails = detailNames.filter((name) => 'isSearched' in bookDetails[name]) as {
  [Name in DetailName]: Details[Name] extends { readonly isSearched: true } ? Name : never;
}[DetailName][];
