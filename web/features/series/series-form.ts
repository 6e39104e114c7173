import { type Series, type SeriesBook, series } from '#contract/series/series';
import { textFields } from '#web/core/lib/plain-texts.ts';

const texts = textFields(series);

export interface SeriesValues extends ReturnType<typeof texts.of> {
  readonly is_ordered: boolean;
  readonly books: readonly SeriesBook[];
}

export const toValues = (item: Series | undefined): SeriesValues => ({
  ...texts.of(item),
  is_ordered: item?.is_ordered ?? true,
  books: item?.books ?? [],
});

export const toPayload = (values: SeriesValues) => ({
  ...texts.trimmed(values),
  is_ordered: values.is_ordered,
  books: values.books.map(({ code, position }) => ({ code, position: position.trim() })),
});

/** Returns the form field of a contract path. Errors of a book belong to the list of books. */
export const fieldOf = (path: string) => path.replace(/^books\..*/, 'books');

/** Returns the position of the next book: the number after the last one, or blank if that is not a whole number. */
function nextPosition(books: readonly SeriesBook[]): string {
  const { position } = books.at(-1) ?? { position: '0' };
  return /^\d{1,9}$/.test(position) ? String(Number(position) + 1) : '';
}

/** Adds a book at the end. Returns the same list if it already contains the book. */
export function withBook(
  books: readonly SeriesBook[],
  { code, name }: { readonly code: string; readonly name: string },
  isOrdered: boolean,
): readonly SeriesBook[] {
  if (books.some((book) => book.code === code)) return books;
  return [...books, { code, name, position: isOrdered ? nextPosition(books) : '' }];
}

/** Sets the position of one book. */
export const withPosition = (
  books: readonly SeriesBook[],
  code: string,
  position: string,
): readonly SeriesBook[] => books.map((book) => (book.code === code ? { ...book, position } : book));

/** Numbers the books from 1 in their order. */
export const renumberBooks = (books: readonly SeriesBook[]): readonly SeriesBook[] =>
  books.map((book, index) => ({ ...book, position: String(index + 1) }));
