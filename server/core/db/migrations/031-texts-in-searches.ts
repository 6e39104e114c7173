import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/*
 * Books are found in everything: by the words of their descriptions and of the titles of their chapters. Words of SQLite's index are
 * what stands between two spaces; PostgreSQL's are the words of an array, and the order of them is looked at in the row.
 */

const BATCH = 200;
const MAX_WORD = 40;
const MAX_TEXT = 300_000;
const marks = /\p{M}+/gu;
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv;

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

const wordsOf = (text: string): string =>
  (foldForSearch(text).match(words) ?? [])
    .map((word) => Array.from(word).slice(0, MAX_WORD).join(''))
    .join(' ');

const toTextWords = (texts: readonly string[]): string =>
  texts
    .map(wordsOf)
    .filter((text) => text !== '')
    .join(' | ')
    .slice(0, MAX_TEXT);

const indexes: Readonly<Record<Engine, readonly RawBuilder<unknown>[]>> = {
  sqlite: [
    sql`create virtual table book_phrases using fts5(words, content='', contentless_delete=1, tokenize="ascii tokenchars '|'")`,
    sql`create trigger book_texts_added after insert on book_texts begin
          insert into book_phrases(rowid, words) values (new.book_id, new.words);
        end`,
    sql`create trigger book_texts_changed after update of words on book_texts when old.words <> new.words begin
          delete from book_phrases where rowid = old.book_id;
          insert into book_phrases(rowid, words) values (new.book_id, new.words);
        end`,
    sql`create trigger book_texts_removed after delete on book_texts begin
          delete from book_phrases where rowid = old.book_id;
        end`,
    sql`insert into book_phrases(book_phrases, rank) values ('automerge', 16)`,
    sql`insert into book_phrases(book_phrases, rank) values ('crisismerge', 64)`,
    sql`insert into book_phrases(book_phrases, rank) values ('usermerge', 4)`,
  ],
  postgres: [
    sql`create index book_texts_words on book_texts using gin (array_to_tsvector(array_remove(string_to_array(words, ' '), '|')))`,
  ],
};

interface Chapter {
  readonly book_id: number;
  readonly name: string;
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: books } = await sql<{ id: number; description: string }>`select id, description from books
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    const last = books.at(-1)?.id;
    if (last === undefined) return;
    const { rows: chapters } = await sql<Chapter>`select book_id, name from chapters
      where book_id > ${after} and book_id <= ${last} order by book_id, position`.execute(db);
    const byBook = Map.groupBy(chapters, ({ book_id }) => book_id);
    const rows = books.map(({ id, description }) => {
      const titles = (byBook.get(id) ?? []).map(({ name }) => name);
      return sql`(${id}, ${toTextWords([description, ...titles])})`;
    });
    await sql`insert into book_texts (book_id, words) values ${sql.join(rows)}`.execute(db);
    if (books.length < BATCH) return;
    after = last;
  }
}

export const textsInSearches: Migration = {
  name: '031-texts-in-searches',
  async up(db, engine) {
    await createTable(db, { engine, name: 'book_texts', columns: { book_id: 'key', words: 'text' } })
      .addForeignKeyConstraint('book_texts_book', ['book_id'], 'books', ['id'])
      .execute();
    for (const statement of indexes[engine]) await statement.execute(db);
    await fill(db);
  },
};
