import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Changes of many books at once, and what the books were before. */

export const bulkChanges: Migration = {
  name: '018-bulk-changes',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'bulk_changes',
      columns: {
        id: 'serial',
        user_id: 'integer?',
        changes: 'text',
        ids: 'text',
        total: 'integer',
        done: 'integer',
        changed: 'integer',
        undoes_id: 'integer?',
        created_at: 'text',
      },
    }).execute();
    await createTable(db, {
      engine,
      name: 'bulk_books',
      columns: {
        change_id: 'integer',
        book_id: 'integer',
        version_before: 'integer',
        version: 'integer',
        before: 'text',
      },
    })
      .addPrimaryKeyConstraint('bulk_books_key', ['change_id', 'book_id'])
      .addForeignKeyConstraint('bulk_books_change', ['change_id'], 'bulk_changes', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('bulk_books_by_book').on('bulk_books').column('book_id').execute();
  },
};
