import type { Migration } from './migration.ts';

/* A change of many books has an entry of the journal, which those of the books follow from. */

export const bulkEntries: Migration = {
  name: '025-bulk-entries',
  async up(db) {
    await db.schema.alterTable('bulk_changes').addColumn('entry_id', 'integer').execute();
  },
};
