import type { Transaction } from 'kysely';
import { searchedDetails } from '#contract/books/book-details';
import type { RowOf } from '#server/core/db/columns';
import { wordPrefixesOf, searchKeyOf } from '#server/core/db/folding';
import { pick, prepare, prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { recordSearchWords } from '#server/core/db/search-words';
import type { bookColumns } from '#server/core/db/tables/books';
import { notFound } from '#server/core/errors';
import { bookCodeOf } from '#server/core/resource/book-code';
import { numberEntriesOf } from '#server/core/resource/number-index';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import type { CurrentSettings } from '#server/core/settings/settings';
import { searchedIdentifiers } from './book-details.ts';

/* The row of a book, and its row in the search index. */

/** Settings that writes of books use. */
export type BookSettings = Pick<
  CurrentSettings,
  'provider_name' | 'new_book_language' | 'new_book_is_backup' | 'languages' | 'custom_fields'
> &
  RetentionPolicy;

export type StoredBook = RowOf<typeof bookColumns>;

/** The columns that the search index contains. */
const searchedColumns: readonly (keyof StoredBook)[] = ['name', ...searchedDetails];

const keysOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[];

const insertRow = prepareEach((db, book: StoredBook, columns: readonly (keyof StoredBook)[]) =>
  db.insertInto('books').values(pick(book, columns) as StoredBook),
);

const updateRow = prepareEach((db, book: StoredBook, changedColumns: readonly (keyof StoredBook)[]) =>
  db.updateTable('books').set(pick(book, changedColumns)).where('id', '=', book.id),
);

const insertSearchRow = prepare((db, search: Schema['book_search']) =>
  db.insertInto('book_search').values(pick(search, ['book_id', 'search_key', 'beginnings'])),
);

const updateSearchRow = prepare((db, search: Schema['book_search']) =>
  db
    .updateTable('book_search')
    .set(pick(search, ['search_key', 'beginnings']))
    .where('book_id', '=', search.book_id),
);

const storedById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('books').selectAll().where('id', '=', id),
);

/** Returns the row of a book in the search index. */
export function searchRowOf(book: StoredBook): Schema['book_search'] {
  const search_key = searchKeyOf(book.name, bookCodeOf(book.id), ...searchedIdentifiers(book));
  const beginnings = [wordPrefixesOf(search_key), ...numberEntriesOf(search_key)].join(' ');
  return { book_id: book.id, search_key, beginnings };
}

export const insertBookRow = (trx: Transaction<Schema>, book: StoredBook): Promise<unknown> =>
  insertRow(trx, keysOf(book), book);

/** Adds a book to the search index. */
export async function insertSearchRowOf(trx: Transaction<Schema>, book: StoredBook): Promise<void> {
  await insertSearchRow(trx, searchRowOf(book));
  await recordSearchWords(trx, [book.name]);
}

/** Returns the columns whose values differ. */
export const changedColumnsOf = (before: StoredBook, after: StoredBook) =>
  keysOf(after).filter((column) => after[column] !== before[column]);

/** Updates the changed columns of a book. An update indexes every column that it sets, so the others are left out. */
export const updateBookRow = (
  trx: Transaction<Schema>,
  book: StoredBook,
  changedColumns: readonly (keyof StoredBook)[],
): Promise<unknown> => updateRow(trx, changedColumns, book);

/** Updates a book in the search index if a column that it contains has changed. */
export async function updateSearchRowOf(
  trx: Transaction<Schema>,
  book: StoredBook,
  changedColumns: readonly (keyof StoredBook)[],
): Promise<void> {
  if (!searchedColumns.some((column) => changedColumns.includes(column))) return;
  await updateSearchRow(trx, searchRowOf(book));
  await recordSearchWords(trx, [book.name]);
}

/** @throws AppError 404 */
export async function readStoredBook(trx: Transaction<Schema>, id: number): Promise<StoredBook> {
  const [book] = await storedById(trx, { id });
  if (!book) throw notFound('book');
  return book;
}
