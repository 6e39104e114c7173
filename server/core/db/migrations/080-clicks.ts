import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The clicks of analysed audio, for the proofing report. Audio without them is analysed again. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const clicks: Migration = {
  name: '080-clicks',
  async up(db, engine) {
    await db.schema.alterTable('audio_analyses').addColumn('clicks', text[engine]).execute();
  },
};
