import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Authors are found by the beginnings of their words: one row a word, so that an index leads to them. */

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
  return [...new Set(found.map((word) => Array.from(word).slice(0, MAX_WORD).join('')))];
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: authors } = await sql<{ id: number; name: string }>`select id, name from authors
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    const words = authors.flatMap(({ id, name }) => toWords(name).map((word) => sql`(${word}, ${id})`));
    for (let at = 0; at < words.length; at += BATCH)
      await sql`insert into author_words (word, author_id) values ${sql.join(words.slice(at, at + BATCH))}`.execute(
        db,
      );
    if (authors.length < BATCH) return;
    after = authors.at(-1)?.id ?? 0;
  }
}

export const authorWords: Migration = {
  name: '004-author-words',
  async up(db, engine) {
    await createTable(db, { engine, name: 'author_words', columns: { word: 'text', author_id: 'integer' } })
      .addPrimaryKeyConstraint('author_words_key', ['word', 'author_id'])
      .addForeignKeyConstraint('author_words_author', ['author_id'], 'authors', ['id'])
      .execute();
    await db.schema
      .createIndex('author_words_by_author')
      .on('author_words')
      .columns(['author_id', 'word'])
      .execute();
    await fill(db);
  },
};
