import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * SQLite keeps whole rows in the order of their ids, so walking through the ids, and looking up what found books are filtered and
 * sorted by, read all their texts. An index has just that. PostgreSQL's key leads through the ids by itself.
 *
 * Its full-text indexes merged what writes add four by four, which took a fifth of a write; sixteen at once take half of that.
 */

export const narrowBooks: Migration = {
  name: '010-narrow-books',
  async up(db, engine) {
    if (engine !== 'sqlite') return;
    await db.schema
      .createIndex('books_by_id')
      .on('books')
      .columns(['id', 'language', 'category_id', 'sub_category_id', 'is_backup', 'reading_time'])
      .execute();
    for (const name of ['book_trigrams', 'book_beginnings'])
      for (const [setting, value] of [
        ['automerge', 16],
        ['crisismerge', 64],
      ] as const) {
        const table = sql.table(name);
        await sql`insert into ${table} (${sql.ref(name)}, rank) values (${setting}, ${sql.lit(value)})`.execute(
          db,
        );
      }
  },
};
