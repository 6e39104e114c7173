import { type Kysely, sql } from 'kysely';
import { limits } from '#contract/core/limits';
import type { HomeBook, HomeText } from '#contract/mobile-home/mobile-home';
import type { Schema } from '#server/core/db/schema';
import { mediaUrl } from '#server/core/media/media-url';
import { bookTables } from '#server/core/resource/block-items';
import { type Market, shownInCountry } from '#server/core/resource/shown-in-country';
import type { ListOfBooks } from '#server/core/resource/book-positions';
import { sampleUrls } from '#server/features/books/book-sample';
import { bookCodeOf } from '#server/core/resource/book-code';

/** The first entries of a record's list, and totals of all entries. */
export interface HomeList<Entry> {
  readonly entries: Entry[];
  readonly count: number;
  /** Seconds. */
  readonly duration: number;
  /** Null when the books have several authors. */
  readonly author: { readonly name: string } | null;
  /** The image of the first book. */
  readonly image: { readonly image: string | null; readonly thumbnail_url: string | null };
}

/** Returns the table of the list and its foreign key. */
function listOf(resource: ListOfBooks) {
  const { table, owner } = bookTables[resource];
  return { entryTable: sql.table(table), owner: sql.ref(owner) };
}

/** The books that an app shows. */
export interface BookSelection {
  /** Only books in this language. */
  readonly language: number | undefined;
  /** Only books that may be shown there. */
  readonly market: Market | undefined;
}

/** Records of one resource. */
export interface RecordSelection extends BookSelection {
  readonly ids: readonly number[];
}

/** Returns the condition for the books, or nothing for all. */
export const amongBooks = ({ language, market }: BookSelection) =>
  sql.join(
    [
      ...(language === undefined ? [] : [sql`and books.language = ${language}`]),
      ...(market === undefined ? [] : [sql`and ${shownInCountry(market)}`]),
    ],
    sql` `,
  );

const selectsAll = ({ language, market }: BookSelection): boolean =>
  language === undefined && market === undefined;

interface BookRow {
  owner_id: number;
  book_id: number;
  name: string;
  author_name: string;
  duration: number;
  reading_time: number;
  language: number;
  image_key: string | null;
  thumbnail_key: string | null;
  audio_key: string | null;
  sample: string;
}

interface TextRow {
  owner_id: number;
  is_featured: number;
  book_id: number;
  name: string;
  author_name: string;
  image_key: string | null;
  thumbnail_key: string | null;
  chapter_code: string;
  chapter_name: string;
  text: string;
}

interface ListTotals {
  owner_id: number;
  entries: number;
  duration: number;
  first_author: number;
  last_author: number;
}

const toBook = (row: BookRow, sample_url: string | undefined): HomeBook => ({
  code: bookCodeOf(row.book_id),
  name: row.name,
  author: { name: row.author_name },
  duration: row.duration,
  reading_time: row.reading_time,
  language: row.language,
  image_url: mediaUrl(row.image_key),
  thumbnail_url: mediaUrl(row.thumbnail_key),
  audio_url: mediaUrl(row.audio_key),
  ...(sample_url !== undefined && { sample_url }),
});

function cut(text: string): string {
  const characters = limits.maxHomeTextLength;
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed().trimEnd()}…`;
}

const toText = (row: TextRow): HomeText => ({
  book: { code: bookCodeOf(row.book_id), name: row.name },
  chapter: { code: row.chapter_code, name: row.chapter_name },
  text: cut(row.text),
  is_featured: row.is_featured === 1,
});

type BookImageRow = Pick<BookRow, 'owner_id' | 'author_name' | 'image_key' | 'thumbnail_key'>;

function toLists<Row extends BookImageRow, Entry>(
  rows: readonly Row[],
  figures: readonly ListTotals[],
  toEntry: (row: Row) => Entry,
): Map<number, HomeList<Entry>> {
  const byOwner = Map.groupBy(rows, ({ owner_id }) => owner_id);
  return new Map(
    figures.map(({ owner_id, entries, duration, first_author, last_author }) => {
      const own = byOwner.get(owner_id) ?? [];
      const [first] = own;
      const list = {
        entries: own.map(toEntry),
        count: entries,
        duration,
        author: first && first_author === last_author ? { name: first.author_name } : null,
        image: {
          image: mediaUrl(first?.image_key ?? null),
          thumbnail_url: mediaUrl(first?.thumbnail_key ?? null),
        },
      };
      return [owner_id, list];
    }),
  );
}

/** Returns the books of these records in order; records without books have no entry. */
export async function bookLists(
  db: Kysely<Schema>,
  records: ListOfBooks,
  { ids, ...selection }: RecordSelection,
): Promise<Map<number, HomeList<HomeBook>>> {
  if (ids.length === 0) return new Map();
  const { entryTable, owner } = listOf(records);
  const { rows } = await sql<BookRow>`
    select first.owner_id, first.book_id, books.name, authors.name as author_name, books.duration, books.reading_time,
      books.language, books.image_key, books.thumbnail_key, books.audio_key, books.sample
    from (
      select ${owner} as owner_id, book_id, row_number() over (partition by ${owner} order by position) as place
      from ${entryTable} ${selectsAll(selection) ? sql`` : sql`join books on books.id = book_id`}
      where ${owner} in (${sql.join(ids)}) ${amongBooks(selection)}
    ) as first
    join books on books.id = first.book_id
    join authors on authors.id = books.author_id
    where first.place <= ${limits.maxHomeBooks}
    order by first.owner_id, first.place`.execute(db);
  const figures = await sql<ListTotals>`
    select ${owner} as owner_id, count(*) as entries, sum(books.duration) as duration,
      min(books.author_id) as first_author, max(books.author_id) as last_author
    from ${entryTable} join books on books.id = book_id
    where ${owner} in (${sql.join(ids)}) ${amongBooks(selection)} group by ${owner}`.execute(db);
  const samples = await sampleUrls(
    db,
    rows.map(({ book_id, ...row }) => ({ ...row, id: book_id })),
  );
  return toLists(rows, figures.rows, (row) => toBook(row, samples.get(row.book_id)));
}

/** The texts that items of story books refer to, without broken references. */
const positions = sql`story_items
  join books on books.id = story_items.book_id
  join authors on authors.id = books.author_id
  join chapters on chapters.book_id = books.id and chapters.code = story_items.chapter_code
  join text_items on text_items.chapter_id = chapters.id and text_items.code = story_items.text_item_code`;

/** Returns the texts of these story books in order; story books without texts have no entry. */
export async function textLists(
  db: Kysely<Schema>,
  { ids, ...selection }: RecordSelection,
): Promise<Map<number, HomeList<HomeText>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TextRow>`
    select * from (
      select story_book_id as owner_id, is_featured, books.id as book_id, books.name, authors.name as author_name,
        books.image_key, books.thumbnail_key, chapters.code as chapter_code, chapters.name as chapter_name,
        substr(text_items.text, 1, ${limits.maxHomeTextLength + 1}) as text,
        row_number() over (partition by story_book_id order by story_items.position) as place
      from ${positions} where story_book_id in (${sql.join(ids)}) ${amongBooks(selection)}
    ) as first
    where place <= ${limits.maxHomeBooks}
    order by owner_id, place`.execute(db);
  const figures = await sql<ListTotals>`
    select owner_id, sum(entries) as entries, sum(duration) as duration,
      min(author_id) as first_author, max(author_id) as last_author
    from (
      select story_book_id as owner_id, count(*) as entries, chapters.id, chapters.duration, books.author_id
      from ${positions} where story_book_id in (${sql.join(ids)}) ${amongBooks(selection)}
      group by story_book_id, chapters.id, chapters.duration, books.author_id
    ) as told
    group by owner_id`.execute(db);
  return toLists(rows, figures.rows, toText);
}

/** Returns the IDs of these records that have an entry of such a book. A book is its own. */
export async function idsWithBooks(
  db: Kysely<Schema>,
  resource: 'books' | ListOfBooks | 'story-books',
  { ids, ...selection }: RecordSelection,
): Promise<{ id: number }[]> {
  if (ids.length === 0) return [];
  const condition = amongBooks(selection);
  if (resource === 'books') {
    const own = sql<{ id: number }>`select id from books where id in (${sql.join(ids)}) ${condition}`;
    return (await own.execute(db)).rows;
  }
  const owner = sql.ref(bookTables[resource].owner);
  const source =
    resource === 'story-books'
      ? positions
      : sql`${listOf(resource).entryTable} join books on books.id = book_id`;
  const { rows } = await sql<{ id: number }>`
    select distinct ${owner} as id from ${source} where ${owner} in (${sql.join(ids)}) ${condition}`.execute(
    db,
  );
  return rows;
}
