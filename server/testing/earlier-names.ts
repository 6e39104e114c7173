import { type Kysely, sql } from 'kysely';
import { renamedColumns, renamedTables } from '#server/core/db/migrations/042-standard-names';
import type { AuditLogTable } from '#server/core/db/tables/audit-log';
import type { BookProjectionsTable, CataloguePeriodsTable } from '#server/core/db/tables/projections';
import type { Schema } from '#server/core/db/schema';

interface EarlierSchema {
  migrations: Schema['migrations'];
  journal: AuditLogTable;
  book_facts: BookProjectionsTable;
  findings: Schema['health_issues'];
  catalogue_periods: CataloguePeriodsTable;
}

/**
 * Gives tables and columns the names that they had before migration 042, which runs again at the next `migrate`. For tests of earlier
 * migrations.
 */
export async function withEarlierNames(db: Kysely<Schema>): Promise<Kysely<EarlierSchema>> {
  for (const [table, from, to] of renamedColumns)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(to)} to ${sql.ref(from)}`.execute(db);
  for (const [from, to] of Object.entries(renamedTables))
    await sql`alter table ${sql.table(to)} rename to ${sql.table(from)}`.execute(db);
  await db.deleteFrom('migrations').where('name', '=', '042-standard-names').execute();
  return db as unknown as Kysely<EarlierSchema>;
}
