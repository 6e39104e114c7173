import { type Kysely, type Transaction, sql } from 'kysely';
import { searchedDetails } from '#contract/books/book-details';
import { identifierKey } from '#contract/books/identifiers';
import { knownErrors } from '#contract/core/errors';
import type { RowOf } from '#server/core/db/columns';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { bookColumns } from '#server/core/db/tables/books';
import { fieldError } from '#server/core/errors';
import { bookCodeOf } from '#server/core/resource/book-code';

type StoredBook = RowOf<typeof bookColumns>;

/** The conditions have the text of the index `books_by_isbn`, so that the databases use it. */
const bookByIsbn = prepare((db, { key, id }: { key: string; id: number }) =>
  db
    .selectFrom('books')
    .select(['id', 'name'])
    .where(sql`replace(isbn, '-', '')`, '=', key)
    .where(sql<boolean>`isbn <> ''`)
    .where('id', '!=', id),
);

/** Returns another book with an ISBN. */
export async function otherBookWithIsbn(
  db: Kysely<Schema>,
  { isbn, id }: { readonly isbn: string; readonly id: number },
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  if (isbn === '') return undefined;
  const [other] = await bookByIsbn(db, { key: isbn.replaceAll('-', ''), id });
  return other;
}

/**
 * Checks the values of the publication record that depend on other values. @param changedColumns the columns that a write changes; all for a
 * new book @throws AppError 409, 422
 */
export async function checkDetails(
  trx: Transaction<Schema>,
  book: StoredBook,
  changedColumns?: readonly (keyof StoredBook)[],
): Promise<void> {
  const isChecked = (column: keyof StoredBook) => changedColumns?.includes(column) ?? true;
  if (book.age_to > 0 && book.age_to < book.age_from && (isChecked('age_to') || isChecked('age_from')))
    throw fieldError('age_to', knownErrors.ageToBelowFrom);
  if (!isChecked('isbn')) return;
  const other = await otherBookWithIsbn(trx, book);
  if (other) throw fieldError('isbn', knownErrors.isbnTaken(other.name, bookCodeOf(other.id)));
}

/** Returns the identifiers of a book as they are written, and without hyphens. */
export const searchedIdentifiers = (book: StoredBook): string[] => [
  ...new Set(
    searchedDetails.flatMap((name) => (book[name] === '' ? [] : [book[name], identifierKey(book[name])])),
  ),
];
