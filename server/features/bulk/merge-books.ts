import { type Kysely, type Transaction, sql } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { lockForBookChange } from '#server/core/db/catalogue';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { fieldError } from '#server/core/errors';
import { listChanges } from '#server/core/audit-log/list-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import type { ReleaseFiles, RestoreFiles } from '#server/core/resource/lifecycle';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import { rowChanges } from '#server/core/resource/row-changes';
import { authorIdByName, removeIdleAuthor, restoreAuthor } from '#server/features/books/book-authors';
import {
  type BookPeople,
  type Contributor,
  contributorsByBooks,
  contributorsForAuditLog,
  insertContributors,
  recountPeople,
  removeContributors,
  replaceContributor,
  restoreContributors,
} from '#server/features/books/book-contributors';
import { recountAll } from '#server/features/books/book-counts';
import { renumber } from './bulk-restore.ts';
import { bulkColumns } from './bulk-target.ts';
import { mergeDetails, restoreDetails, storedContributor } from './merge-details.ts';

/** The merge of a contributor into the one with this name. */
export interface Merge {
  readonly id: number;
  readonly name: string;
}

const rowsByIds = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select([
      ...bulkColumns.map((column) => `books.${column}` as const),
      'narrator',
      'authors.name as author',
    ])
    .where('books.id', 'in', ids)
    .orderBy('books.id'),
);

/** Returns books with the people on them. */
export async function booksWithPeople(db: Kysely<Schema>, ids: readonly number[]) {
  const contributors = Map.groupBy(await contributorsByBooks(db, ids), ({ book_id }) => book_id);
  return (await rowsByIds(db, ids)).map((book) => ({
    ...book,
    contributors: (contributors.get(book.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
  }));
}
export type BookWithPeople = Awaited<ReturnType<typeof booksWithPeople>>[number];

interface Changed {
  readonly before: BookWithPeople;
  readonly after: BookPeople;
}

/** Stores the people of books, and all values derived from them. */
async function write(trx: Transaction<Schema>, changedBooks: readonly Changed[]): Promise<void> {
  if (changedBooks.length === 0) return;
  const updated_at = new Date().toISOString();
  const entries = [];
  const countedBooks = [];
  for (const { before, after } of changedBooks) {
    const { author_id, narrator, contributors } = after;
    // An update indexes every column that it sets, so only changed ones are set.
    await trx
      .updateTable('books')
      .set({
        ...(author_id !== before.author_id && { author_id }),
        ...(narrator !== before.narrator && { narrator }),
        version: sql`version + 1`,
        updated_at,
      })
      .where('id', '=', before.id)
      .execute();
    await removeContributors(trx, before.id);
    await insertContributors(trx, before.id, contributors);
    const version = before.version + 1;
    const changes = [
      ...(await rowChanges(trx, { columns: bookColumns, before, after: { ...before, author_id, narrator } })),
      ...listChanges(
        new Map([['contributors', contributorsForAuditLog(before.contributors)]]),
        new Map([['contributors', contributorsForAuditLog(contributors)]]),
      ),
    ];
    const record = { id: before.id, name: before.name };
    entries.push({ kind: 'books', record, version, action: 'changed', changes } as const);
    countedBooks.push({ before, after: { ...before, author_id } });
  }
  await recountAll(trx, countedBooks);
  await writeEntries(trx, entries);
  for (const id of await recountPeople(trx, changedBooks)) await removeIdleAuthor(trx, id);
}

/** The people of a book before a merge, for its undo. */
interface StoredPeople {
  readonly author_id: number;
  readonly author: string;
  readonly narrator: string;
  readonly contributors: readonly Contributor[];
}

/**
 * Replaces a contributor in all roles on these books, and stores the people before. The last batch also moves the details, and removes the
 * contributor. @returns the number of changed books, and the released files @throws AppError 422 when no contributor has the name
 */
export async function mergeBooks(
  trx: Transaction<Schema>,
  {
    changeId,
    ids,
    merge,
    isLast,
    retention,
  }: {
    readonly changeId: number;
    readonly ids: readonly number[];
    readonly merge: Merge;
    readonly isLast: boolean;
    readonly retention: RetentionPolicy;
  },
): Promise<{ readonly count: number; readonly releasedFiles?: ReleaseFiles }> {
  await lockForBookChange(trx, null);
  const from = await storedContributor(trx, merge.id);
  const intoId = await authorIdByName(trx, merge.name);
  const into = intoId === undefined ? undefined : await storedContributor(trx, intoId);
  if (!into) throw fieldError('changes.contributor.name', knownErrors.noContributor(merge.name));
  // Someone else changed all of their books.
  if (!from || from.id === into.id) return { count: 0 };
  const changedBooks = (await booksWithPeople(trx, ids))
    .map((before) => ({ before, after: replaceContributor(before, from, into) }))
    .filter(({ before, after }) => after !== before);
  await write(trx, changedBooks);
  const notes = changedBooks.map(({ before }) => {
    const { author_id, author, narrator, contributors } = before;
    const people: StoredPeople = { author_id, author, narrator, contributors };
    return {
      change_id: changeId,
      book_id: before.id,
      version_before: before.version,
      version: before.version + 1,
      before: JSON.stringify(people),
    };
  });
  if (notes.length > 0) await trx.insertInto('bulk_books').values(notes).execute();
  const count = changedBooks.length;
  if (!isLast) return { count };
  return { count, releasedFiles: await mergeDetails(trx, { changeId, from, intoId: into.id, retention }) };
}

/**
 * Restores the people of books before a merge. Books that were changed since are skipped. Deleted people are created again. The last batch
 * also restores the details. @returns the number of restored books
 */
export async function separateBooks(
  trx: Transaction<Schema>,
  {
    undoesId,
    ids,
    isLast,
    restoreFiles,
  }: {
    readonly undoesId: number;
    readonly ids: readonly number[];
    readonly isLast: boolean;
    readonly restoreFiles: RestoreFiles;
  },
): Promise<number> {
  await lockForBookChange(trx, null);
  const notes =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('bulk_books')
          .select(['book_id', 'version', 'before'])
          .where('change_id', '=', undoesId)
          .where('book_id', 'in', ids)
          .execute();
  const byBook = new Map(notes.map((note) => [note.book_id, note]));
  const restoredBooks: Changed[] = [];
  for (const before of await booksWithPeople(trx, ids)) {
    const note = byBook.get(before.id);
    if (!note || note.version !== before.version) continue;
    const { author_id: authorId, author, narrator, contributors } = JSON.parse(note.before) as StoredPeople;
    const author_id = await restoreAuthor(trx, authorId, author);
    const people = await restoreContributors(trx, contributors, author_id);
    restoredBooks.push({ before, after: { author_id, narrator, contributors: people } });
  }
  await write(trx, restoredBooks);
  const restoredIds = restoredBooks.map(({ before }) => before.id);
  if (restoredIds.length > 0) await renumber(trx, undoesId, restoredIds);
  if (isLast) await restoreDetails(trx, undoesId, restoreFiles);
  return restoredBooks.length;
}
