import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * Reports that are filtered read kept counts too: findings are counted by language, category and service, and what periods added
 * also over all categories, as category -1.
 *
 * What is read of all names of authors is read again when one came, went or changed.
 *
 * Times of the journal rise with its numbers, which lead to them without an index that every entry has to be put into.
 */

export const countsByCell: Migration = {
  name: '033-counts-by-cell',
  async up(db, engine) {
    await db.schema.dropTable('finding_counts').execute();
    await createTable(db, {
      engine,
      name: 'finding_counts',
      columns: {
        rule: 'text',
        language: 'integer',
        category_id: 'integer',
        is_backup: 'integer',
        found: 'integer',
      },
    })
      .addPrimaryKeyConstraint('finding_counts_key', ['rule', 'language', 'category_id', 'is_backup'])
      .execute();
    await sql`insert into finding_counts (rule, language, category_id, is_backup, found)
      select rule, language, category_id, is_backup, count(*) from findings
      join book_facts on book_facts.book_id = findings.book_id
      group by rule, language, category_id, is_backup`.execute(db);

    const sums = sql.join(
      [
        'added',
        'changed',
        'deleted',
        'books',
        'seconds',
        'words',
        'with_cover',
        'with_audio',
        'with_text',
        'with_chapters',
      ].map((name) => sql`sum(${sql.ref(name)})`),
    );
    await sql`insert into catalogue_periods (grain, starts_on, language, category_id, is_backup,
        added, changed, deleted, books, seconds, words, with_cover, with_audio, with_text, with_chapters)
      select grain, starts_on, language, -1, is_backup, ${sums} from catalogue_periods
      group by grain, starts_on, language, is_backup`.execute(db);
    await db.schema
      .createIndex('catalogue_periods_by_category')
      .on('catalogue_periods')
      .columns(['grain', 'category_id', 'starts_on'])
      .execute();

    await db.schema.dropIndex('journal_by_time').execute();

    await createTable(db, {
      engine,
      name: 'author_names',
      columns: { id: 'key', revision: 'integer' },
    }).execute();
    await sql`insert into author_names (id, revision) values (1, 0)`.execute(db);
  },
};
