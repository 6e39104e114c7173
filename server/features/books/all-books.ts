import type { Book, BooksQuery } from '#contract/books/books';
import type { Database } from '#server/core/db/open';
import type { CurrentSettings } from '#server/core/settings/settings';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { readFilter } from './book-filter.ts';
import { contributorsByBooks } from './book-contributors.ts';
import { toBooks } from './books.presenter.ts';
import { booksByIds, inOrderOfSeries } from './books.repository.ts';
import { orderOf } from './book-order.ts';
import { createListReader } from './list-reader.ts';

/** Reading and writing a chunk delays other requests by a few milliseconds. */
const BOOKS_PER_CHUNK = 100;

/** Runs reads of the catalogue, live or with the changes of a release. */
export type ReadCatalogue = <Result>(run: (database: Database) => Promise<Result>) => Promise<Result>;

/**
 * Yields every book of a list in its order and without chapters, in chunks. The list is a snapshot of the start; books deleted since are
 * skipped. Memory contains eight bytes per book, and one chunk.
 */
export async function* allBooks(
  read: ReadCatalogue,
  query: BooksQuery,
  { languages, custom_fields: customFields }: Pick<CurrentSettings, 'languages' | 'custom_fields'>,
): AsyncGenerator<Book[]> {
  const order = await read(async (database) => {
    const { kysely } = database;
    const filter = await readFilter(kysely, query, languages);
    if (!filter) return [];
    const { ids } = await createListReader(database).whole(filter, orderOf(query));
    const newestFirst = query.sort === 'asc' ? ids : ids.toReversed();
    return filter.series_id !== undefined && !query.sort
      ? inOrderOfSeries(kysely, filter.series_id, newestFirst)
      : newestFirst;
  });
  for (let start = 0; start < order.length; start += BOOKS_PER_CHUNK) {
    const some = Array.from(order.slice(start, start + BOOKS_PER_CHUNK));
    yield await read(async ({ kysely }) => {
      const rows = inOrderOf(some, await booksByIds(kysely, some));
      return toBooks(rows, { contributors: await contributorsByBooks(kysely, some), customFields });
    });
    await yieldToEventLoop();
  }
}
