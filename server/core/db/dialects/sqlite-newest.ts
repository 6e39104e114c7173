import { type RawBuilder, sql } from 'kysely';
import type { MatchRank } from './dialect.ts';

const newest = (at: number) => sql.raw(`newest${at}`);

/** The number of books that the first entries have among their newest. */
const seenIn = (places: number) =>
  sql.join(
    Array.from({ length: places }, (_, at) => sql`(select count(*) from ${newest(at)})`),
    sql` + `,
  );

const notIn = (places: number) =>
  sql.join(
    Array.from({ length: places }, (_, at) => sql`found.id not in (select id from ${newest(at)})`),
    sql` and `,
  );

/**
 * The newest books that a search finds in each place, and the number of all, in one statement and so in one snapshot.
 *
 * For each place there are its newest books, as far as those of the places before leave room for. Where that is not all, the books of
 * all places are counted: the indexes give them in order and have them merged, which takes a twentieth of the time of looking up
 * whether a book of one place is found in another.
 */
export function newestInSqlite(places: readonly MatchRank[], limit: number): RawBuilder<unknown> {
  const queries = places.map(({ ids }) => sql`select id from (${ids})`);
  const last = places.length - 1;
  const outside = (at: number) => sql`(${queries[at]}) as found where ${notIn(at)}`;
  const steps = places.map(({ ids }, at) =>
    at === 0
      ? // The index gives the highest first.
        sql`${newest(at)}(id) as materialized (${ids} order by 1 desc limit ${limit + 1})`
      : sql`${newest(at)}(id) as materialized (
          select found.id from ${outside(at)} order by found.id desc limit max(0, ${limit + 1} - (${seenIn(at)})))`,
  );
  const isInFirstOnly = queries.slice(1).map((other) => sql`not exists (${other})`);
  const total = sql`
    select case
      when before + own <= ${limit} then before + own
      when before <= ${limit} then before + (select count(*) from ${outside(last)})
      when ${sql.join(isInFirstOnly, sql` and `)} then (select count(*) from (${queries[0]}))
      else (select count(*) from (${sql.join(queries, sql` union `)})) end
    from (select ${seenIn(last)} as before, (select count(*) from ${newest(last)}) as own)`;
  const lists = places.map(
    (_, at) => sql`(select coalesce(string_agg(cast(id as text), ','), '') from (
      select id from (select id from ${newest(at)} order by id desc limit ${limit}) order by id))`,
  );
  return sql`with ${sql.join(steps)}
    select (select revision from catalogue) as revision, (${total}) as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
