import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The image of a contributor, and their links and biographies in other languages as JSON. Blank means none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const contributorDetails: Migration = {
  name: '074-contributor-details',
  async up(db, engine) {
    for (const name of ['links', 'localized_biographies'])
      await db.schema
        .alterTable('authors')
        .addColumn(name, text[engine], (column) => column.notNull().defaultTo(''))
        .execute();
    for (const name of ['image_key', 'thumbnail_key'])
      await db.schema.alterTable('authors').addColumn(name, text[engine]).execute();
  },
};
