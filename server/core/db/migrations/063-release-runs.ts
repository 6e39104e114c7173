import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Bulk edits and spreadsheets that are saved into a release. The changes of the release name the one that saved them. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const releaseRuns: Migration = {
  name: '063-release-runs',
  async up(db, engine) {
    for (const table of ['bulk_changes', 'spreadsheets'])
      await db.schema.alterTable(table).addColumn('release_id', 'integer').execute();
    await db.schema.alterTable('release_changes').addColumn('source', text[engine]).execute();
  },
};
