import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* The rights of a book as text, and a table with a row for each right, which queries read. Existing books have none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const bookRights: Migration = {
  name: '059-book-rights',
  async up(db, engine) {
    await db.schema
      .alterTable('books')
      .addColumn('rights', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
    await createTable(db, {
      engine,
      name: 'book_rights',
      columns: {
        book_id: 'integer',
        position: 'integer',
        territories: 'text',
        excluded: 'text',
        starts_on: 'text',
        ends_on: 'text',
        service: 'text',
      },
    })
      .addPrimaryKeyConstraint('book_rights_key', ['book_id', 'position'])
      .addForeignKeyConstraint('book_rights_book', ['book_id'], 'books', ['id'])
      .execute();
    await db.schema
      .createIndex('book_rights_by_end')
      .on('book_rights')
      .columns(['ends_on', 'book_id'])
      .execute();
  },
};
