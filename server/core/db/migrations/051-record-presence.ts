import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* The users who have a record open. */

export const recordPresence: Migration = {
  name: '051-record-presence',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'record_presence',
      columns: { kind: 'text', record_id: 'integer', user_id: 'integer', seen_at: 'text' },
    })
      .addPrimaryKeyConstraint('record_presence_key', ['kind', 'record_id', 'user_id'])
      .addForeignKeyConstraint('record_presence_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
  },
};
