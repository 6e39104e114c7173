import { contributorNameKey } from '#contract/contributors/contributor-names';
import { defaultLanguage } from '#contract/core/languages';
import {
  bookDetails,
  detailLabels,
  type DetailName,
  detailNames,
  detailText,
  mapDetails,
  textDetails,
} from '#contract/books/book-details';
import { type Book, books } from '#contract/books/books';
import type { PageSettings } from '#contract/settings/page';
import { toMinutes } from '#web/core/lib/durations.ts';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';

import { type CustomTexts, changedCustom, customTexts } from './custom-form.ts';
import { type ContributorRow, toContributorRows, toContributorsPayload } from './contributor-rows.ts';

/* The largest ID sent for a new author, by section 9 of the specification. */
const newAuthorIdMax = 1_000;
const editedAuthorId = 3;

export interface KnownAuthor {
  readonly id: number;
  readonly name: string;
}

/** Narrators are edited as contributors. */
export const texts = textFields(books, ['narrator', ...textDetails]);

type Texts = ReturnType<typeof texts.of>;

/** The first edition in the form. The code is blank without one. */
export interface FirstEdition {
  readonly code: string;
  readonly name: string;
}

/** The values of the form's fields as their inputs contain them. Files belong to the editor. */
export interface BookFormValues extends Texts, Readonly<Record<DetailName, string>> {
  readonly publisher: string;
  readonly imprint: string;
  readonly edition_of: FirstEdition;
  readonly author: string;
  /** The last selected suggestion. It is ignored after another name was typed. */
  readonly picked_author: KnownAuthor;
  readonly chapter_count: string;
  /** The duration in minutes. */
  readonly duration: string;
  readonly category_code: string;
  readonly sub_category_code: string;
  /** The default subjects of the category that was selected for a new book. */
  readonly default_subjects: string;
  readonly language: string;
  readonly is_backup: string;
  readonly contributors: readonly ContributorRow[];
  readonly custom: CustomTexts;
}

const storedDetails = (book: Book | undefined) => mapDetails((name) => String(detailText(book ?? {}, name)));

/** Returns a field as it is sent. A blank text clears it, and 0 clears a number. */
const sentDetail = (name: DetailName, text: string): string =>
  bookDetails[name].column === 'integer' ? String(toWholeNumber(text)) : text.trim();

/** Returns the changed fields of the publication record. */
function changedDetails(values: BookFormValues, book: Book | undefined): Partial<Record<DetailName, string>> {
  const storedValues = storedDetails(book);
  const changedNames = detailNames.filter((name) => values[name] !== storedValues[name]);
  return Object.fromEntries(changedNames.map((name) => [name, sentDetail(name, values[name])]));
}

const storedPublisher = (book: Book | undefined) => ({
  publisher: book?.publisher?.name ?? '',
  imprint: book?.imprint?.name ?? '',
});

const toFirstEdition = (
  edition: { readonly code: string; readonly name: string } | undefined,
): FirstEdition =>
  edition ? { code: edition.code, name: `${edition.name} (${edition.code})` } : { code: '', name: '' };

/** Returns the code of the first edition, if it changed. */
const changedEdition = ({ edition_of: { code } }: BookFormValues, book: Book | undefined) =>
  code === toFirstEdition(book?.edition_of).code ? {} : { edition_of: code };

/** Returns the names of publisher and imprint that changed. */
function changedPublisher(values: BookFormValues, book: Book | undefined) {
  const before = storedPublisher(book);
  const changedNames = (['publisher', 'imprint'] as const).filter((name) => values[name] !== before[name]);
  return Object.fromEntries(changedNames.map((name) => [name, values[name].trim()]));
}

/**
 * Returns the imprint of the form after the publisher was changed. The stored imprint belongs to the stored publisher only. A typed imprint
 * stays.
 */
export function imprintFor(
  publisher: string,
  { imprint, stored }: { readonly imprint: string; readonly stored: Book | undefined },
): string {
  const before = storedPublisher(stored);
  const isStored = contributorNameKey(publisher) === contributorNameKey(before.publisher);
  if (isStored) return imprint === '' ? before.imprint : imprint;
  return imprint === before.imprint ? '' : imprint;
}

/** Returns the initial values of a form for an existing or a new book. */
export function toFormValues(
  book: Book | undefined,
  settings: Pick<PageSettings, 'new_book_language' | 'new_book_is_backup'>,
): BookFormValues {
  return {
    ...texts.of(book),
    ...storedDetails(book),
    ...storedPublisher(book),
    edition_of: toFirstEdition(book?.edition_of),
    author: book?.author?.name ?? '',
    picked_author: { id: 0, name: '' },
    chapter_count: String(book?.chapter_count ?? 0),
    duration: String(toMinutes(book?.duration)),
    category_code: book?.category?.code ?? '',
    sub_category_code: book?.sub_category?.code ?? '',
    default_subjects: '',
    language: String(book ? (book.language ?? defaultLanguage) : settings.new_book_language),
    contributors: toContributorRows(book?.contributors, book?.author.name),
    custom: customTexts(book),
    is_backup: (book ? book.is_backup !== 0 : settings.new_book_is_backup) ? '1' : '0',
  };
}

/** Returns the initial values of another edition of a book: without its identifiers, narrators and duration. */
export function toEditionValues(
  book: Book,
  settings: Pick<PageSettings, 'new_book_language' | 'new_book_is_backup'>,
): BookFormValues {
  const values = toFormValues(book, settings);
  const identifiers = detailNames.filter((name) => bookDetails[name].section === 'identifiers');
  return {
    ...values,
    ...Object.fromEntries(identifiers.map((name) => [name, ''])),
    edition_of: toFirstEdition(book),
    picked_author: book.author,
    chapter_count: '0',
    duration: '0',
    contributors: values.contributors.filter(({ role }) => role !== 'narrator'),
  };
}

/** Returns the stored seconds if the displayed minutes are unchanged, otherwise the minutes in seconds. */
export function toSeconds(minutes: string, book: Book | undefined): number {
  if (book && minutes === String(toMinutes(book.duration))) return book.duration;
  return toWholeNumber(minutes) * 60;
}

/** Returns the ID of an author without a known one. By section 9 it is random on create and fixed on edit. */
export function fallbackAuthorId(book: Book | undefined): number {
  return book ? editedAuthorId : 1 + Math.floor(Math.random() * newAuthorIdMax);
}

/** Returns the author to send. A known name has its ID, any other name the fallback. A blank name is replaced with the provider's name. */
export function toAuthor(
  name: string,
  {
    knownAuthors,
    providerName,
    fallbackId,
  }: {
    readonly knownAuthors: readonly (KnownAuthor | null | undefined)[];
    readonly providerName: string;
    readonly fallbackId: number;
  },
): KnownAuthor {
  const typedName = name.trim();
  if (typedName === '') return { id: fallbackId, name: providerName };
  const author = knownAuthors.find((knownAuthor) => knownAuthor?.name.trim() === typedName);
  return { id: author?.id ?? fallbackId, name: typedName };
}

/** Returns the request body of the form. It is deterministic, since repeating a create after a lost response must send the same request. */
export function toPayload(
  values: BookFormValues,
  {
    book,
    settings,
    fallbackId,
  }: { readonly book: Book | undefined; readonly settings: PageSettings; readonly fallbackId: number },
) {
  return {
    ...texts.trimmed(values),
    ...changedDetails(values, book),
    // Without this field, a new book would receive default subjects that were removed.
    ...(!book && values.default_subjects && { subjects: values.subjects }),
    ...changedCustom(values.custom, customTexts(book)),
    ...changedPublisher(values, book),
    ...changedEdition(values, book),
    chapter_count: toWholeNumber(values.chapter_count),
    duration: toSeconds(values.duration, book),
    category_code: values.category_code,
    sub_category_code: values.sub_category_code,
    language: Number(values.language),
    is_backup: values.is_backup === '0' ? 0 : 1,
    ...toContributorsPayload(values.contributors, book),
    author: toAuthor(values.author, {
      knownAuthors: [values.picked_author, book?.author],
      providerName: settings.provider_name,
      fallbackId,
    }),
  };
}

/** Returns the form field of a contract path. All errors of the author belong to one field. */
export function fieldOf(path: string): string {
  return path.replace(/^(author|contributors|localized_texts)\..*/, '$1').replace(/_upload$/, '');
}

const labels: Readonly<Record<string, string>> = detailLabels;

/** Returns the name of a field of the publication record, whose messages do not contain it. */
export const detailLabelOf = (field: string): string | undefined => labels[field];
