import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* What was found out about the sound of an audio file, once for each. */

export const scans: Migration = {
  name: '007-scans',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'scans',
      columns: {
        audio_key: 'text',
        version: 'integer',
        state: 'text',
        seconds: 'double?',
        sample_rate: 'integer?',
        channels: 'integer?',
        codec: 'text',
        floor_db: 'double?',
        speech_db: 'double?',
        lufs: 'double?',
        true_peak_db: 'double?',
        peaks_key: 'text?',
        silences: 'text',
        faults: 'text',
        error: 'text?',
        created_at: 'text',
      },
    })
      .addPrimaryKeyConstraint('scans_key', ['audio_key'])
      .addForeignKeyConstraint('scans_audio', ['audio_key'], 'files', ['key'], (to) => to.onDelete('cascade'))
      .execute();
  },
};
