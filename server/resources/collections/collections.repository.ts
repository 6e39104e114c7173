import type { Kysely, Transaction } from 'kysely';
import type { Collection } from '#contract/resources/collections';
import { batches } from '#server/db/batches';
import { runForIds, runPrepared } from '#server/db/prepared';
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

/** The collections with these ids, in their order, each with its books in theirs. */
export async function collectionsByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<Collection[]> {
  const rows = await runForIds(db, 'collections', ids, (slots) =>
    db.selectFrom('collections').select(columns).where('id', 'in', slots),
  );
  const named = await runForIds(db, 'books of collections', ids, (slots) =>
    db
      .selectFrom('collection_books')
      .innerJoin('books', 'books.id', 'collection_books.book_id')
      .select(['collection_id', 'book_id', 'books.name'])
      .where('collection_id', 'in', slots)
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

/** Gives a collection these books instead of those it has. Only what differs is written. */
export async function replaceBooks(
  trx: Transaction<Schema>,
  collectionId: number,
  bookIds: readonly number[],
): Promise<void> {
  const present = await trx
    .selectFrom('collection_books')
    .select(['book_id', 'position'])
    .where('collection_id', '=', collectionId)
    .execute();
  const wanted = new Set(bookIds);
  const removed = present.flatMap(({ book_id }) => (wanted.has(book_id) ? [] : book_id));
  for (const batch of batches(removed)) {
    await trx
      .deleteFrom('collection_books')
      .where('collection_id', '=', collectionId)
      .where('book_id', 'in', batch)
      .execute();
  }
  const positions = new Map(present.map(({ book_id, position }) => [book_id, position]));
  const changed = bookIds.flatMap((book_id, position) =>
    positions.get(book_id) === position ? [] : { book_id, position },
  );
  for (const batch of batches(changed)) await place(trx, collectionId, batch);
}

/** Puts books into a collection, or those that are there to other positions. */
async function place(
  trx: Transaction<Schema>,
  owner: number,
  books: readonly { readonly book_id: number; readonly position: number }[],
): Promise<void> {
  const values: Record<string, number> = { owner };
  for (const [index, { book_id, position }] of books.entries()) {
    values[`book ${index}`] = book_id;
    values[`position ${index}`] = position;
  }
  await runPrepared(trx, `place books of collection ${books.length}`, values, (slot) =>
    trx
      .insertInto('collection_books')
      .values(
        books.map((_, index) => ({
          collection_id: slot('owner'),
          position: slot(`position ${index}`),
          book_id: slot(`book ${index}`),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['collection_id', 'book_id'])
          .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
      ),
  );
}
