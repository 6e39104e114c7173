import type { Kysely, Selectable } from 'kysely';
import type { KnownLanguages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import type { BooksQuery } from '#contract/books/books';
import type { Database } from '#server/core/db/open';
import { prepare, prepareEach, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { countBooks } from './book-counts.ts';
import { labelledSubjects } from '#server/core/resource/book-subjects';
import {
  type BookFilter,
  type FilterColumn,
  columnsOf,
  everyBook,
  isOnlyContributor,
  readFilter,
} from './book-filter.ts';
import { pageOfContributor } from './contributor-page.ts';
import { shownNames } from '#server/core/resource/columns';
import { bookCodeOf } from '#server/core/resource/book-code';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { sampleUrls } from './book-sample.ts';
import { type DateOrder, idsByDate, orderOf } from './book-order.ts';
import { createListCache } from './list-cache.ts';

/** Later pages are not read by walking an index. */
const MAX_WALK = 1_000;
/** An index walk is used when at least one of this many entries belongs to the list. */
const MAX_SPARSENESS = 50;

const columns = [
  ...shownNames(bookColumns).map((name) => `books.${name}` as const),
  'books.custom_values',
  'books.author_id',
  'books.edition_of',
  'authors.name as author_name',
  'books.category_id',
  'categories.code as category_code',
  'categories.name as category_name',
  'books.sub_category_id',
  'sub_categories.code as sub_category_code',
  'sub_categories.name as sub_category_name',
  'books.publisher_id',
  'books.imprint_id',
] as const;

/** A book with the names that are shown with it. */
export type BookRow = Awaited<ReturnType<typeof withRelatedRecords>>[number];
export type ChapterRow = Selectable<Schema['chapters']>;
export type TextItemRow = Selectable<Schema['text_items']>;

const rowsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .leftJoin('categories', 'categories.id', 'books.category_id')
    .leftJoin('sub_categories', 'sub_categories.id', 'books.sub_category_id')
    .select(columns);

const bookById = prepare((db, { id }: { id: number }) => rowsOf(db).where('books.id', '=', id));

const rowsByIds = prepareForIds((db, ids) => rowsOf(db).where('books.id', 'in', ids));

const seriesByBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('series_books')
    .innerJoin('series', 'series.id', 'series_books.series_id')
    .select(['series_books.book_id', 'series.id', 'series.title', 'series_books.volume as position'])
    .where('series_books.book_id', 'in', ids)
    .orderBy('series.id'),
);

const editionsByIds = prepareForIds((db, ids) =>
  db.selectFrom('books').select(['id', 'name', 'language']).where('id', 'in', ids),
);

const publishersByIds = prepareForIds((db, ids) =>
  db.selectFrom('publishers').select(['id', 'name']).where('id', 'in', ids),
);
const imprintsByIds = prepareForIds((db, ids) =>
  db.selectFrom('imprints').select(['id', 'name']).where('id', 'in', ids),
);

/** Returns the named records by ID. Most books of a page have the same ones, and many have none. */
async function namedById(
  db: Kysely<Schema>,
  read: typeof publishersByIds,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, { id: number; name: string }>> {
  const unique = [...new Set(ids)].filter((id) => id !== null);
  const rows = unique.length === 0 ? [] : await read(db, unique);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Adds to each book the series that contain it, its publisher and imprint, the first edition of its work unless it is deleted, the file of
 * its sample, and the labels of its subjects.
 */
async function withRelatedRecords(db: Kysely<Schema>, rows: Awaited<ReturnType<typeof bookById>>) {
  if (rows.length === 0) return [];
  const series = await seriesByBooks(
    db,
    rows.map(({ id }) => id),
  );
  const seriesOf = Map.groupBy(series, ({ book_id }) => book_id);
  const editionIds = new Set(rows.flatMap(({ edition_of }) => (edition_of === 0 ? [] : edition_of)));
  const editions = new Map((await editionsByIds(db, [...editionIds])).map((row) => [row.id, row]));
  const sampleUrlOf = await sampleUrls(db, rows);
  const editionOf = (id: number) => {
    const edition = editions.get(id);
    return edition && { ...edition, code: bookCodeOf(id) };
  };
  const publishers = await namedById(
    db,
    publishersByIds,
    rows.map(({ publisher_id }) => publisher_id),
  );
  const imprints = await namedById(
    db,
    imprintsByIds,
    rows.map(({ imprint_id }) => imprint_id),
  );
  const subjects = await labelledSubjects(
    db,
    rows.map((row) => row.subjects),
  );
  return rows.map((row) => ({
    ...row,
    labelled_subjects: subjects.get(row.subjects),
    publisher: publishers.get(row.publisher_id),
    imprint: imprints.get(row.imprint_id),
    series: (seriesOf.get(row.id) ?? []).map(({ id, title, position }) => ({ id, title, position })),
    first_edition: editionOf(row.edition_of),
    sample_url: sampleUrlOf.get(row.id),
  }));
}

export const booksByIds = async (db: Kysely<Schema>, ids: readonly number[]): Promise<BookRow[]> =>
  withRelatedRecords(db, await rowsByIds(db, ids));

const orderInSeries = prepare((db, { id }: { id: number }) =>
  db.selectFrom('series_books').select('book_id').where('series_id', '=', id).orderBy('position'),
);

/** Sorts the books of a series in its order. */
export async function inOrderOfSeries(
  db: Kysely<Schema>,
  seriesId: number,
  ids: Iterable<number>,
): Promise<number[]> {
  const idsInList = new Set(ids);
  const rows = await orderInSeries(db, { id: seriesId });
  return rows.flatMap(({ book_id }) => (idsInList.has(book_id) ? book_id : []));
}

const chaptersByBooks = prepareForIds((db, ids) =>
  db.selectFrom('chapters').selectAll().where('book_id', 'in', ids).orderBy('book_id').orderBy('position'),
);

const textItemsByBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('text_items')
    .selectAll()
    .where('chapter_id', 'in', (eb) =>
      eb.selectFrom('chapters').select('chapters.id').where('book_id', 'in', ids),
    )
    .orderBy('chapter_id')
    .orderBy('position'),
);

const textItemsByChapters = prepareForIds((db, ids) =>
  db
    .selectFrom('text_items')
    .selectAll()
    .where('chapter_id', 'in', ids)
    .orderBy('chapter_id')
    .orderBy('position'),
);

/** Texts read before the event loop runs other work. */
const TEXTS_PER_CHUNK = 2_000;

const countsByBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('chapters')
    .innerJoin('text_items', 'text_items.chapter_id', 'chapters.id')
    .select(['text_items.chapter_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('chapters.book_id', 'in', ids)
    .groupBy('text_items.chapter_id')
    .orderBy('chapter_id'),
);

const versionsOf = prepareForIds((db, ids) =>
  db.selectFrom('books').select(['id', 'version']).where('id', 'in', ids).orderBy('id'),
);

/** Groups chapters into chunks with about as many texts as are read together. */
function* chunksToRead(counts: readonly { chapter_id: number; count: number }[]): Generator<number[]> {
  let ids: number[] = [];
  let texts = 0;
  for (const { chapter_id, count } of counts) {
    ids.push(chapter_id);
    texts += count;
    if (texts < TEXTS_PER_CHUNK) continue;
    yield ids;
    ids = [];
    texts = 0;
  }
  if (ids.length > 0) yield ids;
}

interface PageShape {
  readonly compared: readonly FilterColumn[];
  readonly sort: 'asc' | 'desc' | undefined;
}

/** The ids of one page, read from the index with the order of the list. */
const idsOfPage = prepareEach(
  (db, values: BookFilter & { limit: number; offset: number }, { compared, sort }: PageShape) => {
    const page = db
      .selectFrom('books')
      .select('books.id')
      .where((eb) => eb.and(compared.map((column) => eb(`books.${column}`, '=', values[column] ?? 0))));
    return (sort ? page.orderBy('books.reading_time', sort) : page)
      .orderBy('books.id', sort ?? 'desc')
      .limit(values.limit)
      .offset(values.offset);
  },
);

/** Reads single books and their chapters, inside or outside a transaction. */
export function booksIn(db: Kysely<Schema>) {
  return {
    async byId(id: number): Promise<BookRow | undefined> {
      const [row] = await withRelatedRecords(db, await bookById(db, { id }));
      return row;
    },

    async chaptersOf(
      bookIds: readonly number[],
    ): Promise<{ chapters: ChapterRow[]; textItems: TextItemRow[] }> {
      const chapters = await chaptersByBooks(db, bookIds);
      return { chapters, textItems: chapters.length === 0 ? [] : await textItemsByBooks(db, bookIds) };
    },

    /** Reads chapters in chunks. Other work runs between them. */
    async chaptersInChunks(
      bookIds: readonly number[],
    ): Promise<{ chapters: ChapterRow[]; textItems: TextItemRow[] }> {
      const counts = await countsByBooks(db, bookIds);
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      if (total <= TEXTS_PER_CHUNK) return this.chaptersOf(bookIds);
      const before = db.isTransaction ? undefined : await versionsOf(db, bookIds);
      const chapters = await chaptersByBooks(db, bookIds);
      const textItems: TextItemRow[] = [];
      for (const ids of chunksToRead(counts)) {
        await yieldToEventLoop();
        for (const row of await textItemsByChapters(db, ids)) textItems.push(row);
      }
      // Another request changed one of the books during the read. No book is returned with parts of two versions.
      if (before && JSON.stringify(before) !== JSON.stringify(await versionsOf(db, bookIds)))
        return this.chaptersOf(bookIds);
      return { chapters, textItems };
    },
  };
}

/** Reads books. Pages are exact and do not scan the whole catalogue. */
export function createBooksRepository(database: Database) {
  const { kysely } = database;
  const cachedIds = createListCache(database);

  /** Returns rows in the order of the ids; deleted ones are skipped. */
  async function byIds(ids: readonly number[]): Promise<BookRow[]> {
    return inOrderOf(ids, await booksByIds(kysely, ids));
  }

  /** Returns true when an index returns this list in order without reading many other books. */
  async function canWalk(filter: BookFilter, { sort }: BooksQuery, total: number): Promise<boolean> {
    const comparedColumns = columnsOf(filter);
    if (sort) return comparedColumns.every((column) => column === 'language');
    if (comparedColumns.length < 2) return true;
    const walkedBooks = await countBooks(kysely, { ...everyBook, ...narrowest(filter) });
    return walkedBooks !== undefined && total * MAX_SPARSENESS >= walkedBooks;
  }

  /**
   * Returns a page of a list by a date if an index has it in order, without reading many other books; otherwise undefined.
   * @param total the number of books of the filter
   */
  async function pageByDate(
    filter: BookFilter,
    { date, direction }: DateOrder,
    { total, limit, offset }: { readonly total: number; readonly limit: number; readonly offset: number },
  ): Promise<BookRow[] | undefined> {
    if (offset > MAX_WALK || columnsOf(filter).some((column) => column !== 'language')) return undefined;
    const all = await countBooks(kysely, everyBook);
    if (all === undefined || total * MAX_SPARSENESS < all) return undefined;
    const { language } = filter;
    const ids = await idsByDate(kysely, { date, direction }, { language, limit, offset });
    return ids.length === Math.min(limit, total - offset) ? byIds(ids.map(({ id }) => id)) : undefined;
  }

  async function walk(filter: BookFilter, query: BooksQuery): Promise<BookRow[]> {
    const { sort, items_per_page: limit } = query;
    const values = { ...filter, limit, offset: (query.page - 1) * limit };
    const ids = await idsOfPage(kysely, { compared: columnsOf(filter), sort }, values);
    return byIds(ids.map(({ id }) => id));
  }

  return {
    async page(query: BooksQuery, languages: KnownLanguages): Promise<{ rows: BookRow[]; total: number }> {
      const filter = await readFilter(kysely, query, languages);
      if (!filter) return { rows: [], total: 0 };
      const { items_per_page: limit } = query;
      const order = orderOf(query);
      const offset = (query.page - 1) * limit;
      let walkable: number | undefined;
      if (filter.search === '') {
        const total = await countBooks(kysely, filter);
        if (total !== undefined && offset >= total) return { rows: [], total };
        if (total !== undefined && order?.date) {
          const rows = await pageByDate(filter, { ...order, date: order.date }, { total, limit, offset });
          if (rows) return { rows, total };
        } else if (total !== undefined && (await canWalk(filter, query, total))) {
          if (offset <= MAX_WALK) return { rows: await walk(filter, query), total };
          // The counters that locate deep pages from the nearer end do not exist per author.
          if (filter.author_id === undefined) walkable = total;
        }
      }
      const { contributor_id: id, contributor_role: role } = filter;
      if (id !== undefined && !order && offset <= MAX_WALK && isOnlyContributor(filter)) {
        const page = await pageOfContributor(kysely, { id, role, limit, offset });
        return { rows: await byIds(page.ids), total: page.total };
      }
      if (filter.series_id !== undefined && !order) {
        const { ids: all } = await cachedIds(filter, {
          offset: 0,
          limit: limits.maxListLength,
          order,
          walkable,
        });
        const orderedIds = await inOrderOfSeries(kysely, filter.series_id, all);
        return { rows: await byIds(orderedIds.slice(offset, offset + limit)), total: orderedIds.length };
      }
      const { ids, total } = await cachedIds(filter, { offset, limit, order, walkable });
      return { rows: await byIds(ids), total };
    },
  };
}

export type BooksRepository = ReturnType<typeof createBooksRepository>;

/** Returns the part of the filter whose index is walked. */
function narrowest(filter: BookFilter): Partial<BookFilter> {
  if (filter.sub_category_id !== undefined) return { sub_category_id: filter.sub_category_id };
  if (filter.category_id !== undefined) return { category_id: filter.category_id };
  return { language: filter.language };
}
