import type { Kysely, Transaction } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import { prepareEach, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { collectionColumns } from '#server/core/db/tables/collections';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = shownNames(collectionColumns);

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('collections').select(columns).where('id', 'in', ids),
);

const booksOf = prepareForIds((db, ids) =>
  db
    .selectFrom('collection_books')
    .innerJoin('books', 'books.id', 'collection_books.book_id')
    .select(['collection_id', 'book_id', 'books.name'])
    .where('collection_id', 'in', ids)
    .orderBy('collection_id')
    .orderBy('position'),
);

/** Returns the collections with these ids in their order, each with its books in order. */
export async function collectionsByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const books = Map.groupBy(await booksOf(db, ids), ({ collection_id }) => collection_id);
  return inOrderOf(ids, rows).map((row) => ({ row, books: books.get(row.id) ?? [] }));
}

export type StoredCollection = Awaited<ReturnType<typeof collectionsByIds>>[number];

/** Replaces the books of a collection. Only differences are written. */
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
  const requestedIds = new Set(bookIds);
  const removedIds = present.flatMap(({ book_id }) => (requestedIds.has(book_id) ? [] : book_id));
  for await (const batch of batchesInChunks(removedIds)) {
    await trx
      .deleteFrom('collection_books')
      .where('collection_id', '=', collectionId)
      .where('book_id', 'in', batch)
      .execute();
  }
  const positions = new Map(present.map(({ book_id, position }) => [book_id, position]));
  const changedPositions = bookIds.flatMap((book_id, position) =>
    positions.get(book_id) === position ? [] : { book_id, position },
  );
  for await (const batch of batchesInChunks(changedPositions)) await setPosition(trx, collectionId, batch);
}

const insertBooks = prepareEach((db, values: Record<string, number>, count: number) =>
  db
    .insertInto('collection_books')
    .values(
      Array.from({ length: count }, (_, index) => ({
        collection_id: values.owner ?? 0,
        position: values[`position ${index}`] ?? 0,
        book_id: values[`book ${index}`] ?? 0,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['collection_id', 'book_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    ),
);

/** Inserts books into a collection, or moves existing ones to other positions. */
async function setPosition(
  trx: Transaction<Schema>,
  owner: number,
  books: readonly { readonly book_id: number; readonly position: number }[],
): Promise<void> {
  const values: Record<string, number> = { owner };
  for (const [index, { book_id, position }] of books.entries()) {
    values[`book ${index}`] = book_id;
    values[`position ${index}`] = position;
  }
  await insertBooks(trx, books.length, values);
}
