import { type Transaction, sql } from 'kysely';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { acceptedSubjects } from '#server/core/resource/book-subjects';
import { restoreAuthor, removeIdleAuthor } from '#server/features/books/book-authors';
import { currentCustomValues } from '#server/features/books/book-custom-values';
import { editionOfEarlier, firstEditionsAmong } from '#server/features/books/book-editions';
import {
  type NamedPublisherChange,
  type PublisherNames,
  recordNamedPublisher,
  restorePublisher,
} from '#server/features/publishers/named-publishers';
import { writeBooks } from './bulk-batch.ts';
import { booksToChange, type ChangedBook } from './bulk-outcomes.ts';
import {
  type BulkBook,
  type BulkColumns,
  type BulkSettings,
  changedColumnsOf,
  isRecordColumn,
} from './bulk-target.ts';

/** The values of a book before a change, with the names of its author and publisher. */
type Earlier = Partial<BulkColumns> & PublisherNames & { readonly author?: string };

/** Returns the values of a book with the author, publisher and first edition that exist now, and without deleted values. */
function createRestorer(
  trx: Transaction<Schema>,
  settings: BulkSettings,
  firstEditions: ReadonlySet<number>,
) {
  const authors = new Map<number, number>();
  const publishers: NamedPublisherChange[] = [];

  async function authorOf({ author_id, author }: Earlier): Promise<Partial<BulkColumns>> {
    if (author_id === undefined || author === undefined) return {};
    const restoredId = authors.get(author_id) ?? (await restoreAuthor(trx, author_id, author));
    authors.set(author_id, restoredId);
    return { author_id: restoredId };
  }
  async function publisherOf(book: BulkBook, earlier: Earlier): Promise<Partial<BulkColumns>> {
    if (earlier.publisher_id === undefined && earlier.imprint_id === undefined) return {};
    const { publisher_id = null, imprint_id = null } = { ...book, ...earlier };
    const { columns, change } = await restorePublisher(trx, { publisher_id, imprint_id }, earlier);
    if (change) publishers.push(change);
    return columns;
  }
  async function editionOf({ id }: BulkBook, edition_of: number | undefined): Promise<Partial<BulkColumns>> {
    if (edition_of === undefined) return {};
    // The book became the first edition of other books.
    return firstEditions.has(id) ? {} : { edition_of: await editionOfEarlier(trx, { id, edition_of }) };
  }

  return {
    authors,
    publishers,
    async restore(before: BulkBook, earlier: Earlier): Promise<ChangedBook> {
      const { author: _author, publisher: _publisher, imprint: _imprint, ...columns } = earlier;
      const { edition_of, ...values } = columns;
      const { subjects, custom_values } = values;
      return {
        before,
        after: {
          ...before,
          ...values,
          ...(await authorOf(earlier)),
          ...(await publisherOf(before, earlier)),
          ...(await editionOf(before, edition_of)),
          ...(subjects !== undefined && { subjects: await acceptedSubjects(trx, subjects) }),
          ...(custom_values !== undefined && {
            custom_values: currentCustomValues(settings.custom_fields, custom_values),
          }),
        },
      };
    },
  };
}

/**
 * Restores the values of books before a change. Books that were changed since are skipped, and so are those whose category was deleted. A
 * deleted author or publisher is created again. @returns the number of restored books
 */
export async function restoreBooks(
  trx: Transaction<Schema>,
  {
    undoesId,
    ids,
    settings,
  }: { readonly undoesId: number; readonly ids: readonly number[]; readonly settings: BulkSettings },
): Promise<number> {
  await lockForBookChange(trx, null);
  const notes = await trx
    .selectFrom('bulk_books')
    .select(['book_id', 'version', 'before'])
    .where('change_id', '=', undoesId)
    .where('book_id', 'in', ids)
    .execute();
  const byBook = new Map(
    notes.map(({ book_id, version, before }) => [
      book_id,
      { version, before: JSON.parse(before) as Earlier },
    ]),
  );
  const columns = [...byBook.values()].flatMap(({ before }) => Object.keys(before));
  const firstEditions = columns.includes('edition_of')
    ? await firstEditionsAmong(trx, ids)
    : new Set<number>();
  const { authors, publishers, restore } = createRestorer(trx, settings, firstEditions);
  const restoredBooks: ChangedBook[] = [];
  for (const book of await booksToChange(trx, ids, columns.some(isRecordColumn))) {
    const note = byBook.get(book.id);
    if (!note || note.version !== book.version) continue;
    const restoredBook = await restore(book, note.before);
    if (changedColumnsOf(book, restoredBook.after).length > 0) restoredBooks.push(restoredBook);
  }
  if (restoredBooks.length === 0) return 0;
  const there = await existing(trx, restoredBooks);
  const possible = restoredBooks.filter(({ after }) => there(after));
  if (possible.length > 0) await writeBooks(trx, possible, settings);
  for (const change of publishers) await recordNamedPublisher(trx, change);
  for (const id of authors.values()) await removeIdleAuthor(trx, id);
  if (possible.length === 0) return 0;
  await renumber(
    trx,
    undoesId,
    possible.map(({ before }) => before.id),
  );
  return possible.length;
}

/** Updates the versions stored with the earlier change, so that it can be undone next. */
export async function renumber(
  trx: Transaction<Schema>,
  undoesId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`update bulk_books
    set version = (select books.version from books where books.id = bulk_books.book_id)
    where book_id in (${sql.join(ids)}) and version = (
      select later.version_before from bulk_books as later
      where later.change_id = ${undoesId} and later.book_id = bulk_books.book_id
    )`.execute(trx);
}

/** Returns functions that check whether all records that a book would reference again exist. */
async function existing(trx: Transaction<Schema>, restoredBooks: readonly ChangedBook[]) {
  const idsIn = async (
    table: 'authors' | 'categories',
    column: 'author_id' | 'category_id',
  ): Promise<Set<number | null>> => {
    const ids = [...new Set(restoredBooks.map(({ after }) => after[column]))].filter((id) => id !== null);
    if (ids.length === 0) return new Set([null]);
    const rows = await trx.selectFrom(table).select('id').where('id', 'in', ids).execute();
    return new Set([null, ...rows.map(({ id }) => id)]);
  };
  const authors = await idsIn('authors', 'author_id');
  const categories = await idsIn('categories', 'category_id');
  const ids = [...new Set(restoredBooks.map(({ after }) => after.sub_category_id ?? 0))];
  const subs = await trx
    .selectFrom('sub_categories')
    .select(['id', 'category_id'])
    .where('id', 'in', ids)
    .execute();
  const parents = new Map(subs.map(({ id, category_id }) => [id, category_id]));
  return (after: BulkColumns) =>
    authors.has(after.author_id) &&
    categories.has(after.category_id) &&
    (after.sub_category_id === null || parents.get(after.sub_category_id) === after.category_id);
}
