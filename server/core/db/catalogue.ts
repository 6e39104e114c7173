import { type Transaction, sql } from 'kysely';
import { counterRow } from './counter-row.ts';
import { pick, prepare } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { RecordTable } from './tables/tables.ts';

/** The number of stored changes. Caches that missed more changes are rebuilt. */
const RETAINED_CHANGES = 10_000;
const FORGET_EVERY = 1_000;

const increaseRevision = prepare((db) =>
  db.updateTable('catalogue').set({ revision: sql`revision + 1` }).returning('revision'),
);

const nextBookId = prepare((db) =>
  db
    .updateTable('catalogue')
    .set({ revision: sql`revision + 1`, last_book_id: sql`last_book_id + 1` })
    .returning(['revision', 'last_book_id']),
);

const insertChange = prepare((db, change: Schema['book_changes']) =>
  db.insertInto('book_changes').values(pick(change, ['revision', 'book_id'])),
);

const takeCatalogue = prepare((db) => db.updateTable('catalogue').set({ id: 1 }).returning('id'));

const countRecords = prepare((db, { name, added }: { name: RecordTable; added: number }) =>
  db
    .updateTable('record_lists')
    .set({ revision: sql`revision + 1`, total: sql`total + ${added}` })
    .where('name', '=', name)
    .returning('name'),
);

/**
 * Locks the catalogue row, so that writers run one after the other and their reads remain valid until they commit. Call it first in
 * every transaction that writes books.
 * @param bookId the changed book; null for several books
 */
export async function lockForBookChange(trx: Transaction<Schema>, bookId: number | null): Promise<void> {
  const rows = await increaseRevision(trx, {});
  await logBookChange(trx, counterRow(rows, 'catalogue').revision, bookId);
}

const reserveBook = prepare((db) =>
  db.updateTable('catalogue').set({ last_book_id: sql`last_book_id + 1` }).returning('last_book_id'),
);

/** Locks the catalogue row. @returns the id of a book that is inserted later */
export const reserveBookId = async (trx: Transaction<Schema>): Promise<number> =>
  counterRow(await reserveBook(trx, {}), 'catalogue').last_book_id;

/** Locks the catalogue row for a new book. @returns the id of the new book */
export async function lockForNewBook(trx: Transaction<Schema>): Promise<number> {
  const rows = await nextBookId(trx, {});
  const { revision, last_book_id } = counterRow(rows, 'catalogue');
  await logBookChange(trx, revision, last_book_id);
  return last_book_id;
}

async function logBookChange(
  trx: Transaction<Schema>,
  revision: number,
  book_id: number | null,
): Promise<void> {
  await insertChange(trx, { revision, book_id });
  if (revision % FORGET_EVERY !== 0) return;
  await trx
    .deleteFrom('book_changes')
    .where('revision', '<=', revision - RETAINED_CHANGES)
    .execute();
}

/**
 * Locks the catalogue row like the writers of books, because records refer to each other. Logs the change. Call it first in every
 * transaction that writes records other than books.
 * @param addedRows the number of added rows; -1 for a removed row
 */
export async function lockForRecordChange(
  trx: Transaction<Schema>,
  name: RecordTable,
  addedRows = 0,
): Promise<void> {
  counterRow(await takeCatalogue(trx, {}), 'catalogue');
  counterRow(await countRecords(trx, { name, added: addedRows }), name);
}

/**
 * Locks the catalogue row like the writers of records, so that reads remain valid until the commit. Call it first in every
 * transaction that writes the audit log or views but no record.
 */
export async function lockCatalogue(trx: Transaction<Schema>): Promise<void> {
  counterRow(await takeCatalogue(trx, {}), 'catalogue');
}
