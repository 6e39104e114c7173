import { type Transaction, sql } from 'kysely';
import { runPrepared } from './prepared.ts';
import type { RecordTable, Schema } from './schema.ts';

/** How many changes are kept for readers to catch up with. */
const KEPT_CHANGES = 10_000;
const FORGET_EVERY = 1_000;

/**
 * First in every transaction that writes books: takes the catalogue's row, so that writers follow one another and
 * everything they look up holds until they commit. Says which book changes (null: more than one).
 */
export async function changeBook(trx: Transaction<Schema>, bookId: number | null): Promise<void> {
  const [row] = await runPrepared(trx, 'change book', {}, () =>
    trx.updateTable('catalogue').set({ revision: sql`revision + 1` }).returning('revision'),
  );
  await noteChange(trx, row?.revision ?? 0, bookId);
}

/** Like `changeBook`, for a book that is about to be added; returns its id. */
export async function addBook(trx: Transaction<Schema>): Promise<number> {
  const [row] = await runPrepared(trx, 'add book', {}, () =>
    trx
      .updateTable('catalogue')
      .set({ revision: sql`revision + 1`, last_book_id: sql`last_book_id + 1` })
      .returning(['revision', 'last_book_id']),
  );
  const id = row?.last_book_id ?? 0;
  await noteChange(trx, row?.revision ?? 0, id);
  return id;
}

async function noteChange(trx: Transaction<Schema>, revision: number, book_id: number | null): Promise<void> {
  await runPrepared(trx, 'note change', { revision, book_id }, (slot) =>
    trx.insertInto('book_changes').values({ revision: slot('revision'), book_id: slot('book_id') }),
  );
  if (revision % FORGET_EVERY !== 0) return;
  await trx
    .deleteFrom('book_changes')
    .where('revision', '<=', revision - KEPT_CHANGES)
    .execute();
}

/**
 * First in every transaction that writes records of another kind: takes the catalogue's row like the writers of books, since
 * records name each other, and notes the change with the rows it adds (-1: one removed).
 */
export async function changeRecords(trx: Transaction<Schema>, name: RecordTable, added = 0): Promise<void> {
  await runPrepared(trx, 'take catalogue', {}, () => trx.updateTable('catalogue').set({ id: 1 }));
  await runPrepared(trx, 'change records', { name, added }, (slot) =>
    trx
      .updateTable('record_lists')
      .set({ revision: sql`revision + 1`, total: sql`total + ${slot('added')}` })
      .where('name', '=', slot('name')),
  );
}
