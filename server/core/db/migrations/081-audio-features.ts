import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The file that alignments read instead of the audio. They decode audio that has none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const audioFeatures: Migration = {
  name: '081-audio-features',
  async up(db, engine) {
    await db.schema.alterTable('audio_analyses').addColumn('features_key', text[engine]).execute();
  },
};
