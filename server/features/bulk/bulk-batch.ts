import { type Transaction, sql } from 'kysely';
import type { BulkChanges } from '#contract/bulk/bulk';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import type { StoredChange } from '#server/core/audit-log/stored-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import { authorNamed, removeIdleAuthor } from '#server/features/books/book-authors';
import { contributorsByBooks, recountPeople } from '#server/features/books/book-contributors';
import { recountAll } from '#server/features/books/book-counts';
import { customChanges } from '#server/features/books/book-custom-values';
import { updateFilterRows } from '#server/features/books/book-filter-rows';
import {
  createdPublishers,
  namesOfPublisher,
  recordNamedPublisher,
} from '#server/features/publishers/named-publishers';
import { rowChanges } from '#server/core/resource/row-changes';
import { type ChangedBook, outcomesOf } from './bulk-outcomes.ts';
import { type BulkSettings, changedColumnsOf, targetOf } from './bulk-target.ts';

/** Blank values of the columns that only edits of the publication record read. */
const blankRows = { rights: '', subjects: '', custom_values: '' };

/** Writes the new values of these books: one statement for all books with the same values. */
export async function writeBooks(
  trx: Transaction<Schema>,
  changedBooks: readonly ChangedBook[],
  settings: BulkSettings,
): Promise<void> {
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
  for (const { before, after } of changedBooks) {
    const rows = { before: { ...blankRows, ...before }, after: { ...blankRows, ...before, ...after } };
    await updateFilterRows(trx, rows, settings);
  }
  await recountAll(trx, changedBooks);
  await writeAuditLog(trx, changedBooks, settings.custom_fields);
  for (const id of await recountAuthors(trx, changedBooks)) await removeIdleAuthor(trx, id);
}

/** Updates the numbers of books of people. @returns the people who are no longer on a book */
async function recountAuthors(
  trx: Transaction<Schema>,
  changedBooks: readonly ChangedBook[],
): Promise<number[]> {
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
  changedBooks: readonly ChangedBook[],
): Promise<Map<number, string>> {
  const ids = [...new Set(changedBooks.map(({ before }) => before.author_id))];
  const rows = await trx.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds one audit log entry per book. Values that books share are looked up once. */
async function writeAuditLog(
  trx: Transaction<Schema>,
  changedBooks: readonly ChangedBook[],
  customFields: readonly CustomField[],
): Promise<void> {
  const changesByValues = new Map<string, StoredChange[]>();
  const entries = [];
  for (const { before, after } of changedBooks) {
    const key = JSON.stringify(
      changedColumnsOf(before, after).map((column) => [column, before[column], after[column]]),
    );
    const changes = changesByValues.get(key) ?? [
      ...(await rowChanges(trx, { columns: bookColumns, before, after: { ...before, ...after } })),
      ...customChanges(customFields, before.custom_values, after.custom_values ?? before.custom_values),
    ];
    changesByValues.set(key, changes);
    const record = { id: before.id, name: before.name };
    const version = before.version + 1;
    entries.push({ kind: 'books', record, version, action: 'changed', changes } as const);
  }
  await writeEntries(trx, entries);
}

/** Returns the names of the author and the publisher of a book that an edit replaces. These records can be deleted before an undo. */
async function replacedNames(
  trx: Transaction<Schema>,
  { before, after }: ChangedBook,
  authorNames: ReadonlyMap<number, string>,
): Promise<Readonly<Record<string, string | undefined>>> {
  const { publisher_id = null, imprint_id = null } = before;
  const replacesPublisher = changedColumnsOf(before, after).some(
    (column) => column === 'publisher_id' || column === 'imprint_id',
  );
  return {
    ...(before.author_id !== after.author_id && { author: authorNames.get(before.author_id) }),
    ...(replacesPublisher && (await namesOfPublisher(trx, { publisher_id, imprint_id }))),
  };
}

/** Changes these books, and stores their previous values. @returns the number of changed books */
export async function changeBooks(
  trx: Transaction<Schema>,
  {
    changeId,
    ids,
    changes,
    settings,
  }: {
    readonly changeId: number;
    readonly ids: readonly number[];
    readonly changes: BulkChanges;
    readonly settings: BulkSettings;
  },
): Promise<number> {
  await lockForBookChange(trx, null);
  const records = {
    authorOf: (name: string) => authorNamed(trx, name),
    publishers: createdPublishers(trx),
  };
  const target = await targetOf(trx, changes, { records, settings });
  const outcomes = await outcomesOf(trx, ids, { target, languages: settings.languages });
  const changedBooks = outcomes.filter((outcome) => typeof outcome !== 'string');
  if (changedBooks.length === 0) {
    // The author was created for books that no longer exist.
    if (target.author_id !== undefined) await removeIdleAuthor(trx, target.author_id);
    return 0;
  }
  const authorNames = await authorNamesOf(trx, changedBooks);
  await writeBooks(trx, changedBooks, settings);
  for (const change of target.publisher?.changes ?? []) await recordNamedPublisher(trx, change);
  const notes = [];
  for (const book of changedBooks) {
    const { before, after } = book;
    const columns = changedColumnsOf(before, after);
    notes.push({
      change_id: changeId,
      book_id: before.id,
      version_before: before.version,
      version: before.version + 1,
      before: JSON.stringify({
        ...Object.fromEntries(columns.map((column) => [column, before[column]])),
        ...(await replacedNames(trx, book, authorNames)),
      }),
    });
  }
  await trx.insertInto('bulk_books').values(notes).execute();
  return changedBooks.length;
}
