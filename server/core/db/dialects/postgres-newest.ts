import { type RawBuilder, sql } from 'kysely';
import type { MatchRank } from './dialect.ts';

const hits = (at: number) => sql.raw(`hits${at}`);
const alias = (at: number) => sql.raw(`found${at}`);

/**
 * Returns a query for the newest books of each rank and the total, in one statement and so in one snapshot. Each rank excludes
 * the books of better ranks by set operations. For joins the planner estimates pattern matches badly, and may compare all pairs.
 */
export function newestInPostgres(places: readonly MatchRank[], limit: number): RawBuilder<unknown> {
  const steps = places.map(({ ids }, at) => sql`${hits(at)}(id) as materialized (${ids})`);
  const remains = places.map((_, at) => {
    const better = Array.from({ length: at }, (__, earlier) => sql`select id from ${hits(earlier)}`);
    // The first rank excludes nothing, so it is not copied.
    const materialization = at === 0 ? sql`not materialized` : sql`materialized`;
    return sql`${alias(at)}(id) as ${materialization} (${sql.join([sql`select id from ${hits(at)}`, ...better], sql` except `)})`;
  });
  const totals = places.map((_, at) => sql`(select count(*) from ${alias(at)})`);
  const lists = places.map(
    (_, at) => sql`(select coalesce(string_agg(cast(id as text), ',' order by id), '') from (
      select id from ${alias(at)} order by id desc limit ${limit}) as newest)`,
  );
  return sql`with ${sql.join([...steps, ...remains])}
    select (select revision from catalogue) as revision, ${sql.join(totals, sql` + `)} as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
