import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { fullTextIndexes } from './sqlite-full-text.ts';

/** What the planner takes a table for of which it is told nothing. */
const MANY = '1000000';

/**
 * Says of the full-text indexes that they are large, whatever `analyze` found. Of one that had two pages, when it was empty, the planner
 * would have all pages gone through for each that a merge removes: in a catalogue that had grown to 1,000,000 books, a create
 * took 80 ms instead of 2.
 */
export async function correctStatistics(db: Kysely<Schema>): Promise<void> {
  const known = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  // A copy that another program made may be without.
  if (known.rows.length === 0) return;
  const pages = sql.join(fullTextIndexes.map((name) => `${name}_data`));
  // A row that is removed would be remembered by this connection.
  const { numAffectedRows } = await sql`
    update sqlite_stat1 set stat = ${MANY} where tbl in (${pages}) and stat <> ${MANY}`.execute(db);
  // They are read anew by this only.
  if (numAffectedRows) await sql`analyze sqlite_schema`.execute(db);
}
