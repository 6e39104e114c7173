import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The audio sample of a book as text: the code of a chapter, and the start and end in seconds. Existing books have none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const bookSamples: Migration = {
  name: '071-book-samples',
  async up(db, engine) {
    await db.schema
      .alterTable('books')
      .addColumn('sample', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
