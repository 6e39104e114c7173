import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The first edition of the work of a book. The index contains only books with a first edition. */

export const editions: Migration = {
  name: '067-editions',
  async up(db) {
    await db.schema
      .alterTable('books')
      .addColumn('edition_of', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index books_by_edition_of on books (edition_of, id) where edition_of <> 0`.execute(db);
  },
};
