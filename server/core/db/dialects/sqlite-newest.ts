import { type RawBuilder, sql } from 'kysely';
import type { MatchRank } from './dialect.ts';

const newest = (index: number) => sql.raw(`newest${index}`);

/** Returns the number of books in the newest lists of the first ranks. */
const countNewer = (ranks: number) =>
  sql.join(
    Array.from({ length: ranks }, (_, index) => sql`(select count(*) from ${newest(index)})`),
    sql` + `,
  );

const notIn = (ranks: number) =>
  sql.join(
    Array.from({ length: ranks }, (_, index) => sql`found.id not in (select id from ${newest(index)})`),
    sql` and `,
  );

/**
 * Returns a query for the newest books of each rank and the total, in one statement and so in one snapshot.
 *
 * Each rank contains its newest books, limited to the space that better ranks leave. If that is not all, the books of all ranks are
 * counted. The indexes return them in order and merge them, which takes a twentieth of the time of a lookup for each book.
 */
export function newestInSqlite(ranks: readonly MatchRank[], limit: number): RawBuilder<unknown> {
  const queries = ranks.map(({ ids }) => sql`select id from (${ids})`);
  const last = ranks.length - 1;
  const outside = (index: number) => sql`(${queries[index]}) as found where ${notIn(index)}`;
  const steps = ranks.map(({ ids }, index) =>
    index === 0
      ? // The index returns the highest id first.
        sql`${newest(index)}(id) as materialized (${ids} order by 1 desc limit ${limit + 1})`
      : sql`${newest(index)}(id) as materialized (
          select found.id from ${outside(index)} order by found.id desc limit max(0, ${limit + 1} - (${countNewer(index)})))`,
  );
  const isInFirstOnly = queries.slice(1).map((other) => sql`not exists (${other})`);
  const total = sql`
    select case
      when before + own <= ${limit} then before + own
      when before <= ${limit} then before + (select count(*) from ${outside(last)})
      when ${sql.join(isInFirstOnly, sql` and `)} then (select count(*) from (${queries[0]}))
      else (select count(*) from (${sql.join(queries, sql` union `)})) end
    from (select ${countNewer(last)} as before, (select count(*) from ${newest(last)}) as own)`;
  const lists = ranks.map(
    (_, index) => sql`(select coalesce(string_agg(cast(id as text), ','), '') from (
      select id from (select id from ${newest(index)} order by id desc limit ${limit}) order by id))`,
  );
  return sql`with ${sql.join(steps)}
    select (select revision from catalogue) as revision, (${total}) as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
