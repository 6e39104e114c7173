import type { Kysely, Transaction } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { seriesColumns } from '#server/core/db/tables/series';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = shownNames(seriesColumns);

const rowsByIds = prepareForIds((db, ids) => db.selectFrom('series').select(columns).where('id', 'in', ids));

const booksOf = prepareForIds((db, ids) =>
  db
    .selectFrom('series_books')
    .innerJoin('books', 'books.id', 'series_books.book_id')
    .select(['series_id', 'book_id', 'volume', 'books.name'])
    .where('series_id', 'in', ids)
    .orderBy('series_id')
    .orderBy('position'),
);

/** Returns the series with these ids in their order, each with its books in order. */
export async function seriesByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const books = Map.groupBy(await booksOf(db, ids), ({ series_id }) => series_id);
  return inOrderOf(ids, rows).map((row) => ({ row, books: books.get(row.id) ?? [] }));
}

export type StoredSeries = Awaited<ReturnType<typeof seriesByIds>>[number];

/** Replaces the books of a series, in order. */
export async function replaceBooks(
  trx: Transaction<Schema>,
  seriesId: number,
  books: readonly { readonly book_id: number; readonly volume: string }[],
): Promise<void> {
  await trx.deleteFrom('series_books').where('series_id', '=', seriesId).execute();
  const rows = books.map((book, position) => ({ ...book, series_id: seriesId, position }));
  for await (const batch of batchesInChunks(rows))
    await trx
      .insertInto('series_books')
      .values([...batch])
      .execute();
}
