import type { Kysely, Transaction } from 'kysely';
import type { Challenge, ChallengeItem } from '#contract/resources/challenges';
import { batches } from '#server/db/batches';
import { runForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { mediaUrl } from '#server/media/media-types';
import { bookCodeOf } from '../book-code.ts';
import { inOrderOf } from '../in-order-of.ts';

const columns = [
  'id',
  'title',
  'description',
  'day_count',
  'is_active',
  'image_key',
  'thumbnail_key',
  'version',
  'updated_at',
] as const;

/** A book of a challenge as it is stored; what nobody said about it is null. */
export interface BookOfDay {
  readonly book_id: number;
  readonly is_featured: number | null;
}

/** The challenges with these ids, in their order, each with its books by day; days close up after a deleted book. */
export async function challengesByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<Challenge[]> {
  const rows = await runForIds(db, 'challenges', ids, (slots) =>
    db.selectFrom('challenges').select(columns).where('id', 'in', slots),
  );
  const books = await runForIds(db, 'books of challenges', ids, (slots) =>
    db
      .selectFrom('challenge_items')
      .innerJoin('books', 'books.id', 'challenge_items.book_id')
      .select(['challenge_id', 'book_id', 'is_featured', 'books.name'])
      .where('challenge_id', 'in', slots)
      .orderBy('challenge_id')
      .orderBy('position'),
  );
  const byChallenge = Map.groupBy(books, ({ challenge_id }) => challenge_id);
  return inOrderOf(ids, rows).map(({ image_key, thumbnail_key, is_active, ...row }) => ({
    ...row,
    is_active: is_active === 1,
    image: mediaUrl(image_key),
    thumbnail_url: mediaUrl(thumbnail_key),
    items: (byChallenge.get(row.id) ?? []).map(toItem),
  }));
}

function toItem({ book_id, is_featured, name }: BookOfDay & { name: string }, day: number): ChallengeItem {
  return {
    book_code: bookCodeOf(book_id),
    order_index: day,
    ...(is_featured !== null && { is_featured: is_featured === 1 }),
    book: { name },
  };
}

/** Gives a challenge these books, a day each, instead of those it has. */
export async function replaceBooks(
  trx: Transaction<Schema>,
  challengeId: number,
  books: readonly BookOfDay[],
): Promise<void> {
  await trx.deleteFrom('challenge_items').where('challenge_id', '=', challengeId).execute();
  const rows = books.map((book, position) => ({ ...book, challenge_id: challengeId, position }));
  for (const batch of batches(rows))
    await trx
      .insertInto('challenge_items')
      .values([...batch])
      .execute();
}
