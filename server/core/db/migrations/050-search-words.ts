import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * The words of names and titles, for searches with a typo. Each word is stored under itself and under every text that results from
 * removing one of its letters, so that words that are one typo apart share a key.
 */

const BATCH = 5_000;
const ROWS_PER_STATEMENT = 500;
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;

const wordPattern = /[\p{L}\p{N}]+/gu;
const excluded =
  /[\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/v;

/** The tables with folded names, and the column that identifies their rows. */
const sources = [
  { table: 'book_search', id: 'book_id', column: 'search_key' },
  { table: 'authors', id: 'id', column: 'sort_key' },
  ...['categories', 'sub_categories', 'collections', 'story_books', 'mobile_configs', 'challenges'].map(
    (table) => ({ table, id: 'id', column: 'search_key' }),
  ),
];

function addWords(words: Set<string>, folded: string): void {
  for (const word of folded.match(wordPattern) ?? []) {
    const { length } = Array.from(word);
    if (length >= MIN_LETTERS && length <= MAX_LETTERS && !excluded.test(word)) words.add(word);
  }
}

async function readWords(db: Kysely<unknown>): Promise<Set<string>> {
  const words = new Set<string>();
  for (const { table, id, column } of sources) {
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number; text: string }>`
        select ${sql.ref(id)} as id, ${sql.ref(column)} as text from ${sql.table(table)}
        where ${sql.ref(id)} > ${after} order by ${sql.ref(id)} limit ${sql.lit(BATCH)}`.execute(db);
      for (const { text } of rows) addWords(words, text);
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.id ?? 0;
    }
  }
  return words;
}

function rowsOf(word: string) {
  const letters = Array.from(word);
  const keys = new Set([word, ...letters.map((_letter, at) => letters.toSpliced(at, 1).join(''))]);
  return [...keys].map((key) => sql`(${key}, ${word})`);
}

export const searchWords: Migration = {
  name: '050-search-words',
  async up(db, engine) {
    await createTable(db, { engine, name: 'search_words', columns: { key: 'text', word: 'text' } })
      .addPrimaryKeyConstraint('search_words_key', ['key', 'word'])
      .execute();
    let rows: ReturnType<typeof rowsOf> = [];
    const insert = async () => {
      if (rows.length > 0)
        await sql`insert into search_words (key, word) values ${sql.join(rows)}`.execute(db);
      rows = [];
    };
    for (const word of await readWords(db)) {
      if (rows.length > ROWS_PER_STATEMENT) await insert();
      rows.push(...rowsOf(word));
    }
    await insert();
  },
};
