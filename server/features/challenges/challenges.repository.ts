import type { Kysely, Transaction } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { challengeColumns } from '#server/core/db/tables/challenges';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = shownNames(challengeColumns);

/** A book of a challenge as stored; values that were not sent are null. */
export interface BookOfDay {
  readonly book_id: number;
  readonly is_featured: number | null;
}

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('challenges').select(columns).where('id', 'in', ids),
);

const booksOf = prepareForIds((db, ids) =>
  db
    .selectFrom('challenge_items')
    .innerJoin('books', 'books.id', 'challenge_items.book_id')
    .select(['challenge_id', 'book_id', 'is_featured', 'books.name'])
    .where('challenge_id', 'in', ids)
    .orderBy('challenge_id')
    .orderBy('position'),
);

/** Returns the challenges with these ids in their order, each with its books by day. The day of a deleted book is removed. */
export async function challengesByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const books = Map.groupBy(await booksOf(db, ids), ({ challenge_id }) => challenge_id);
  return inOrderOf(ids, rows).map((row) => ({ row, books: books.get(row.id) ?? [] }));
}

export type StoredChallenge = Awaited<ReturnType<typeof challengesByIds>>[number];

/** Replaces the books of a challenge, one per day. */
export async function replaceBooks(
  trx: Transaction<Schema>,
  challengeId: number,
  books: readonly BookOfDay[],
): Promise<void> {
  await trx.deleteFrom('challenge_items').where('challenge_id', '=', challengeId).execute();
  const rows = books.map((book, position) => ({ ...book, challenge_id: challengeId, position }));
  for await (const batch of batchesInChunks(rows))
    await trx
      .insertInto('challenge_items')
      .values([...batch])
      .execute();
}
