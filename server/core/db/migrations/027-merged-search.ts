import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * Each write adds a part to the full-text indexes of SQLite, and a search looks into every part. Writes merge sixteen at once; what
 * is merged in the background begins with four.
 */

export const mergedSearch: Migration = {
  name: '027-merged-search',
  async up(db, engine) {
    if (engine !== 'sqlite') return;
    for (const name of ['book_trigrams', 'book_beginnings'])
      await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('usermerge', 4)`.execute(db);
  },
};
