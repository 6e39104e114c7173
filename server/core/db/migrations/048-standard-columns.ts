import { sql } from 'kysely';
import type { Migration } from './migration.ts';
import { renameKeys } from './rename-keys.ts';

/* The interval of a period and the excluded content of an import take the names that the API uses. */

/** The tables that have a column of intervals. */
export const tablesWithIntervals = ['audit_log_counts', 'catalogue_periods', 'home_deliveries'] as const;

export const standardColumns: Migration = {
  name: '048-standard-columns',
  async up(db) {
    for (const table of tablesWithIntervals)
      await sql`alter table ${sql.table(table)} rename column grain to "interval"`.execute(db);
    await renameKeys(db, { table: 'imports', column: 'proposal' }, { left_out: 'excluded' });
  },
};
