import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/core/db/open';
import { counterRow } from '#server/core/db/counter-row';
import { type IdList, type IdListRow, readIdList } from '#server/core/db/id-list';
import { isShortSearch } from '#server/core/db/folding';
import { countBooks } from './book-counts.ts';
import type { CustomCriterion } from './book-custom-values.ts';
import {
  type BookFilter,
  choicesOf,
  columnsOf,
  dateRangesOf,
  everyBook,
  filtersByLists,
  isOnlySearch,
  publishersOf,
} from './book-filter.ts';
import { type BookOrder, type Direction, allByDate, sortedByDate } from './book-order.ts';
import { type BookSearch, foundIds, ranksOf } from './book-search.ts';
import { searchedNumberEntries } from '#server/core/resource/number-index';

/** A part of a list that an index returns in order. */
export interface ListRange {
  readonly offset: number;
  readonly limit: number;
  /** By reading time in this direction; undefined means the newest first. */
  readonly sort: Direction | undefined;
  /** True when the page is nearer to the end of the list, so that reading backwards is shorter. */
  readonly isNearEnd: boolean;
}

/** Lists from at most this many rows of another table are read in the server's thread. */
const MAX_SHORT = 1_000;

/** In a larger catalogue, the ids of most books need too much memory to be read for the first page of a search. */
const MAX_READ_WHOLE = 2_000_000;

const revision = sql<number>`(select revision from catalogue)`;
const noText = sql<string | null>`null`;
const opposite = { asc: 'desc', desc: 'asc' } as const;

/** The entry of a book in any collection. The index of `collection_books` by book is read. */
const inAnyCollection = sql`exists (select 1 from collection_books where collection_books.book_id = books.id)`;

/** Selects the books of a person, repeated for each role. Both parts are read from an index that starts with the person. */
function idsOfContributor({ contributor_id, contributor_role }: BookFilter): RawBuilder<unknown> {
  const inRole = contributor_role === undefined ? sql`` : sql` and role = ${contributor_role}`;
  const others = sql`select book_id from book_contributors where contributor_id = ${contributor_id}${inRole}`;
  const isFirstAuthor = contributor_role === undefined || contributor_role === 'author';
  return isFirstAuthor
    ? sql`select id as book_id from books as own where own.author_id = ${contributor_id} union all ${others}`
    : others;
}

/** Selects the books with a value of a custom field. The index of the field and its values is read. */
function idsWithCustomValue({ field_id, from, to }: CustomCriterion): RawBuilder<unknown> {
  const bounds = [
    ...(from !== undefined && from === to ? [sql`value = ${from}`] : []),
    ...(from !== undefined && from !== to ? [sql`value >= ${from}`] : []),
    ...(to !== undefined && from !== to ? [sql`value <= ${to}`] : []),
  ];
  const condition = sql.join([sql`field_id = ${field_id}`, ...bounds], sql` and `);
  return sql`select book_id from book_custom_values where ${condition}`;
}

/** Returns queries for the books of each other table that the filter compares. Their rows are those of books in lists, not in the trash. */
function membersOf(filter: BookFilter): RawBuilder<unknown>[] {
  const { series_id, work_id, contributor_id, custom = [], subject, rightsEnd } = filter;
  const members = custom.map(idsWithCustomValue);
  if (subject !== undefined)
    members.push(sql`select book_id from book_subjects where subject_key = ${subject}`);
  if (rightsEnd)
    members.push(sql`select book_id from book_rights
      where ends_on >= ${rightsEnd.from} and ends_on <= ${rightsEnd.to}`);
  if (contributor_id !== undefined) members.push(idsOfContributor(filter));
  if (series_id !== undefined)
    members.push(sql`select book_id from series_books where series_id = ${series_id}`);
  if (work_id !== undefined)
    members.push(sql`select id as book_id from books as earliest where earliest.id = ${work_id} union all
      select id from books as edition where edition.edition_of = ${work_id} and edition.edition_of <> 0`);
  return members;
}

/** Returns the conditions of the filter on columns of books. */
function columnConditionsOf(filter: BookFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = columnsOf(filter).map(
    (column) => sql`${sql.ref(column)} = ${filter[column]}`,
  );
  // The second condition is that of the index.
  for (const name of choicesOf(filter))
    conditions.push(sql`books.${sql.ref(name)} = ${filter[name]} and books.${sql.ref(name)} <> ''`);
  for (const name of publishersOf(filter)) conditions.push(sql`books.${sql.ref(name)} = ${filter[name]}`);
  for (const { name, from, to } of dateRangesOf(filter)) {
    const day = sql`books.${sql.ref(name)}`;
    conditions.push(sql`${day} <> ''`);
    if (from !== undefined) conditions.push(sql`${day} >= ${from}`);
    if (to !== undefined) conditions.push(sql`${day} <= ${to}`);
  }
  const { in_collection } = filter;
  if (in_collection !== undefined)
    conditions.push(in_collection ? inAnyCollection : sql`not ${inAnyCollection}`);
  return conditions;
}

const conditionsOf = (filter: BookFilter): RawBuilder<unknown>[] => [
  ...columnConditionsOf(filter),
  ...membersOf(filter).map((ids) => sql`books.id in (${ids})`),
];

/** Returns a query for the books of a filter that compares only one other table, in ascending order. The rows of books are not read. */
function onlyMembersOf(filter: BookFilter): RawBuilder<unknown> | undefined {
  const [ids, ...others] = membersOf(filter);
  if (!ids || others.length > 0 || filter.search !== '' || columnConditionsOf(filter).length > 0)
    return undefined;
  return sql`select distinct book_id as id from (${ids}) as members order by id`;
}

const where = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** Reads lists of books outside the event loop. Each is one snapshot with the revision of the catalogue. */
export function createListReader({ kysely, dialect }: Database) {
  const read = (list: RawBuilder<unknown>, isSlow = false): Promise<IdList> =>
    dialect.readIds(list.compile(kysely), { isSlow });

  /** Returns the books of a filter in ascending order, starting from the matches. SQLite executes a cross join in the written order. */
  function filteredBooks(filter: BookFilter, matches: RawBuilder<unknown> | undefined, order = sql``) {
    const conditions = conditionsOf(filter);
    const from = matches ? sql`${matches} cross join ${dialect.narrowBooks}` : sql`books`;
    const id = matches ? sql`found.id` : sql`id`;
    return sql`select ${id} as id, reading_time from ${from}
      ${where(matches ? [sql`books.id = found.id`, ...conditions] : conditions)} order by ${order}${id}`;
  }

  /** Runs a query here, which takes less time for a short list than sending it to another thread. */
  async function readHere(list: RawBuilder<unknown>): Promise<IdListRow> {
    const { rows } = await kysely.executeQuery<IdListRow>(list.compile(kysely));
    return counterRow(rows, 'catalogue');
  }

  /** Returns the list of a filter that another table limits to few books; undefined for all other filters. */
  async function short(filter: BookFilter): Promise<IdList | undefined> {
    if (filter.search !== '') return undefined;
    const members = membersOf(filter);
    for (const [index, first] of members.entries()) {
      const list = await shortListFrom(first, filter, members.toSpliced(index, 1));
      if (list) return list;
    }
    return undefined;
  }

  /** Returns the books of a filter if they are at most `MAX_SHORT` rows of its first table. */
  async function shortListFrom(
    first: RawBuilder<unknown>,
    filter: BookFilter,
    others: readonly RawBuilder<unknown>[],
  ): Promise<IdList | undefined> {
    const conditions = [
      ...columnConditionsOf(filter),
      // A few rows are searched. The condition `in` would read all rows.
      ...others.map((ids) => sql`exists (select 1 from (${ids}) as other where other.book_id = books.id)`),
    ];
    const size = sql`(select count(*) from members)`;
    const matches = sql`(select distinct book_id as id from members where ${size} <= ${MAX_SHORT}) as found`;
    const list =
      conditions.length === 0
        ? sql`select id from ${matches} order by id`
        : sql`select found.id as id from ${matches} cross join ${dialect.narrowBooks}
            ${where([sql`books.id = found.id`, ...conditions])} order by found.id`;
    const row = await readHere(sql`
      with members as materialized (select book_id from (${first}) as entries limit ${MAX_SHORT + 1})
      select ${revision} as revision, ${size} as total,
        string_agg(cast(id as text), ',') as ids, null as keys
      from (${list}) as sorted`);
    return Number(row.total) > MAX_SHORT ? undefined : readIdList({ ...row, total: null });
  }

  /** Reads the ids of each match rank separately, so that duplicates between ranks are not searched here. */
  function byRank(filter: BookFilter): Promise<IdList> {
    const isBare = isOnlySearch(filter);
    const lists = ranksOf(filter, dialect).map(({ ids }) => {
      const matches = sql`(${ids}) as found`;
      const list = isBare ? sql`select id from ${matches} order by id` : filteredBooks(filter, matches);
      return sql`(select coalesce(string_agg(cast(id as text), ','), '') from (${list}) as sorted)`;
    });
    return read(
      sql`select ${revision} as revision, null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`,
      isShortSearch(filter.search),
    );
  }

  return {
    /**
     * Returns all books of a filter, oldest, shortest or earliest first. Unless sorted, matches of a search are in the order of their ranks, best
     * last, with the rank as key.
     */
    async whole(filter: BookFilter, order: BookOrder | undefined): Promise<IdList> {
      if (filter.search !== '' && !order) return byRank(filter);
      const shortList = order ? undefined : await short(filter);
      if (shortList) return shortList;
      const isByReadingTime = order !== undefined && !order.date;
      const bare = order ? undefined : onlyMembersOf(filter);
      const matches = filter.search === '' ? undefined : sql`(${foundIds(filter, dialect)}) as found`;
      const keys = isByReadingTime ? sql`string_agg(cast(reading_time as text), ',')` : noText;
      if (order?.date && filter.search === '' && conditionsOf(filter).length === 0)
        return read(sql`select ${revision} as revision, ids, keys
          from (${allByDate({ ...order, date: order.date }, dialect)}) as sorted`);
      if (order?.date) {
        const list = onlyMembersOf(filter) ?? filteredBooks(filter, matches);
        return read(sql`select ${revision} as revision, string_agg(cast(id as text), ',') as ids,
            string_agg(cast(sort_key as text), ',') as keys
          from (${sortedByDate({ ...order, date: order.date }, list, dialect)}) as sorted`);
      }
      // Merging sorted input takes a fraction of the time of sorting inside the aggregate.
      return read(sql`
        select ${revision} as revision, string_agg(cast(id as text), ',') as ids, ${keys} as keys
        from (${bare ?? filteredBooks(filter, matches, isByReadingTime ? sql`reading_time, ` : sql``)}) as sorted`);
    },

    /** Returns the languages of a filter's books, with the number of books as key. */
    byLanguage(filter: BookFilter): Promise<IdList> {
      const conditions = conditionsOf(filter);
      const { search, author_id } = filter;
      const isCounted = search === '' && author_id === undefined && !filtersByLists(filter);
      const matches = sql`(${foundIds(filter, dialect)}) as found cross join ${dialect.narrowBooks}`;
      const from = isCounted ? sql`book_counts` : search === '' ? sql`books` : matches;
      const all = search === '' ? conditions : [sql`books.id = found.id`, ...conditions];
      const total = isCounted ? sql`sum(books)` : sql`count(*)`;
      return read(sql`
        select ${revision} as revision, string_agg(cast(language as text), ',') as ids,
          string_agg(cast(total as text), ',') as keys
        from (
          select language, ${total} as total from ${from} ${where(all)} group by language having ${total} > 0 order by language
        ) as counted`);
    },

    /** Returns true for searches of one or two letters. Counting their many matches takes as long as reading them once. */
    async isReadWhole({ search }: BookSearch): Promise<boolean> {
      if (!isShortSearch(search)) return false;
      const books = await countBooks(kysely, everyBook);
      return books !== undefined && books <= MAX_READ_WHOLE;
    },

    /** Returns the number of matches and the last `limit` of them at least, in the order of `whole`, from indexes alone. */
    async newest(search: BookSearch, limit: number): Promise<IdList> {
      const query = dialect.newestOf(ranksOf(search, dialect), limit);
      if (searchedNumberEntries(search.search) === undefined)
        return read(query, isShortSearch(search.search));
      return readIdList(await readHere(query));
    },

    /** Returns the number of books of a filter, and one part of the list in its order. */
    async range(filter: BookFilter, { offset, limit, sort, isNearEnd }: ListRange): Promise<IdList> {
      const condition = where(conditionsOf(filter));
      const direction = sort ?? 'desc';
      const towards = sql.raw(isNearEnd ? opposite[direction] : direction);
      const remainingRows = sql`(select total - ${offset} from size)`;
      const skippedRows = isNearEnd
        ? sql`case when ${remainingRows} > ${limit} then ${remainingRows} - ${limit} else 0 end`
        : sql`${offset}`;
      const pageSize = sql`case when ${remainingRows} < 0 then 0 when ${remainingRows} < ${limit} then ${remainingRows} else ${limit} end`;
      const list = await read(sql`
        with size as (select cast(coalesce(sum(books), 0) as integer) as total from book_counts ${condition})
        select ${revision} as revision, (select total from size) as total, string_agg(cast(id as text), ',') as ids,
          null as keys
        from (
          select id from books ${condition} order by ${sort ? sql`reading_time ${towards}, ` : sql``}id ${towards}
          limit ${pageSize} offset ${skippedRows}
        ) as part`);
      return isNearEnd ? { ...list, ids: list.ids.toReversed() } : list;
    },
  };
}

export type ListReader = ReturnType<typeof createListReader>;
