import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortDate } from '#contract/books/books';
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

/**
 * Returns a query for the sorted books of a list, with their sort keys. The days are read from their index, which has the books with a
 * day, and not from the rows of books.
 * @param list selects the IDs
 */
export const sortedByDate = (
  { date, direction }: DateOrder,
  list: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const day = sql.ref(date);
  return sql`with dated as materialized (
      select id, cast(replace(${day}, '-', '') as integer) as day from books where ${day} <> '')
    select list.id as id, coalesce(dated.day, ${sql.lit(noDay[direction])}) as sort_key
    from (${list}) as list left join dated on dated.id = list.id order by sort_key, list.id`;
};

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
