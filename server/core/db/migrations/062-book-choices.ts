import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Indexes for lists of books by a choice of the publication record. Books without a value have no entry. */

export const bookChoices: Migration = {
  name: '062-book-choices',
  async up(db) {
    for (const name of ['publication_status', 'abridgement'])
      await sql`create index ${sql.id(`books_by_${name}`)} on books (${sql.ref(name)}, id) where ${sql.ref(name)} <> ''`.execute(
        db,
      );
  },
};
