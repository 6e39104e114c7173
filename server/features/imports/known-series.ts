import type { Transaction } from 'kysely';
import type { Book } from '#contract/books/books';
import type { ImportSeries } from '#contract/imports/import-proposal';
import type { series } from '#contract/series/series';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ListItem } from '#server/core/audit-log/list-change';
import { withCause } from '#server/core/audit-log/signature';
import type { Schema } from '#server/core/db/schema';
import type { RecordLifecycle, WithLifecycle } from '#server/core/resource/lifecycle';
import type { WithInsert } from '#server/core/resource/record-service';
import { type DbOfSeries, seriesNamed, similarSeries } from './similar-series.ts';

/** The part of the service of series that imports use. */
export type SeriesOfImports = WithLifecycle & WithInsert<typeof series>;

/** The service of series, and the database that finds them by title. */
export interface SeriesAccess {
  readonly service: SeriesOfImports;
  readonly dialect: DbOfSeries['dialect'];
}

/** Returns the series of a proposal with the information whether they or similar ones exist. */
export async function comparedSeries(
  db: DbOfSeries,
  seriesInFiles: readonly SeriesInFile[] = [],
): Promise<ImportSeries[]> {
  const entries: ImportSeries[] = [];
  for (const { title, position } of seriesInFiles) {
    const isKnown = (await seriesNamed(db, title)) !== undefined;
    const similar = isKnown ? [] : await similarSeries(db, title);
    entries.push({ title, position, is_known: isKnown, similar });
  }
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

/** Adds a book to an existing series by its position. A book that is in the series moves there, unless the position is blank or the same. */
async function addToSeriesWithId(
  trx: Transaction<Schema>,
  life: RecordLifecycle,
  { id, book, position }: { readonly id: number; readonly book: Book; readonly position: string },
): Promise<void> {
  const books = (await life.lists(trx, id)).get('books') ?? [];
  const existing = books.find(({ key }) => key === book.code);
  if (existing && (position === '' || existing.details?.['position'] === position)) return;
  const others = books.filter((item) => item !== existing);
  const item = { key: book.code, name: book.name, details: { position } };
  await life.change(trx, id, {
    version: undefined,
    requestedState: {
      values: new Map(),
      records: new Map(),
      files: new Map(),
      lists: new Map([['books', withBook(others, item)]]),
    },
    restoreFiles: async () => undefined,
  });
}

/** Adds a book to the series of its proposal, and creates those that do not exist. @param entryId the entry of the book, which causes theirs */
export async function addToSeries(
  trx: Transaction<Schema>,
  { service, dialect }: SeriesAccess,
  {
    book,
    entryId,
    seriesInFiles = [],
  }: {
    readonly book: Book;
    readonly entryId: number;
    readonly seriesInFiles: readonly SeriesInFile[] | undefined;
  },
): Promise<void> {
  await withCause(trx, entryId, async () => {
    for (const { title, position } of seriesInFiles) {
      const id = await seriesNamed({ db: trx, dialect }, title, book.id);
      if (id === undefined) await service.insert(trx, { title, books: [{ code: book.code, position }] });
      else await addToSeriesWithId(trx, service.life, { id, book, position });
    }
  });
}
