import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The narrow index of books has the dates by which lists are sorted. They were read from the rows of all dated books. */

export const datesById: Migration = {
  name: '079-dates-by-id',
  async up(db, engine) {
    if (engine !== 'sqlite') return;
    await sql`drop index books_by_id`.execute(db);
    await sql`create index books_by_id on books (id, language, category_id, sub_category_id, is_backup, author_id, reading_time,
      publication_date, on_sale_date)`.execute(db);
  },
};
