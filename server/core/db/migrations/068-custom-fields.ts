import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * Custom fields of books. The values of a book are one text. A table has a row for each value, which queries read. Existing books have
 * none.
 */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const customFields: Migration = {
  name: '068-custom-fields',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'custom_fields',
      columns: {
        id: 'serial',
        key: 'text',
        label: 'text',
        type: 'text',
        choices: 'text',
        last_choice_id: 'integer',
        help: 'text',
        is_required: 'integer',
        is_filter: 'integer',
        position: 'integer',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
        deleted_at: 'text?',
        are_values_deleted: 'integer',
      },
    }).execute();
    await db.schema
      .alterTable('books')
      .addColumn('custom_values', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
    await createTable(db, {
      engine,
      name: 'book_custom_values',
      columns: { book_id: 'integer', field_id: 'integer', value: 'text' },
    })
      .addPrimaryKeyConstraint('book_custom_values_key', ['book_id', 'field_id'])
      .addForeignKeyConstraint('book_custom_values_book', ['book_id'], 'books', ['id'])
      .execute();
    await db.schema
      .createIndex('book_custom_values_by_value')
      .on('book_custom_values')
      .columns(['field_id', 'value', 'book_id'])
      .execute();
    await sql`insert into setting_sections (section, version) values ('custom_fields', 1)`.execute(db);
  },
};
