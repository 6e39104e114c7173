import { type Kysely, type Transaction, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** How many changes are kept for readers to catch up with. */
const KEPT_CHANGES = 10_000;

/**
 * First in every transaction that writes books: takes the catalogue's row, so that writers follow one another and
 * everything they look up holds until they commit. Says which book changes (null: more than one).
 */
export async function changeBook(trx: Transaction<Schema>, bookId: number | null): Promise<void> {
  const { revision } = await trx
    .updateTable('catalogue')
    .set({ revision: sql`revision + 1` })
    .returning('revision')
    .executeTakeFirstOrThrow();
  await noteChange(trx, revision, bookId);
}

/** Like `changeBook`, for a book that is about to be added; returns its id. */
export async function addBook(trx: Transaction<Schema>): Promise<number> {
  const { revision, last_book_id } = await trx
    .updateTable('catalogue')
    .set({ revision: sql`revision + 1`, last_book_id: sql`last_book_id + 1` })
    .returning(['revision', 'last_book_id'])
    .executeTakeFirstOrThrow();
  await noteChange(trx, revision, last_book_id);
  return last_book_id;
}

async function noteChange(trx: Transaction<Schema>, revision: number, bookId: number | null): Promise<void> {
  await trx.insertInto('book_changes').values({ revision, book_id: bookId }).execute();
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

export async function readRevision(db: Kysely<Schema>): Promise<number> {
  const { revision } = await db.selectFrom('catalogue').select('revision').executeTakeFirstOrThrow();
  return revision;
}
