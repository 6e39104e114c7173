import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* What staff set, and letters that wait to be sent. */

export const settings: Migration = {
  name: '015-settings',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'settings',
      columns: {
        key: 'text',
        value: 'text',
        changed_at: 'text',
        changed_by: 'integer?',
      },
    })
      .addPrimaryKeyConstraint('settings_key', ['key'])
      .execute();
    await createTable(db, {
      engine,
      name: 'setting_sections',
      columns: { section: 'text', version: 'integer' },
    })
      .addPrimaryKeyConstraint('setting_sections_key', ['section'])
      .execute();
    for (const section of ['general', 'catalogue', 'media', 'sign_in'])
      await db
        .withTables<{ setting_sections: { section: string; version: number } }>()
        .insertInto('setting_sections')
        .values({ section, version: 1 })
        .execute();
    await createTable(db, {
      engine,
      name: 'letters',
      columns: {
        id: 'serial',
        recipient: 'text',
        subject: 'text',
        body: 'text',
        created_at: 'text',
      },
    }).execute();
  },
};
