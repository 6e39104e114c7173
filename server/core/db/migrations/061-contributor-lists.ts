import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * Lists of people are filtered by role and sorted by sort name, and people are found by their other names. The numbers of books per role
 * are stored, because counting the books of all people takes too long. A merge stores the details of both people for its undo.
 */

const BATCH = 500;
const MAX_WORD = 40;
const marks = /\p{M}+/gu;

const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/\s+/gu, ' ')
    .trim();

function toWords(name: string): string[] {
  const folded = foldForSearch(name);
  const words = [...(folded.match(/\S+/gu) ?? []), ...(folded.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const found = words.length > 0 ? words : [name];
  return found.map((word) => Array.from(word).slice(0, MAX_WORD).join(''));
}

/** Stores the keys and words of the people with a sort name or other names. */
async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: people } = await sql<{ id: number; sort_name: string; other_names: string }>`
      select id, sort_name, other_names from authors
      where id > ${after} and (sort_name <> '' or other_names <> '') order by id limit ${sql.lit(BATCH)}`.execute(
      db,
    );
    for (const { id, sort_name, other_names } of people) {
      if (sort_name !== '')
        await sql`update authors set sort_name_key = ${foldForSearch(sort_name)} where id = ${id}`.execute(
          db,
        );
      const names = [sort_name, ...other_names.split('\n')].filter((name) => name !== '');
      for (const word of new Set(names.flatMap(toWords)))
        await sql`insert into other_name_words (word, contributor_id) values (${word}, ${id})`.execute(db);
    }
    if (people.length < BATCH) return;
    after = people.at(-1)?.id ?? 0;
  }
}

export const contributorLists: Migration = {
  name: '061-contributor-lists',
  async up(db, engine) {
    const text = { sqlite: sql`text`, postgres: sql`text collate "C"` }[engine];
    await createTable(db, {
      engine,
      name: 'contributor_counts',
      columns: { contributor_id: 'integer', role: 'text', book_count: 'integer' },
    })
      .addPrimaryKeyConstraint('contributor_counts_key', ['contributor_id', 'role'])
      .addForeignKeyConstraint('contributor_counts_person', ['contributor_id'], 'authors', ['id'])
      .execute();
    await sql`insert into contributor_counts (contributor_id, role, book_count)
      select person_id, role, count(*) from (
        select author_id as person_id, 'author' as role from books
        union all select contributor_id, role from book_contributors
      ) as roles group by person_id, role`.execute(db);
    await db.schema
      .createIndex('contributors_by_role')
      .on('contributor_counts')
      .columns(['role', 'book_count', 'contributor_id'])
      .execute();
    await createTable(db, {
      engine,
      name: 'other_name_words',
      columns: { word: 'text', contributor_id: 'integer' },
    })
      .addPrimaryKeyConstraint('other_name_words_key', ['word', 'contributor_id'])
      .addForeignKeyConstraint('other_name_words_person', ['contributor_id'], 'authors', ['id'])
      .execute();
    await db.schema
      .createIndex('other_name_words_by_person')
      .on('other_name_words')
      .columns(['contributor_id', 'word'])
      .execute();
    await db.schema
      .alterTable('authors')
      .addColumn('sort_name_key', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update authors set sort_name_key = sort_key`.execute(db);
    await fill(db);
    await db.schema
      .createIndex('people_by_sort_name')
      .on('authors')
      .columns(['sort_name_key', 'id'])
      .execute();
    await db.schema.alterTable('bulk_changes').addColumn('merged', text).execute();
  },
};
