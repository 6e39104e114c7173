import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Of a table with fewer rows no plan is slow. */
const FEW = 10_000;
/** The row count that the planner assumes for a table without statistics. */
const MANY = '1000000';

/**
 * Has the planner take small tables for large ones, which they may become: it believes what `analyze` found until that runs again. In a
 * catalogue that had grown to 1,000,000 books since, it went through all books to find forty by their ids, and through whole full-text
 * indexes when parts of them were merged, by which a create took 80 ms instead of 2.
 */
export async function correctStatistics(db: Kysely<Schema>): Promise<void> {
  const statisticsTable = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  // A copy that another program made may be without.
  if (statisticsTable.rows.length === 0) return;
  // Each begins with the number of rows.
  const { rows } = await sql<{ tbl: string }>`
    select tbl from sqlite_stat1 group by tbl having max(cast(stat as integer)) < ${FEW}`.execute(db);
  if (rows.length === 0) return;
  const small = sql.join(rows.map(({ tbl }) => tbl));
  await sql`delete from sqlite_stat1 where tbl in (${small})`.execute(db);
  // Without them this connection would remember what it knew.
  const large = rows.map(({ tbl }) => sql`(${tbl}, null, ${MANY})`);
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(large)}`.execute(db);
  // They are read anew by this only.
  await sql`analyze sqlite_schema`.execute(db);
}
