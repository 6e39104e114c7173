import { type Kysely, type Transaction, sql } from 'kysely';
import { bulkDetails, isDetail } from '#contract/books/book-details';
import type { BulkChanges } from '#contract/bulk/bulk';
import type { LanguageEntry } from '#contract/settings/language-list';
import { lockForBookChange } from '#server/core/db/catalogue';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import type { StoredChange } from '#server/core/audit-log/stored-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import { restoreAuthor, removeIdleAuthor } from '#server/features/books/book-authors';
import { contributorsByBooks, recountPeople } from '#server/features/books/book-contributors';
import { recountAll } from '#server/features/books/book-counts';
import { updateRights } from '#server/features/books/book-rights';
import {
  type BulkBook,
  type BulkColumns,
  applyTarget,
  bulkColumns,
  changedColumnsOf,
  differs,
  isConsistent,
  targetOf,
} from './bulk-target.ts';
import { rowChanges } from '#server/core/resource/row-changes';

export const bulkBooksByIds = prepareForIds((db, ids) =>
  db.selectFrom('books').select(bulkColumns).where('id', 'in', ids),
);

const booksWithDetails = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .select([...bulkColumns, ...bulkDetails])
    .where('id', 'in', ids),
);

/** Returns the books of a change, with the publication record if one of the columns that it sets belongs to it. */
export const booksToChange = (
  db: Kysely<Schema>,
  ids: readonly number[],
  columns: readonly string[],
): Promise<BulkBook[]> => (columns.some(isDetail) ? booksWithDetails(db, ids) : bulkBooksByIds(db, ids));

interface Changed {
  readonly before: BulkBook;
  readonly after: BulkColumns;
}

/** Writes the new values of these books: one statement for all books with the same values. */
async function write(trx: Transaction<Schema>, changedBooks: readonly Changed[]): Promise<void> {
  const updated_at = new Date().toISOString();
  const groups = Map.groupBy(changedBooks, ({ before, after }) =>
    JSON.stringify(changedColumnsOf(before, after).map((column) => [column, after[column]])),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    // An update indexes every column that it sets, so only changed ones are set.
    const set = Object.fromEntries(
      changedColumnsOf(first.before, first.after).map((column) => [column, first.after[column]]),
    );
    await trx
      .updateTable('books')
      .set({ ...set, version: sql`version + 1`, updated_at })
      .where(
        'id',
        'in',
        group.map(({ before }) => before.id),
      )
      .execute();
  }
  for (const { before, after } of changedBooks)
    if (after.rights !== undefined && before.rights !== after.rights)
      await updateRights(trx, { id: before.id, rights: after.rights });
  await recountAll(trx, changedBooks);
  await writeAuditLog(trx, changedBooks);
  for (const id of await recountAuthors(trx, changedBooks)) await removeIdleAuthor(trx, id);
}

/** Updates the numbers of books of people. @returns the people who are no longer on a book */
async function recountAuthors(trx: Transaction<Schema>, changedBooks: readonly Changed[]): Promise<number[]> {
  const books = changedBooks.filter(({ before, after }) => before.author_id !== after.author_id);
  const rows = await contributorsByBooks(
    trx,
    books.map(({ before }) => before.id),
  );
  const byBook = Map.groupBy(rows, ({ book_id }) => book_id);
  return recountPeople(
    trx,
    books.map(({ before, after }) => {
      const contributors = byBook.get(before.id) ?? [];
      return {
        before: { author_id: before.author_id, contributors },
        after: { author_id: after.author_id, contributors },
      };
    }),
  );
}

/** Returns the names of the authors of these books. An author is deleted with their last book. */
async function authorNamesOf(
  trx: Transaction<Schema>,
  changedBooks: readonly Changed[],
): Promise<Map<number, string>> {
  const ids = [...new Set(changedBooks.map(({ before }) => before.author_id))];
  const rows = await trx.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds one audit log entry per book. Values that books share are looked up once. */
async function writeAuditLog(trx: Transaction<Schema>, changedBooks: readonly Changed[]): Promise<void> {
  const changesByAuthor = new Map<string, StoredChange[]>();
  const entries = [];
  for (const { before, after } of changedBooks) {
    const key = JSON.stringify(
      changedColumnsOf(before, after).map((column) => [column, before[column], after[column]]),
    );
    const changes =
      changesByAuthor.get(key) ??
      (await rowChanges(trx, { columns: bookColumns, before, after: { ...before, ...after } }));
    changesByAuthor.set(key, changes);
    const record = { id: before.id, name: before.name };
    const version = before.version + 1;
    entries.push({ kind: 'books', record, version, action: 'changed', changes } as const);
  }
  await writeEntries(trx, entries);
}

/** Changes these books, and stores their previous values. @returns the number of changed books */
export async function changeBooks(
  trx: Transaction<Schema>,
  {
    changeId,
    ids,
    changes,
    languages,
  }: {
    readonly changeId: number;
    readonly ids: readonly number[];
    readonly changes: BulkChanges;
    readonly languages: readonly LanguageEntry[];
  },
): Promise<number> {
  await lockForBookChange(trx, null);
  const target = await targetOf(trx, changes);
  const changedBooks = (await booksToChange(trx, ids, Object.keys(target.details)))
    .map((before) => ({ before, after: applyTarget(before, target, languages) }))
    .filter(({ before, after }) => differs(before, after) && isConsistent(before, after));
  if (changedBooks.length === 0) {
    // The author was created for books that no longer exist.
    if (target.author_id !== undefined) await removeIdleAuthor(trx, target.author_id);
    return 0;
  }
  const authorNames = await authorNamesOf(trx, changedBooks);
  await write(trx, changedBooks);
  const notes = changedBooks.map(({ before, after }) => ({
    change_id: changeId,
    book_id: before.id,
    version_before: before.version,
    version: before.version + 1,
    before: JSON.stringify({
      ...Object.fromEntries(changedColumnsOf(before, after).map((column) => [column, before[column]])),
      ...(before.author_id !== after.author_id && { author: authorNames.get(before.author_id) }),
    }),
  }));
  await trx.insertInto('bulk_books').values(notes).execute();
  return changedBooks.length;
}

/**
 * Restores the values of books before a change. Books that were changed since are skipped, and so are those whose category was deleted. A
 * deleted author is created again. @returns the number of restored books
 */
export async function restoreBooks(
  trx: Transaction<Schema>,
  undoesId: number,
  ids: readonly number[],
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
      { version, before: JSON.parse(before) as Partial<BulkColumns> & { readonly author?: string } },
    ]),
  );
  const columns = [...byBook.values()].flatMap(({ before }) => Object.keys(before));
  const authors = new Map<number, number>();
  const restoredBooks: Changed[] = [];
  for (const before of await booksToChange(trx, ids, columns)) {
    const note = byBook.get(before.id);
    if (!note || note.version !== before.version) continue;
    const { author, ...were } = note.before;
    if (were.author_id !== undefined && author !== undefined) {
      const restoredAuthor =
        authors.get(were.author_id) ?? (await restoreAuthor(trx, were.author_id, author));
      authors.set(were.author_id, restoredAuthor);
      were.author_id = restoredAuthor;
    }
    restoredBooks.push({ before, after: { ...before, ...were } });
  }
  if (restoredBooks.length === 0) return 0;
  const there = await existing(trx, restoredBooks);
  const possible = restoredBooks.filter(({ after }) => there(after));
  if (possible.length > 0) await write(trx, possible);
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
async function existing(trx: Transaction<Schema>, restoredBooks: readonly Changed[]) {
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
