import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Further texts of the publication record, and indexes for lists of books by a date. Books without a date have no entry. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const tradeTexts: Migration = {
  name: '069-trade-texts',
  async up(db, engine) {
    for (const name of ['other_identifiers', 'table_of_contents', 'review_quotes'])
      await db.schema
        .alterTable('books')
        .addColumn(name, text[engine], (column) => column.notNull().defaultTo(''))
        .execute();
    for (const name of ['publication_date', 'on_sale_date', 'embargo_date'])
      await sql`create index ${sql.id(`books_by_${name}`)} on books (${sql.ref(name)}, id) where ${sql.ref(name)} <> ''`.execute(
        db,
      );
  },
};
