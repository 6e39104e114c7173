import type { Kysely, Transaction } from 'kysely';
import type { ImportSeries } from '#contract/imports/import-proposal';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { Book } from '#contract/books/books';
import type { ListItem } from '#server/core/audit-log/list-change';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import type { RecordLifecycle } from '#server/core/resource/lifecycle';

/** Returns the id of the series with a title, without regard to case and accents. An equal title is preferred. */
async function seriesNamed(db: Kysely<Schema>, title: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('series')
    .select(['id', 'title'])
    .where('search_key', '=', searchKeyOf(title))
    .orderBy('id')
    .execute();
  return (rows.find((row) => row.title === title) ?? rows[0])?.id;
}

/** Returns the series of a proposal with the information whether they exist. */
export async function comparedSeries(
  db: Kysely<Schema>,
  series: readonly SeriesInFile[] = [],
): Promise<ImportSeries[]> {
  const entries: ImportSeries[] = [];
  for (const { title, position } of series)
    entries.push({ title, position, is_known: (await seriesNamed(db, title)) !== undefined });
  return entries;
}

/** Returns the books with a new one in front of the first book with a higher position. */
function withBook(
  books: readonly ListItem[],
  item: ListItem & { details: { position: string } },
): ListItem[] {
  const numberOf = (position: unknown) => Number.parseFloat(String(position));
  const index = books.findIndex(
    ({ details }) => numberOf(details?.['position']) > numberOf(item.details.position),
  );
  return books.toSpliced(index === -1 ? books.length : index, 0, item);
}

/** Adds a new book to the series of its proposal that exist. */
export async function addToSeries(
  trx: Transaction<Schema>,
  life: RecordLifecycle,
  { book, series = [] }: { readonly book: Book; readonly series: readonly SeriesInFile[] | undefined },
): Promise<void> {
  for (const { title, position } of series) {
    const id = await seriesNamed(trx, title);
    const books = id === undefined ? [] : ((await life.lists(trx, id)).get('books') ?? []);
    if (id === undefined || books.some(({ key }) => key === book.code)) continue;
    const item = { key: book.code, name: book.name, details: { position } };
    await life.change(trx, id, {
      version: undefined,
      requestedState: {
        values: new Map(),
        records: new Map(),
        files: new Map(),
        lists: new Map([['books', withBook(books, item)]]),
      },
      restoreFiles: async () => undefined,
    });
  }
}
