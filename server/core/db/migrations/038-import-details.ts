import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Texts of a book that was exported come back with their times and codes. */

export const importDetails: Migration = {
  name: '038-import-details',
  async up(db, engine) {
    const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`;
    await db.schema.alterTable('import_texts').addColumn('details', text).execute();
    await db.schema.alterTable('import_texts').addColumn('file', 'integer').execute();
  },
};
