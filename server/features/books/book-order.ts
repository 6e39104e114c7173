import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortDate } from '#contract/books/books';
import type { OpenedDialect } from '#server/core/db/dialects/dialect';
import type { Schema } from '#server/core/db/schema';
import type { BookFilter } from './book-filter.ts';

/* The order of lists of books other than the newest first. */

export type Direction = 'asc' | 'desc';

/** The order by reading time, or by a date. Books without the date come last. */
export interface BookOrder {
  readonly direction: Direction;
  /** Undefined means reading time. */
  readonly date?: SortDate | undefined;
}

export type DateOrder = BookOrder & { readonly date: SortDate };

/** Returns the order of a query; undefined for the newest first. */
export const orderOf = ({
  sort,
  sort_by,
}: {
  readonly sort: Direction | undefined;
  readonly sort_by?: SortDate | undefined;
}): BookOrder | undefined => sort && { direction: sort, date: sort_by };

/** Returns the key of an order, by which its lists are cached. A list by reading time is read from both ends. */
export const cacheKeyOf = (order: BookOrder | undefined): string =>
  order ? (order.date ? `${order.date} ${order.direction}` : 'reading_time') : '';

/** The sort key of a book without a date, before or after all days as numbers. */
const noDay = { asc: 99_999_999, desc: 0 } as const;

/** Returns the sort key of a book in an order. A day is a number such as 20260301. */
export function sortKeyOf(
  { date, direction }: BookOrder,
  book: Pick<Schema['books'], SortDate | 'reading_time'>,
): number {
  if (!date) return book.reading_time;
  return book[date] === '' ? noDay[direction] : Number(book[date].replaceAll('-', ''));
}

/** Returns a query for the sorted books of a list, with their sort keys. @param list selects the IDs in ascending order */
export const sortedByDate = (
  { date, direction }: DateOrder,
  list: RawBuilder<unknown>,
  { narrowBooks }: OpenedDialect,
): RawBuilder<unknown> => {
  const day = sql.ref(`books.${date}`);
  return sql`select list.id as id,
      case when ${day} = '' then ${sql.lit(noDay[direction])} else cast(replace(${day}, '-', '') as integer) end as sort_key
    from (${list}) as list cross join ${narrowBooks} where books.id = list.id order by sort_key, list.id`;
};

/**
 * Returns a query for the IDs and sort keys of all books by a date, each as a text with commas. The index of the date has the books with a
 * date in order, so only the others are sorted.
 */
export function allByDate(
  { date, direction }: DateOrder,
  { narrowBooks }: OpenedDialect,
): RawBuilder<unknown> {
  const day = sql.ref(`books.${date}`);
  const textsOf = (list: RawBuilder<unknown>) =>
    sql`select string_agg(cast(id as text), ',') as ids, string_agg(cast(sort_key as text), ',') as keys from (${list}) as entries`;
  const withDay =
    textsOf(sql`select books.id, cast(replace(${day}, '-', '') as integer) as sort_key from books
    where ${day} <> '' order by ${day}, books.id`);
  const withoutDay = textsOf(sql`select books.id, ${sql.lit(noDay[direction])} as sort_key from ${narrowBooks}
    where ${day} = '' order by books.id`);
  const [first, last] = direction === 'asc' ? [withDay, withoutDay] : [withoutDay, withDay];
  return sql`select concat_ws(',', early.ids, late.ids) as ids, concat_ws(',', early.keys, late.keys) as keys
    from (${first}) as early cross join (${last}) as late`;
}

/** Selects the first books of a list by a date from the index of the date. Books without the date are not in it. */
export const idsByDate = (
  kysely: Kysely<Schema>,
  { date, direction }: DateOrder,
  {
    language,
    limit,
    offset,
  }: Pick<BookFilter, 'language'> & { readonly limit: number; readonly offset: number },
) => {
  const day = sql.ref(`books.${date}`);
  const query = kysely.selectFrom('books').select('books.id').where(sql<boolean>`${day} <> ''`);
  // The plus keeps databases from reading an index by language, which has another order.
  const ofLanguage =
    language === undefined ? query : query.where(sql<boolean>`+books.language = ${language}`);
  return ofLanguage
    .orderBy(day, direction)
    .orderBy('books.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
};
