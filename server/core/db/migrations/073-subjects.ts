import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * The subjects of a book as text, and a table with a row for each, which queries read. Subject schemes with their lists, and the default
 * subjects of categories. Existing books and categories have none.
 */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const subjects: Migration = {
  name: '073-subjects',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'subject_schemes',
      columns: {
        id: 'serial',
        name: 'text',
        name_key: 'text',
        is_listed_only: 'integer',
        code_count: 'integer',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    })
      .addUniqueConstraint('subject_schemes_name', ['name_key'])
      .execute();
    await createTable(db, {
      engine,
      name: 'subject_codes',
      columns: { subject_key: 'text', scheme_id: 'integer', code: 'text', label: 'text', search_key: 'text' },
    })
      .addPrimaryKeyConstraint('subject_codes_key', ['subject_key'])
      .addForeignKeyConstraint('subject_codes_scheme', ['scheme_id'], 'subject_schemes', ['id'])
      .execute();
    for (const [table, column] of [
      ['books', 'subjects'],
      ['categories', 'default_subjects'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(column, text[engine], (built) => built.notNull().defaultTo(''))
        .execute();
    await createTable(db, {
      engine,
      name: 'book_subjects',
      columns: { book_id: 'integer', position: 'integer', subject_key: 'text' },
    })
      .addPrimaryKeyConstraint('book_subjects_key', ['book_id', 'position'])
      .addForeignKeyConstraint('book_subjects_book', ['book_id'], 'books', ['id'])
      .execute();
    await db.schema
      .createIndex('book_subjects_by_subject')
      .on('book_subjects')
      .columns(['subject_key', 'book_id'])
      .execute();
    await sql`insert into setting_sections (section, version) values ('subjects', 1)`.execute(db);
  },
};
