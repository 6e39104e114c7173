import type { Migration } from './migration.ts';

/* The RMS level of analysed audio, which stores limit. Audio without it is analysed again. */

export const audioRms: Migration = {
  name: '054-audio-rms',
  async up(db) {
    await db.schema.alterTable('audio_analyses').addColumn('rms_db', 'double precision').execute();
  },
};
