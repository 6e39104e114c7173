import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Parts of sounds as files of their own, for players that know no parts. */

export const soundParts: Migration = {
  name: '024-sound-parts',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'sound_parts',
      columns: {
        audio_key: 'text',
        part: 'text',
        key: 'text?',
        unused_since: 'text?',
      },
    })
      .addPrimaryKeyConstraint('sound_parts_key', ['audio_key', 'part'])
      .addForeignKeyConstraint('sound_parts_audio', ['audio_key'], 'files', ['key'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('sound_parts_by_file').on('sound_parts').column('key').execute();
  },
};
