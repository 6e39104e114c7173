import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The publication record of a book. Blank texts and 0 mean that nothing is recorded. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

const texts = [
  'isbn',
  'gtin',
  'doi',
  'own_number',
  'publication_status',
  'abridgement',
  'publication_date',
  'on_sale_date',
  'embargo_date',
  'original_title',
  'original_language',
  'content_advice',
  'text_copyright',
  'recording_copyright',
  'short_description',
  'keywords',
] as const;

export const publicationRecord: Migration = {
  name: '057-publication-record',
  async up(db, engine) {
    for (const name of texts)
      await db.schema
        .alterTable('books')
        .addColumn(name, text[engine], (column) => column.notNull().defaultTo(''))
        .execute();
    for (const name of ['age_from', 'age_to'])
      await db.schema
        .alterTable('books')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    // ISBNs are equal whatever their hyphens.
    await sql`create unique index books_by_isbn on books (replace(isbn, '-', '')) where isbn <> ''`.execute(
      db,
    );
  },
};
