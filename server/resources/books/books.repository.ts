import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { BooksQuery } from '#contract/resources/books';
import type { Database } from '#server/db/open';
import { runForIds, runPrepared } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { countBooks } from './book-counts.ts';
import { type BookFilter, columnsOf, readFilter } from './book-filter.ts';
import { createRememberedLists } from './remembered-lists.ts';

/** Pages further in than this are not walked to. */
const MAX_WALK = 1_000;
/** A walk finds its rows soon when at least one in so many of those it passes belongs to the list. */
const MAX_SPARSENESS = 50;

const columns = [
  'books.id',
  'books.name',
  'books.description',
  'books.author_id',
  'authors.name as author_name',
  'books.chapter_count',
  'books.duration',
  'books.category_id',
  'categories.code as category_code',
  'categories.name as category_name',
  'books.sub_category_id',
  'sub_categories.code as sub_category_code',
  'sub_categories.name as sub_category_name',
  'books.image_key',
  'books.thumbnail_key',
  'books.audio_key',
  'books.is_backup',
  'books.language',
  'books.reading_time',
  'books.version',
  'books.updated_at',
] as const;

/** A book with the names that are shown beside it. */
export type BookRow = Pick<
  Schema['books'],
  | 'id'
  | 'name'
  | 'description'
  | 'author_id'
  | 'chapter_count'
  | 'duration'
  | 'category_id'
  | 'sub_category_id'
  | 'image_key'
  | 'thumbnail_key'
  | 'audio_key'
  | 'is_backup'
  | 'language'
  | 'reading_time'
  | 'version'
  | 'updated_at'
> & {
  author_name: string;
  category_code: string | null;
  category_name: string | null;
  sub_category_code: string | null;
  sub_category_name: string | null;
};

export type ChapterRow = Selectable<Schema['chapters']>;
export type TextItemRow = Selectable<Schema['text_items']>;

const rowsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .leftJoin('categories', 'categories.id', 'books.category_id')
    .leftJoin('sub_categories', 'sub_categories.id', 'books.sub_category_id')
    .select(columns);

/** Reads single books and their chapters, inside a transaction or outside. */
export function booksIn(db: Kysely<Schema>) {
  return {
    async byId(id: number): Promise<BookRow | undefined> {
      const [row] = await runPrepared<BookRow>(db, 'book', { id }, (slot) =>
        rowsOf(db).where('books.id', '=', slot('id')),
      );
      return row;
    },

    async chaptersOf(
      bookIds: readonly number[],
    ): Promise<{ chapters: ChapterRow[]; textItems: TextItemRow[] }> {
      if (bookIds.length === 0) return { chapters: [], textItems: [] };
      const chapters = await runForIds<ChapterRow>(db, 'chapters', bookIds, (slots) =>
        db
          .selectFrom('chapters')
          .selectAll()
          .where('book_id', 'in', slots)
          .orderBy('book_id')
          .orderBy('position'),
      );
      if (chapters.length === 0) return { chapters, textItems: [] };
      const textItems = await db
        .selectFrom('text_items')
        .selectAll()
        .where('chapter_id', 'in', (eb) =>
          eb.selectFrom('chapters').select('chapters.id').where('book_id', 'in', bookIds),
        )
        .orderBy('chapter_id')
        .orderBy('position')
        .execute();
      return { chapters, textItems };
    },
  };
}

/** Reads books. Pages are exact and found without walking through the catalogue. */
export function createBooksRepository(database: Database) {
  const { kysely } = database;
  const remembered = createRememberedLists(database);

  /** In the order of the ids; what was deleted meanwhile is left out. */
  async function byIds(ids: readonly number[]): Promise<BookRow[]> {
    if (ids.length === 0) return [];
    const found = await runForIds<BookRow>(kysely, 'rows', ids, (slots) =>
      rowsOf(kysely).where('books.id', 'in', slots),
    );
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Whether an index leads to a page of this list without passing many books that are not in it. */
  async function canWalk(filter: BookFilter, query: BooksQuery, total: number): Promise<boolean> {
    const offset = (query.page - 1) * query.items_per_page;
    if (filter.search !== '' || offset > MAX_WALK) return false;
    const compared = columnsOf(filter);
    if (query.sort) return compared.every((column) => column === 'language');
    if (compared.length < 2) return true;
    const walked = await countBooks(kysely, { ...nothing, ...narrowest(filter) });
    return total * MAX_SPARSENESS >= walked;
  }

  async function walk(filter: BookFilter, query: BooksQuery): Promise<BookRow[]> {
    const compared = columnsOf(filter);
    const { sort, items_per_page: limit } = query;
    const values = { ...filter, limit, offset: (query.page - 1) * limit };
    const inOrder = <Output>(
      page: SelectQueryBuilder<Schema, 'books', Output>,
      slot: (name: string) => never,
    ) => {
      let built = page.where((eb) =>
        eb.and(compared.map((column) => eb(`books.${column}`, '=', slot(column)))),
      );
      if (sort) built = built.orderBy('books.reading_time', sort);
      return built
        .orderBy('books.id', sort ?? 'desc')
        .limit(slot('limit'))
        .offset(slot('offset'));
    };
    const ids = await runPrepared<{ id: number }>(kysely, `page ${compared.join()} ${sort}`, values, (slot) =>
      inOrder(kysely.selectFrom('books').select('books.id'), slot),
    );
    return byIds(ids.map(({ id }) => id));
  }

  return {
    async page(query: BooksQuery): Promise<{ rows: BookRow[]; total: number }> {
      const filter = await readFilter(kysely, query);
      if (!filter) return { rows: [], total: 0 };
      const offset = (query.page - 1) * query.items_per_page;
      if (filter.search === '') {
        const total = await countBooks(kysely, filter);
        if (offset >= total) return { rows: [], total };
        if (await canWalk(filter, query, total)) return { rows: await walk(filter, query), total };
      }
      const list = await remembered(filter, query.sort !== undefined);
      const ids = list.slice(offset, query.items_per_page, query.sort ?? 'desc');
      const total = list.length;
      return { rows: await byIds(ids), total };
    },
  };
}

export type BooksRepository = ReturnType<typeof createBooksRepository>;

const nothing: BookFilter = {
  language: undefined,
  category_id: undefined,
  sub_category_id: undefined,
  is_backup: undefined,
  search: '',
};

/** The part of the filter whose index is walked. */
function narrowest(filter: BookFilter): Partial<BookFilter> {
  if (filter.sub_category_id !== undefined) return { sub_category_id: filter.sub_category_id };
  if (filter.category_id !== undefined) return { category_id: filter.category_id };
  return { language: filter.language };
}
