import { type Transaction, sql } from 'kysely';
import { runPrepared } from './prepared.ts';
import type { Schema } from './schema.ts';

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

/** First in every transaction that writes categories or sub-categories, with what it adds to their numbers. */
export async function changeCategories(
  trx: Transaction<Schema>,
  added: { categories?: number; subCategories?: number } = {},
): Promise<void> {
  await trx
    .updateTable('catalogue')
    .set({
      category_revision: sql`category_revision + 1`,
      category_count: sql`category_count + ${added.categories ?? 0}`,
      sub_category_count: sql`sub_category_count + ${added.subCategories ?? 0}`,
    })
    .execute();
}
