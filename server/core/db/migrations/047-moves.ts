import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

export const moves: Migration = {
  name: '047-moves',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'move_state',
      columns: {
        id: 'key',
        move_id: 'text',
        phase: 'text',
        database_url: 'text',
        blob_store_url: 'text',
        started_at: 'text',
        switched_at: 'text?',
        lease_until: 'text',
        lease_owner: 'text',
        paused_until: 'text',
        progress: 'text',
      },
    }).execute();
    await createTable(db, {
      engine,
      name: 'move_changes',
      columns: { table_name: 'text', row_key: 'text', revision: 'integer' },
    })
      .addPrimaryKeyConstraint('move_changes_key', ['table_name', 'row_key'])
      .execute();
  },
};
