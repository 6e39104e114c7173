import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Authors are renamed and merged: they have versions, an order by name, and a key that nearly equal names share. */

const BATCH = 200;
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

function toLikeness(name: string): string {
  const folded = foldForSearch(name);
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [folded];
  const initials = words.filter((word) => Array.from(word).length === 1);
  const others = words.filter((word) => Array.from(word).length > 1);
  return [...others, ...(initials.length > 0 ? [initials.join('')] : [])].toSorted().join(' ');
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: authors } = await sql<{ id: number; name: string }>`select id, name from authors
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    if (authors.length > 0) {
      const keys = authors.map(
        ({ id, name }) => sql`(${sql.lit(id)}, ${foldForSearch(name)}, ${toLikeness(name)})`,
      );
      await sql`with keys (id, sort_key, likeness) as (values ${sql.join(keys)})
        update authors set sort_key = keys.sort_key, likeness = keys.likeness
        from keys where keys.id = authors.id`.execute(db);
    }
    if (authors.length < BATCH) return;
    after = authors.at(-1)?.id ?? 0;
  }
}

export const authors: Migration = {
  name: '026-authors',
  async up(db, engine) {
    const text = { sqlite: sql`text`, postgres: sql`text collate "C"` }[engine];
    await db.schema
      .alterTable('authors')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    for (const name of ['sort_key', 'likeness'])
      await db.schema
        .alterTable('authors')
        .addColumn(name, text, (column) => column.notNull().defaultTo(''))
        .execute();
    // Older versions kept authors whose last book had gone.
    const idle = sql`select id from authors
      where book_count = 0 and not exists (select 1 from books where author_id = authors.id)`;
    await sql`delete from author_words where author_id in (${idle})`.execute(db);
    await sql`delete from authors where id in (${idle})`.execute(db);
    await fill(db);
    await db.schema.createIndex('authors_by_name').on('authors').columns(['sort_key', 'id']).execute();
    await db.schema.createIndex('authors_alike').on('authors').columns(['likeness', 'book_count']).execute();
    await db.schema.dropTable('author_facts').execute();
    await db.schema.alterTable('fact_state').dropColumn('last_author_id').execute();
  },
};
