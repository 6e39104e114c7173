import { type Transaction, sql } from 'kysely';
import { counterRow } from './counter-row.ts';
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
  const rows = await runPrepared(trx, 'change book', {}, () =>
    trx.updateTable('catalogue').set({ revision: sql`revision + 1` }).returning('revision'),
  );
  await noteChange(trx, counterRow(rows, 'catalogue').revision, bookId);
}

/** Like `changeBook`, for a book that is about to be added; returns its id. */
export async function addBook(trx: Transaction<Schema>): Promise<number> {
  const rows = await runPrepared(trx, 'add book', {}, () =>
    trx
      .updateTable('catalogue')
      .set({ revision: sql`revision + 1`, last_book_id: sql`last_book_id + 1` })
      .returning(['revision', 'last_book_id']),
  );
  const { revision, last_book_id } = counterRow(rows, 'catalogue');
  await noteChange(trx, revision, last_book_id);
  return last_book_id;
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
  const taken = await runPrepared(trx, 'take catalogue', {}, () =>
    trx.updateTable('catalogue').set({ id: 1 }).returning('id'),
  );
  counterRow(taken, 'catalogue');
  const changed = await runPrepared(trx, 'change records', { name, added }, (slot) =>
    trx
      .updateTable('record_lists')
      .set({ revision: sql`revision + 1`, total: sql`total + ${slot('added')}` })
      .where('name', '=', slot('name'))
      .returning('name'),
  );
  counterRow(changed, name);
}
