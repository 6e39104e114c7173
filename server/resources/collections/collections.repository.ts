import type { Kysely, Transaction } from 'kysely';
import type { Collection } from '#contract/resources/collections';
import { batches } from '#server/db/batches';
import { runPrepared } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { mediaUrl } from '#server/media/media-types';
import { bookCodeOf } from '../book-code.ts';
import { inOrderOf } from '../in-order-of.ts';

const columns = [
  'id',
  'title',
  'description',
  'image_key',
  'thumbnail_key',
  'version',
  'updated_at',
] as const;

interface BookOfCollection {
  readonly collection_id: number;
  readonly book_id: number;
  readonly name: string;
}

/** The collections with these ids, in their order, each with its books in theirs. */
export async function collectionsByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<Collection[]> {
  const values = Object.fromEntries(ids.map((id, index) => [String(index), id]));
  const slots = (slot: (name: string) => never) => ids.map((_, index) => slot(String(index)) as number);
  const rows = await runPrepared<
    Pick<Schema['collections'], Exclude<(typeof columns)[number], 'id'>> & { id: number }
  >(db, `collections ${ids.length}`, values, (slot) =>
    db.selectFrom('collections').select(columns).where('id', 'in', slots(slot)),
  );
  const named = await runPrepared<BookOfCollection>(
    db,
    `books of collections ${ids.length}`,
    values,
    (slot) =>
      db
        .selectFrom('collection_books')
        .innerJoin('books', 'books.id', 'collection_books.book_id')
        .select(['collection_id', 'book_id', 'books.name'])
        .where('collection_id', 'in', slots(slot))
        .orderBy('collection_id')
        .orderBy('position'),
  );
  const books = Map.groupBy(named, ({ collection_id }) => collection_id);
  return inOrderOf(ids, rows).map(({ image_key, thumbnail_key, ...row }) => ({
    ...row,
    image: mediaUrl(image_key),
    thumbnail_url: mediaUrl(thumbnail_key),
    books: (books.get(row.id) ?? []).map(({ book_id, name }) => ({ code: bookCodeOf(book_id), name })),
  }));
}

/** Gives a collection these books instead of those it has. */
export async function replaceBooks(
  trx: Transaction<Schema>,
  collectionId: number,
  bookIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('collection_books').where('collection_id', '=', collectionId).execute();
  let position = 0;
  for (const batch of batches(bookIds)) {
    const values: Record<string, number> = { owner: collectionId };
    for (const [index, id] of batch.entries()) {
      values[`book ${index}`] = id;
      values[`position ${index}`] = position++;
    }
    await runPrepared(trx, `insert books of collection ${batch.length}`, values, (slot) =>
      trx.insertInto('collection_books').values(
        batch.map((_, index) => ({
          collection_id: slot('owner'),
          position: slot(`position ${index}`),
          book_id: slot(`book ${index}`),
        })),
      ),
    );
  }
}
