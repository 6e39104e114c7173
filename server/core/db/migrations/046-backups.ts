import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

export const backups: Migration = {
  name: '046-backups',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'backups',
      columns: {
        id: 'serial',
        name: 'text',
        created_at: 'text',
        finished_at: 'text?',
        duration_ms: 'bigint',
        bytes: 'bigint',
        added_bytes: 'bigint',
        rows: 'bigint',
        files: 'bigint',
        file_bytes: 'bigint',
        missing_files: 'bigint',
        is_encrypted: 'integer',
        is_scheduled: 'integer',
        user_id: 'integer?',
        home_hash: 'text?',
        tested_at: 'text?',
        test_error: 'text?',
      },
    })
      .addUniqueConstraint('backups_name', ['name'])
      .execute();
    await sql`insert into setting_sections (section, version) values ('backup', 1)`.execute(db);
  },
};
