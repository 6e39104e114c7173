import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * What reports need to know of every book, beside the books: so that no report reads a million of them. The tables begin empty;
 * the server fills them by itself once it runs.
 */

const cell = { language: 'integer', category_id: 'integer', is_backup: 'integer' } as const;
const measures = {
  books: 'integer',
  seconds: 'bigint',
  words: 'bigint',
  with_cover: 'integer',
  with_audio: 'integer',
  with_text: 'integer',
  with_chapters: 'integer',
} as const;

export const facts: Migration = {
  name: '013-facts',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'fact_state',
      columns: {
        id: 'key',
        revision: 'integer',
        rules: 'integer',
        is_complete: 'integer',
        last_author_id: 'integer',
        caught_up_at: 'text',
      },
    }).execute();
    await sql`insert into fact_state (id, revision, rules, is_complete, last_author_id, caught_up_at)
      values (1, -1, 0, 0, 0, '')`.execute(db);

    await createTable(db, {
      engine,
      name: 'book_facts',
      columns: {
        book_id: 'key',
        version: 'integer',
        author_id: 'integer',
        title_key: 'integer',
        ...cell,
        rules: 'integer',
        flags: 'integer',
        measures: 'integer',
        seconds: 'integer',
        words: 'integer',
        length_class: 'integer',
      },
    }).execute();
    await db.schema
      .createIndex('book_facts_by_title')
      .on('book_facts')
      .columns(['author_id', 'title_key'])
      .execute();

    await createTable(db, {
      engine,
      name: 'author_facts',
      columns: {
        author_id: 'key',
        spelling_key: 'integer',
        is_alike: 'integer',
      },
    }).execute();
    await db.schema
      .createIndex('author_facts_by_spelling')
      .on('author_facts')
      .columns(['spelling_key'])
      .execute();
    await sql`create index author_facts_alike on author_facts (author_id) where is_alike = 1`.execute(db);

    await createTable(db, { engine, name: 'findings', columns: { rule: 'text', book_id: 'integer' } })
      .addPrimaryKeyConstraint('findings_key', ['rule', 'book_id'])
      .execute();
    await createTable(db, { engine, name: 'finding_counts', columns: { rule: 'text', found: 'integer' } })
      .addPrimaryKeyConstraint('finding_counts_key', ['rule'])
      .execute();
    await createTable(db, {
      engine,
      name: 'dismissals',
      columns: {
        rule: 'text',
        record_id: 'integer',
        version: 'integer',
        reason: 'text',
        user_id: 'integer',
        created_at: 'text',
      },
    })
      .addPrimaryKeyConstraint('dismissals_key', ['rule', 'record_id'])
      .execute();

    await createTable(db, { engine, name: 'catalogue_totals', columns: { ...cell, ...measures } })
      .addPrimaryKeyConstraint('catalogue_totals_key', ['language', 'category_id', 'is_backup'])
      .execute();
    await createTable(db, {
      engine,
      name: 'catalogue_lengths',
      columns: {
        ...cell,
        length_class: 'integer',
        books: 'integer',
      },
    })
      .addPrimaryKeyConstraint('catalogue_lengths_key', [
        'language',
        'category_id',
        'is_backup',
        'length_class',
      ])
      .execute();
    await createTable(db, {
      engine,
      name: 'catalogue_periods',
      columns: {
        grain: 'text',
        starts_on: 'text',
        ...cell,
        added: 'integer',
        changed: 'integer',
        deleted: 'integer',
        ...measures,
      },
    })
      .addPrimaryKeyConstraint('catalogue_periods_key', [
        'grain',
        'starts_on',
        'language',
        'category_id',
        'is_backup',
      ])
      .execute();
    await createTable(db, {
      engine,
      name: 'home_deliveries',
      columns: {
        grain: 'text',
        starts_on: 'text',
        mobile_config_id: 'integer',
        calls: 'integer',
        unchanged: 'integer',
      },
    })
      .addPrimaryKeyConstraint('home_deliveries_key', ['grain', 'starts_on', 'mobile_config_id'])
      .execute();

    for (const column of ['width', 'height'])
      await db.schema.alterTable('files').addColumn(column, 'integer').execute();
  },
};
