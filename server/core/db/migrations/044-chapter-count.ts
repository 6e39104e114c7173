import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The chapter count of a book with chapters is their number. */

export const chapterCount: Migration = {
  name: '044-chapter-count',
  async up(db) {
    await db.schema
      .alterTable('books')
      .addColumn('has_chapters', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update books set has_chapters = 1, chapter_count = counts.chapters
      from (select book_id, count(*) as chapters from chapters group by book_id) as counts
      where counts.book_id = books.id`.execute(db);
  },
};
