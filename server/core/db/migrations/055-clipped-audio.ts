import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The clipped parts of analysed audio, for the proofing report. Audio without them is analysed again. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const clippedAudio: Migration = {
  name: '055-clipped-audio',
  async up(db, engine) {
    await db.schema.alterTable('audio_analyses').addColumn('clipped', text[engine]).execute();
  },
};
