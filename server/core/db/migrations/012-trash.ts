import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Deleted records and replaced files, kept for a while so that they can come back. */

export const trash: Migration = {
  name: '012-trash',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'trash',
      columns: {
        id: 'serial',
        kind: 'text',
        record_id: 'integer',
        name: 'text',
        search_key: 'text',
        code: 'text?',
        picture_key: 'text?',
        deleted_at: 'text',
        deleted_by: 'integer?',
        entry_id: 'integer',
        files: 'integer',
        bytes: 'bigint',
        chapters: 'integer',
        places: 'integer',
        // Last, since it may be long.
        snapshot: 'text',
      },
    }).execute();
    await db.schema
      .createIndex('trash_by_record')
      .unique()
      .on('trash')
      .columns(['kind', 'record_id'])
      .execute();
    await db.schema.createIndex('trash_by_code').on('trash').columns(['kind', 'code']).execute();
    await db.schema.createIndex('trash_by_time').on('trash').columns(['deleted_at']).execute();
    // Rows of `files` that nothing is served from, with what was found out about their sound.
    await createTable(db, {
      engine,
      name: 'kept_files',
      columns: {
        key: 'text',
        size: 'bigint',
        file: 'text',
        scan: 'text?',
        kind: 'text',
        record_id: 'integer',
        kept_at: 'text',
      },
    })
      .addPrimaryKeyConstraint('kept_files_key', ['key'])
      .execute();
    await db.schema
      .createIndex('kept_files_by_record')
      .on('kept_files')
      .columns(['kind', 'record_id'])
      .execute();
    await db.schema.createIndex('kept_files_by_time').on('kept_files').column('kept_at').execute();
    // What is too long for the journal: the chapters that an entry replaced.
    await createTable(db, {
      engine,
      name: 'kept_contents',
      columns: {
        entry_id: 'key',
        kind: 'text',
        record_id: 'integer',
        kept_at: 'text',
        content: 'text',
      },
    }).execute();
    await db.schema
      .createIndex('kept_contents_by_record')
      .on('kept_contents')
      .columns(['kind', 'record_id'])
      .execute();
    await db.schema.createIndex('kept_contents_by_time').on('kept_contents').column('kept_at').execute();
  },
};
