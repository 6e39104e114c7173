import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * A search of authors leads to their books. PostgreSQL read the whole table of books for that, since it would have had to look up each book;
 * the ids are in the index now, as they always are in one of SQLite.
 */

export const booksOfAuthors: Migration = {
  name: '040-books-of-authors',
  async up(db, engine) {
    if (engine === 'sqlite') return;
    await sql`drop index books_by_author`.execute(db);
    await sql`create index books_by_author on books (author_id, id)`.execute(db);
  },
};
