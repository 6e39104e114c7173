import { type RawBuilder, sql } from 'kysely';
import type { MatchRank } from './dialect.ts';

const hits = (index: number) => sql.raw(`hits${index}`);
const alias = (index: number) => sql.raw(`found${index}`);

/**
 * Returns a query for the newest books of each rank and the total, in one statement and so in one snapshot. Each rank excludes
 * the books of better ranks by set operations. For joins the planner estimates pattern matches badly, and may compare all pairs.
 */
export function newestInPostgres(ranks: readonly MatchRank[], limit: number): RawBuilder<unknown> {
  const steps = ranks.map(({ ids }, index) => sql`${hits(index)}(id) as materialized (${ids})`);
  const remains = ranks.map((_, index) => {
    const better = Array.from({ length: index }, (__, earlier) => sql`select id from ${hits(earlier)}`);
    // The first rank excludes nothing, so it is not copied.
    const materialization = index === 0 ? sql`not materialized` : sql`materialized`;
    return sql`${alias(index)}(id) as ${materialization} (${sql.join([sql`select id from ${hits(index)}`, ...better], sql` except `)})`;
  });
  const totals = ranks.map((_, index) => sql`(select count(*) from ${alias(index)})`);
  const lists = ranks.map(
    (_, index) => sql`(select coalesce(string_agg(cast(id as text), ',' order by id), '') from (
      select id from ${alias(index)} order by id desc limit ${limit}) as newest)`,
  );
  return sql`with ${sql.join([...steps, ...remains])}
    select (select revision from catalogue) as revision, ${sql.join(totals, sql` + `)} as total,
      null as ids, ${sql.join(lists, sql` || ';' || `)} as places, null as keys`;
}
