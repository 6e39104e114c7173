import { defaultLanguage } from '#contract/core/languages';
import { type Book, books } from '#contract/books/books';
import type { PageSettings } from '#contract/settings/page';
import { toMinutes } from '#web/core/lib/durations.ts';
import { plainTexts } from '#web/core/lib/plain-texts.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';

/* The largest id that a new author is sent with, by section 9 of the specification. */
const newAuthorIdMax = 1_000;
const editedAuthorId = 3;

export interface KnownAuthor {
  readonly id: number;
  readonly name: string;
}

/** Imports know the narrator; the form has no field for one. */
export const texts = plainTexts(books, ['narrator']);

type Texts = ReturnType<typeof texts.of>;

/** The values of the form's fields, as their inputs have them; files belong to the editor. */
export interface BookFormValues extends Texts {
  readonly author: string;
  /** The suggestion that was picked last; a name typed over it leaves it without effect. */
  readonly picked_author: KnownAuthor;
  readonly chapter_count: string;
  /** Minutes. */
  readonly duration: string;
  readonly category_code: string;
  readonly sub_category_code: string;
  readonly language: string;
  readonly is_backup: string;
}

/** The values a form begins with: those of a book, or those of a new one. */
export function toFormValues(
  book: Book | undefined,
  settings: Pick<PageSettings, 'new_book_language' | 'new_book_is_backup'>,
): BookFormValues {
  return {
    ...texts.of(book),
    author: book?.author?.name ?? '',
    picked_author: { id: 0, name: '' },
    chapter_count: String(book?.chapter_count ?? 0),
    duration: String(toMinutes(book?.duration)),
    category_code: book?.category?.code ?? '',
    sub_category_code: book?.sub_category?.code ?? '',
    language: String(book ? (book.language ?? defaultLanguage) : settings.new_book_language),
    is_backup: (book ? book.is_backup !== 0 : settings.new_book_is_backup) ? '1' : '0',
  };
}

/** The stored seconds while the shown minutes were not touched, else the minutes as seconds. */
export function toSeconds(minutes: string, book: Book | undefined): number {
  if (book && minutes === String(toMinutes(book.duration))) return book.duration;
  return toWholeNumber(minutes) * 60;
}

/** The id that an author without a known one is sent with, which section 9 leaves to chance on create and fixes on edit. */
export function fallbackAuthorId(book: Book | undefined): number {
  return book ? editedAuthorId : 1 + Math.floor(Math.random() * newAuthorIdMax);
}

/** The author to send. One of the known names keeps its id, any other takes the fallback. No name is the provider's name. */
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
  const typed = name.trim();
  if (typed === '') return { id: fallbackId, name: providerName };
  const author = knownAuthors.find((each) => each?.name.trim() === typed);
  return { id: author?.id ?? fallbackId, name: typed };
}

/**
 * The form as the wire wants it. The same arguments give the same payload, since a create that is repeated after a lost
 * answer has to be the same request.
 */
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
    chapter_count: toWholeNumber(values.chapter_count),
    duration: toSeconds(values.duration, book),
    category_code: values.category_code,
    sub_category_code: values.sub_category_code,
    language: Number(values.language),
    is_backup: values.is_backup === '0' ? 0 : 1,
    author: toAuthor(values.author, {
      knownAuthors: [values.picked_author, book?.author],
      providerName: settings.provider_name,
      fallbackId,
    }),
  };
}

/** The form's field for one of the contract's paths: all that is wrong with an author belongs to the one field. */
export function fieldOf(path: string): string {
  return path.replace(/^author\..*/, 'author').replace(/_upload$/, '');
}
