import { type RawBuilder, sql } from 'kysely';
import type { SearchPlace } from './dialect.ts';

const found = (at: number) => sql.raw(`found${at}`);

/** The newest books that a search finds in each place, and the number of all, in one statement and so in one snapshot. */
export function newestInPostgres(places: readonly SearchPlace[], limit: number): RawBuilder<unknown> {
  const steps = places.map(({ ids }, at) => {
    const missing = Array.from(
      { length: at },
      (_, earlier) => sql`not exists (select 1 from ${found(earlier)} as earlier where earlier.id = own.id)`,
    );
    const condition = at === 0 ? sql`` : sql`where ${sql.join(missing, sql` and `)}`;
    return sql`${found(at)}(id) as materialized (select own.id from (${ids}) as own ${condition})`;
  });
  const totals = places.map((_, at) => sql`(select count(*) from ${found(at)})`);
  const lists = places.map(
    (_, at) => sql`(select coalesce(string_agg(cast(id as text), ',' order by id), '') from (
      select id from ${found(at)} order by id desc limit ${limit}) as newest)`,
  );
  return sql`with ${sql.join(steps)}
    select (select revision from catalogue) as revision, ${sql.join(totals, sql` + `)} as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
