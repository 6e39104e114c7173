import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The texts of a book in other languages, as JSON. Blank means none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const localizedTexts: Migration = {
  name: '072-localized-texts',
  async up(db, engine) {
    await db.schema
      .alterTable('books')
      .addColumn('localized_texts', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
