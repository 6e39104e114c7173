import { type Kysely, sql } from 'kysely';
import { renamedColumns, renamedTables } from '#server/core/db/migrations/042-standard-names';
import { tablesWithIntervals } from '#server/core/db/migrations/048-standard-columns';
import type { AuditLogTable } from '#server/core/db/tables/audit-log';
import type { BookProjectionsTable, CataloguePeriodsTable } from '#server/core/db/tables/projections';
import type { Schema } from '#server/core/db/schema';

interface EarlierSchema {
  migrations: Schema['migrations'];
  journal: AuditLogTable;
  book_facts: BookProjectionsTable;
  findings: Schema['health_issues'];
  catalogue_periods: Omit<CataloguePeriodsTable, 'interval'> & { grain: CataloguePeriodsTable['interval'] };
}

/**
 * Renames tables and columns to their names before migrations 042 and 048, which run again at the next `migrate`. For tests of earlier
 * migrations.
 */
export async function withEarlierNames(db: Kysely<Schema>): Promise<Kysely<EarlierSchema>> {
  for (const table of tablesWithIntervals)
    await sql`alter table ${sql.table(table)} rename column "interval" to grain`.execute(db);
  for (const [table, from, to] of renamedColumns)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(to)} to ${sql.ref(from)}`.execute(db);
  for (const [from, to] of Object.entries(renamedTables))
    await sql`alter table ${sql.table(to)} rename to ${sql.table(from)}`.execute(db);
  await db
    .deleteFrom('migrations')
    .where('name', 'in', ['042-standard-names', '048-standard-columns'])
    .execute();
  return db as unknown as Kysely<EarlierSchema>;
}
