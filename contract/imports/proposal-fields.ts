import { z } from 'zod';
import type { DetailName } from '#contract/books/book-details';
import type { Book, books } from '#contract/books/books';
import { toIsbn } from '#contract/books/identifiers';
import type { CreateOf } from '#contract/core/define-resource';
import { languageLabel, languagesInForce } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';

type BookInput = CreateOf<typeof books>;

/** The fields of a book that files do not contain, or that depend on other records. */
type FieldOutsideFiles =
  | Exclude<DetailName, 'isbn'>
  | 'chapter_count'
  | 'duration'
  | 'category_code'
  | 'sub_category_code'
  | 'edition_of'
  | 'sample'
  | 'is_backup'
  | 'audio_upload'
  | 'contributors'
  | 'custom';

/**
 * A field of a book that files contain. Imports propose it as text, and exports write it. The request, the comparison with a book, the
 * review screen and the exported book derive from it.
 */
interface Field<Name extends keyof BookInput> {
  /** The name on screens. */
  readonly label: string;
  /** The description in the API reference. */
  readonly description: string;
  /** The input on the review screen. */
  readonly input: 'line' | 'paragraphs' | 'number' | 'language';
  /** The maximum length of the text. */
  readonly maxLength: number;
  /** The value in an exported book. 0 means no value. */
  readonly exported: z.ZodType<string | number>;
  readonly valueOf: (book: Book) => string | number;
  /** Returns the field of a create or update request for a valid text. */
  readonly toInput: (text: string) => BookInput[Name];
  /** Returns the error message of a text. */
  readonly errorOf: (text: string) => string | undefined;
  /** Returns a text as people read it. */
  readonly display: (text: string) => string;
}

const plainText = {
  toInput: (text: string) => text,
  errorOf: () => undefined,
  display: (text: string) => text,
};
const account = {
  ...plainText,
  input: 'line',
  maxLength: limits.maxNameLength,
  exported: z.string().max(limits.maxNameLength),
} as const;
/** A field that files of earlier versions do not contain. */
const accountInLaterFiles = { ...account, exported: account.exported.default('') } as const;

/** The fields in the order of the review screen. */
export const proposalFields = {
  name: {
    ...plainText,
    label: 'Title',
    description: 'The title.',
    input: 'line',
    maxLength: limits.maxNameLength,
    exported: z.string().min(1).max(limits.maxNameLength),
    valueOf: ({ name }) => name,
    toInput: (text) => text.slice(0, limits.maxNameLength) || 'Untitled',
    errorOf: (text) => (text === '' ? messages.titleRequired : undefined),
  },
  author: {
    ...account,
    label: 'Author',
    description: 'The author. If blank, the provider of the catalogue is used.',
    valueOf: ({ author }) => author.name,
    toInput: (name) => ({ name, id: undefined }),
  },
  narrator: {
    ...account,
    label: 'Narrator',
    description: 'The narrator.',
    valueOf: ({ narrator = '' }) => narrator,
  },
  description: {
    ...plainText,
    label: 'Description',
    description: 'Can contain line breaks.',
    input: 'paragraphs',
    maxLength: limits.maxDescriptionLength,
    exported: z.string().max(limits.maxDescriptionLength),
    valueOf: ({ description }) => description,
  },
  year: {
    label: 'Year',
    description: 'The year of publication. Blank for none.',
    input: 'number',
    maxLength: 10,
    exported: z.int().min(0).max(9_999),
    valueOf: ({ year = 0 }) => year,
    toInput: (text) => Number(text) || 0,
    errorOf: (text) => (/^([1-9]\d{0,3})?$/.test(text) ? undefined : valueMessages.noYear),
    display: (text) => text,
  },
  isbn: {
    label: 'ISBN',
    description: 'The ISBN. Blank for none.',
    input: 'line',
    maxLength: 40,
    // Files of earlier versions have no ISBN.
    exported: z.string().max(40).default(''),
    valueOf: ({ isbn = '' }) => isbn,
    toInput: (text) => toIsbn(text) ?? '',
    errorOf: (text) => (text === '' || toIsbn(text) !== undefined ? undefined : valueMessages.mustBeIsbn),
    display: (text) => text,
  },
  publisher: {
    ...accountInLaterFiles,
    label: 'Publisher',
    description: 'The publisher. Blank for none.',
    valueOf: ({ publisher }) => publisher?.name ?? '',
  },
  imprint: {
    ...accountInLaterFiles,
    label: 'Imprint',
    description: 'The imprint of the publisher. Blank for none.',
    valueOf: ({ imprint }) => imprint?.name ?? '',
  },
  language: {
    label: 'Language',
    description: 'The number of the language.',
    input: 'language',
    maxLength: 10,
    exported: z.int().min(1).max(limits.maxInteger),
    valueOf: ({ language = 0 }) => language,
    toInput: Number,
    errorOf: (text) =>
      languagesInForce().some(({ code }) => String(code) === text) ? undefined : messages.languageUnknown,
    display: languageLabel,
  },
} as const satisfies { readonly [Name in Exclude<keyof BookInput, FieldOutsideFiles>]: Field<Name> };

type Fields = typeof proposalFields;
export type ProposalFieldName = keyof Fields;
export const proposalFieldNames = Object.keys(proposalFields) as ProposalFieldName[];

/** Returns an object with a value for each field, in the order of the fields. */
export const mapProposalFields = <Value>(
  valueOf: (name: ProposalFieldName) => Value,
): Record<ProposalFieldName, Value> =>
  Object.fromEntries(proposalFieldNames.map((name) => [name, valueOf(name)])) as Record<
    ProposalFieldName,
    Value
  >;

type Property<Key extends keyof Field<'name'>> = { -readonly [Name in ProposalFieldName]: Fields[Name][Key] };

/** Returns one property of each field, with its type. */
export const propertyOfFields = <Key extends keyof Field<'name'>>(key: Key): Property<Key> =>
  mapProposalFields((name) => proposalFields[name][key]) as Property<Key>;

/** Returns the fields of an exported book. */
export const exportedFieldsOf = (book: Book) =>
  mapProposalFields((name) => proposalFields[name].valueOf(book)) as {
    -readonly [Name in ProposalFieldName]: z.output<Fields[Name]['exported']>;
  };

/** Returns a value as the text of a proposal. 0 is blank. */
export const toProposalText = (value: string | number): string => (value === 0 ? '' : String(value));

/** Returns an exported value as the text of a proposal. An invalid value is blank. */
export function proposalTextOf(name: ProposalFieldName, value: string | number): string {
  const text = toProposalText(value);
  return proposalFields[name].errorOf(text) === undefined ? text : '';
}

/** Returns the fields of a create request. */
export const toBookInput = (textOf: (name: ProposalFieldName) => string) =>
  mapProposalFields((name) => proposalFields[name].toInput(textOf(name))) as {
    -readonly [Name in ProposalFieldName]: NonNullable<BookInput[Name]>;
  };
