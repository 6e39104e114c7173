import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Tables with fewer rows have no slow plan. */
const FEW = 10_000;
/** The row count that the planner assumes for a table without statistics. */
const MANY = '1000000';

/**
 * Sets the statistics of small tables to those of large ones, because tables grow and the planner uses the values until `analyze` runs
 * again. In a catalogue that had grown to 1,000,000 books, the planner scanned all books to find forty by id. It also scanned whole
 * full-text indexes for merges, so a create took 80 ms instead of 2.
 */
export async function correctStatistics(db: Kysely<Schema>): Promise<void> {
  const statisticsTable = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  // A copy from another program can have no statistics table.
  if (statisticsTable.rows.length === 0) return;
  // Each value starts with the number of rows.
  const { rows } = await sql<{ tbl: string }>`
    select tbl from sqlite_stat1 group by tbl having max(cast(stat as integer)) < ${FEW}`.execute(db);
  if (rows.length === 0) return;
  const small = sql.join(rows.map(({ tbl }) => tbl));
  await sql`delete from sqlite_stat1 where tbl in (${small})`.execute(db);
  // Without new rows this connection would use its cached statistics.
  const large = rows.map(({ tbl }) => sql`(${tbl}, null, ${MANY})`);
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(large)}`.execute(db);
  // Reads the statistics again.
  await sql`analyze sqlite_schema`.execute(db);
}
