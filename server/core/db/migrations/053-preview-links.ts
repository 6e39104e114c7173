import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Links that show a home screen to users without an account. */

export const previewLinks: Migration = {
  name: '053-preview-links',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'preview_links',
      columns: {
        id: 'serial',
        token_hash: 'text',
        user_id: 'integer',
        title: 'text',
        content: 'text',
        created_at: 'text',
        expires_at: 'text',
      },
    })
      .addUniqueConstraint('preview_links_token', ['token_hash'])
      .addForeignKeyConstraint('preview_links_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('preview_links_by_user').on('preview_links').column('user_id').execute();
  },
};
