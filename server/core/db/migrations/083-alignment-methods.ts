import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The method that aligned the text and audio of a chapter: the built-in one, or a model with its version. Unknown for earlier alignments. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const alignmentMethods: Migration = {
  name: '083-alignment-methods',
  async up(db, engine) {
    await db.schema.alterTable('chapters').addColumn('alignment_method', text[engine]).execute();
  },
};
