import { type RawBuilder, sql } from 'kysely';
import type { SearchPlace } from './dialect.ts';

/** To look up one book costs about as much as to pass by so many in an index. */
const DEARER = 8;

const named = (letter: string, at: number) => sql.raw(`${letter}${at}`);

const notIn = (at: number) =>
  sql.join(
    Array.from(
      { length: at },
      (_, earlier) => sql`found.id not in (select id from ${named('newest', earlier)})`,
    ),
    sql` and `,
  );

/** Not by an index: it would look up each of them for each author. */
const among = (at: number) =>
  sql.join(
    Array.from(
      { length: at },
      (_, earlier) => sql`+found.id in (select id from ${named('newest', earlier)})`,
    ),
    sql` or `,
  );

const heldBy = (places: readonly SearchPlace[], id: RawBuilder<unknown>) =>
  sql`(${sql.join(
    places.map((place) => place.holds(id)),
    sql` or `,
  )})`;

/** All that the first places find, each book once. */
const union = (places: readonly SearchPlace[]) =>
  sql.join(
    places.map(({ ids }) => sql`select id from (${ids})`),
    sql` union `,
  );

/**
 * The newest books that a search finds in each place, and the number of all, in one statement and so in one snapshot.
 *
 * For each place there are its `newest` books, as far as those of the places before leave room for, and the `size` of it together with
 * them. What a place has in common with those before is counted by comparing the ids where all of those are at hand, else by looking up
 * the fewer of the two: a book is known to be found in a place without searching that.
 */
export function newestInSqlite(places: readonly SearchPlace[], limit: number): RawBuilder<unknown> {
  const found = sql.ref('found.id');
  const steps = places.flatMap((place, at) => {
    const [newest, size, before] = [named('newest', at), named('size', at), named('size', at - 1)];
    if (at === 0)
      return [
        // The index gives the highest first. Where these are all, nothing is left to be counted.
        sql`${newest}(id) as materialized (${place.ids} order by 1 desc limit ${limit + 1})`,
        sql`${size}(number) as materialized (
          select case when seen > ${limit} then (select count(*) from (${place.ids})) else seen end
          from (select count(*) as seen from ${newest}))`,
      ];
    const earlier = places.slice(0, at);
    const own = named('own', at);
    return [
      sql`${own}(number) as materialized (${place.total ?? sql`select count(*) from (${place.ids})`})`,
      sql`${size}(number) as materialized (
        select ${before}.number + ${own}.number - case
          when ${own}.number = 0 or ${before}.number = 0 then 0
          when ${before}.number <= ${limit} and ${own}.number <= ${before}.number * ${sql.lit(DEARER)} then (
            select count(*) from (${place.ids}) as found where ${among(at)})
          when ${before}.number <= ${own}.number * ${sql.lit(DEARER)} then (
            select count(*) from (${union(earlier)}) as found where ${place.holds(found)})
          else (select count(*) from (${place.ids}) as found where ${heldBy(earlier, found)}) end
        from ${own}, ${before})`,
      // Where there is room, all of the places before are among the newest of them.
      sql`${newest}(id) as materialized (
        select found.id from (${place.ids}) as found where ${notIn(at)}
        order by found.id desc limit (select max(0, ${limit + 1} - number) from ${before}))`,
    ];
  });
  const lists = places.map(
    (_, at) => sql`(select coalesce(string_agg(cast(id as text), ','), '') from (
      select id from (select id from ${named('newest', at)} order by id desc limit ${limit}) order by id))`,
  );
  return sql`with ${sql.join(steps)}
    select (select revision from catalogue) as revision,
      (select number from ${named('size', places.length - 1)}) as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
