import type { Migration } from './migration.ts';

/* The audit log entry of each saved version of book content, so that the save can be undone. */

export const contentEntries: Migration = {
  name: '065-content-entries',
  async up(db) {
    await db.schema.alterTable('book_content_versions').addColumn('entry_id', 'integer').execute();
  },
};
