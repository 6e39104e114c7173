import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Series of books. Each book has a position as text; `position` is the place in the list. */

export const series: Migration = {
  name: '056-series',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'series',
      columns: {
        id: 'serial',
        title: 'text',
        description: 'text',
        is_ordered: 'integer',
        image_key: 'text?',
        thumbnail_key: 'text?',
        search_key: 'text',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    }).execute();
    await createTable(db, {
      engine,
      name: 'series_books',
      columns: { series_id: 'integer', position: 'integer', book_id: 'integer', volume: 'text' },
    })
      .addPrimaryKeyConstraint('series_books_once', ['series_id', 'book_id'])
      .addForeignKeyConstraint('series_books_series', ['series_id'], 'series', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .addForeignKeyConstraint('series_books_book', ['book_id'], 'books', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('series_books_by_book').on('series_books').column('book_id').execute();
    await sql`insert into record_lists (name, revision, total) values ('series', 0, 0)`.execute(db);
  },
};
