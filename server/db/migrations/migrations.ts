import type { Kysely } from 'kysely';
import type { OpenedDialect } from '../dialects/dialect.ts';
import type { Schema } from '../schema.ts';
import { foundation } from './001-foundation.ts';
import { curation } from './002-curation.ts';

export interface Migration {
  /** Never changed once released: it is how a database knows what it has. */
  readonly name: string;
  up(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void>;
}

/** In the order they run. New ones go to the end; released ones are never edited. */
const migrations: readonly Migration[] = [foundation, curation];

export async function runMigrations(db: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await dialect.lockMigrations(trx);
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
    const rows = await trx.selectFrom('migrations').select('name').execute();
    const applied = new Set(rows.map((row) => row.name));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, up } of missing) {
      await up(trx, dialect);
      await trx.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute();
    }
    if (missing.length > 0) await dialect.gatherStatistics(trx);
  });
}
