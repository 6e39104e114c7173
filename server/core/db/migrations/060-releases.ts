import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Releases: prepared changes that are published together. */

export const releases: Migration = {
  name: '060-releases',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'releases',
      columns: {
        id: 'serial',
        name: 'text',
        note: 'text',
        colour: 'text',
        status: 'text',
        time_zone: 'text',
        publish_at: 'text?',
        ends_at: 'text?',
        published_at: 'text?',
        rolled_back_at: 'text?',
        failure: 'text?',
        owner_id: 'integer?',
        scheduled_by: 'integer?',
        scheduled_token: 'integer?',
        entry_id: 'integer?',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    }).execute();
    await db.schema
      .createIndex('releases_by_status')
      .on('releases')
      .columns(['status', 'publish_at'])
      .execute();
    await createTable(db, {
      engine,
      name: 'release_changes',
      columns: {
        id: 'serial',
        release_id: 'integer',
        kind: 'text',
        record_id: 'integer',
        name: 'text',
        action: 'text',
        input: 'text',
        changes: 'text',
        list_hashes: 'text',
        base_version: 'integer',
        files: 'text',
        user_id: 'integer?',
        updated_at: 'text',
      },
    })
      .addForeignKeyConstraint('release_changes_release', ['release_id'], 'releases', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('release_changes_by_release')
      .on('release_changes')
      .column('release_id')
      .execute();
  },
};
