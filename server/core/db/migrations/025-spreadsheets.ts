import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Spreadsheets that come in: what each of their rows is to do. */

export const spreadsheets: Migration = {
  name: '025-spreadsheets',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'spreadsheets',
      columns: {
        id: 'serial',
        user_id: 'integer',
        kind: 'text',
        rows: 'text',
        total: 'integer',
        done: 'integer',
        created: 'integer',
        changed: 'integer',
        failed: 'integer',
        failures: 'text',
        entry_id: 'integer?',
        created_at: 'text',
      },
    })
      .addForeignKeyConstraint('spreadsheets_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
  },
};
