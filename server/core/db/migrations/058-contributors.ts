import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * People have roles on books. The people are the authors so far and the narrators, who were only texts. The first author of a book stays
 * in its row, and the other contributors are in a table.
 */

const BATCH = 500;
const MAX_WORD = 40;
const MIN_LETTERS = 4;
const marks = /\p{M}+/gu;
const wordPattern = /[\p{L}\p{N}]+/gu;
const excluded =
  /[\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/v;
const particles =
  /^(al|ben|bin|da|de|del|della|den|der|di|dos|du|el|ibn|la|le|les|mac|o'|san|st\.?|ten|ter|van|von|zu)$/iu;

const toNameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

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

function toLikeness(folded: string): string {
  const words = folded.match(wordPattern) ?? [folded];
  const initials = words.filter((word) => Array.from(word).length === 1);
  const others = words.filter((word) => Array.from(word).length > 1);
  return [...others, ...(initials.length > 0 ? [initials.join('')] : [])].toSorted().join(' ');
}

function toWords(name: string): string[] {
  const folded = foldForSearch(name);
  const words = [...(folded.match(/\S+/gu) ?? []), ...(folded.match(wordPattern) ?? [])];
  const found = words.length > 0 ? words : [name];
  return [...new Set(found.map((word) => Array.from(word).slice(0, MAX_WORD).join('')))];
}

/** Returns the rows by which a search with a typo finds the words of a name. */
function toTypoKeys(name: string): [string, string][] {
  const words = (foldForSearch(name).match(wordPattern) ?? []).filter((word) => {
    const { length } = Array.from(word);
    return length >= MIN_LETTERS && length <= MAX_WORD && !excluded.test(word);
  });
  return words.flatMap((word) => {
    const letters = Array.from(word);
    const keys = new Set([word, ...letters.map((_letter, at) => letters.toSpliced(at, 1).join(''))]);
    return [...keys].map((key): [string, string] => [key, word]);
  });
}

const trimmed = (parts: readonly string[]): string[] =>
  parts.map((part) => part.replace(/\s+/gu, ' ').trim()).filter((part) => part !== '');

function isFullName(text: string): boolean {
  const words = text.split(' ');
  return words.length > 1 && !particles.test(words[0] ?? '') && !/^\p{L}\.?$/u.test(words.at(-1) ?? '');
}

/** Returns the narrators of a text by their keys. Commas separate full names only. */
function toNarrators(text: string): Map<string, string> {
  const names = trimmed(text.split(/;|\s&\s/u)).flatMap((part) => {
    const parts = trimmed(part.split(','));
    return parts.length > 1 && parts.every(isFullName) ? parts : [part];
  });
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(toNameKey(name))) byKey.set(toNameKey(name), name);
  return byKey;
}

async function inBatches<Row>(
  rows: readonly Row[],
  run: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await run(rows.slice(at, at + BATCH));
}

/** Inserts people with their search words. @returns their ids by key */
async function insertPeople(db: Kysely<unknown>, people: readonly (readonly [string, string])[]) {
  const ids = new Map<string, number>();
  const now = new Date().toISOString();
  await inBatches(people, async (batch) => {
    const values = batch.map(([key, name]) => {
      const folded = foldForSearch(name);
      return sql`(${name}, ${key}, ${folded}, ${toLikeness(folded)}, 0, 1, ${now})`;
    });
    const { rows } = await sql<{ id: number; name_key: string }>`
      insert into authors (name, name_key, sort_key, likeness, book_count, version, created_at)
      values ${sql.join(values)} returning id, name_key`.execute(db);
    for (const { id, name_key } of rows) ids.set(name_key, id);
  });
  const words = people.flatMap(([key, name]) => toWords(name).map((word) => sql`(${word}, ${ids.get(key)})`));
  await inBatches(words, (batch) =>
    sql`insert into author_words (word, author_id) values ${sql.join(batch)}`.execute(db),
  );
  const typoKeys = new Map(people.flatMap(([, name]) => toTypoKeys(name).map((row) => [row.join(' '), row])));
  await inBatches([...typoKeys.values()], (batch) =>
    sql`insert into search_words (key, word)
      values ${sql.join(batch.map(([key, word]) => sql`(${key}, ${word})`))} on conflict do nothing`.execute(
      db,
    ),
  );
  return ids;
}

/** Turns the narrators of existing books into people, a batch of books at a time. */
async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: books } = await sql<{ id: number; narrator: string }>`select id, narrator from books
      where id > ${after} and narrator <> '' order by id limit ${sql.lit(BATCH)}`.execute(db);
    const narrators = books.map(({ id, narrator }) => ({ id, names: toNarrators(narrator) }));
    // The first spelling is the name.
    const names = new Map(narrators.flatMap((book) => [...book.names]).toReversed());
    const ids = new Map<string, number>();
    await inBatches([...names.keys()], async (batch) => {
      const { rows } = await sql<{ id: number; name_key: string }>`select id, name_key from authors
        where name_key in (${sql.join([...batch])})`.execute(db);
      for (const { id, name_key } of rows) ids.set(name_key, id);
    });
    const added = await insertPeople(
      db,
      [...names].filter(([key]) => !ids.has(key)),
    );
    const rows = narrators.flatMap(({ id, names: keys }) =>
      [...keys.keys()].map(
        (key, position) => sql`(${id}, ${position}, ${ids.get(key) ?? added.get(key)}, 'narrator')`,
      ),
    );
    await inBatches(rows, (batch) =>
      sql`insert into book_contributors (book_id, position, contributor_id, role)
        values ${sql.join(batch)}`.execute(db),
    );
    if (books.length < BATCH) return;
    after = books.at(-1)?.id ?? 0;
  }
}

export const contributors: Migration = {
  name: '058-contributors',
  async up(db, engine) {
    const text = { sqlite: sql`text`, postgres: sql`text collate "C"` }[engine];
    for (const name of ['sort_name', 'other_names', 'isni', 'biography'])
      await db.schema
        .alterTable('authors')
        .addColumn(name, text, (column) => column.notNull().defaultTo(''))
        .execute();
    await db.schema
      .alterTable('authors')
      .addColumn('total_books', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await createTable(db, {
      engine,
      name: 'book_contributors',
      columns: { book_id: 'integer', position: 'integer', contributor_id: 'integer', role: 'text' },
    })
      .addPrimaryKeyConstraint('book_contributors_key', ['book_id', 'position'])
      .addForeignKeyConstraint('book_contributors_book', ['book_id'], 'books', ['id'])
      .addForeignKeyConstraint('book_contributors_person', ['contributor_id'], 'authors', ['id'])
      .execute();
    await fill(db);
    await db.schema
      .createIndex('books_of_contributors')
      .on('book_contributors')
      .columns(['contributor_id', 'book_id', 'role'])
      .execute();
    await sql`update authors set total_books = book_count + (
      select count(distinct book_id) from book_contributors join books on books.id = book_id
      where contributor_id = authors.id and books.author_id <> authors.id
    )`.execute(db);
    await db.schema.createIndex('people_by_books').on('authors').columns(['total_books', 'id']).execute();
    await sql`update author_names set revision = revision + 1`.execute(db);
  },
};
