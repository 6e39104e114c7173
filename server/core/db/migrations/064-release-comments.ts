import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Comments on releases. They are deleted with the release. */

export const releaseComments: Migration = {
  name: '064-release-comments',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'release_comments',
      columns: {
        id: 'serial',
        release_id: 'integer',
        user_id: 'integer?',
        text: 'text',
        created_at: 'text',
        edited_at: 'text?',
        version: 'integer',
      },
    })
      .addForeignKeyConstraint('release_comments_release', ['release_id'], 'releases', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('release_comments_by_release')
      .on('release_comments')
      .columns(['release_id', 'id'])
      .execute();
  },
};
