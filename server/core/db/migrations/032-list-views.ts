import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Lists under a name, of one account or shared. */

export const listViews: Migration = {
  name: '032-list-views',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'list_views',
      columns: {
        id: 'serial',
        user_id: 'integer',
        list: 'text',
        name: 'text',
        name_key: 'text',
        query: 'text',
        columns: 'text?',
        density: 'text?',
        is_shared: 'integer',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    })
      .addForeignKeyConstraint('list_views_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('list_views_by_name')
      .unique()
      .on('list_views')
      .columns(['list', 'user_id', 'name_key'])
      .execute();
    await db.schema
      .createIndex('list_views_shared')
      .on('list_views')
      .columns(['list', 'is_shared'])
      .execute();
  },
};
