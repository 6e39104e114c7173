import { type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * Three rules change, so what was made by the old ones is made anew.
 *
 * Authors: names were compared by their compatibility forms and without telling `ı` from `i`, which made one author of
 * "Ali Sari" and "Alı Sarı". Those that were put together so cannot be parted again: which of their books meant whom was
 * never stored. From here on they are told apart.
 *
 * Codes: those that look alike are one.
 *
 * Searches: a match lies in one field, so the fields of a search key stand on lines of their own.
 */

type Db = QueryExecutorProvider;

const BATCH = 500;
const marks = /\p{M}+/gu;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

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

const toSearchKey = (...fields: string[]): string => fields.map(foldForSearch).join('\n');

const toNameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

const toPlainCode = (code: string): string => code.replace(invisible, '').normalize('NFC').trim();

const toBookCode = (id: number): string => `BK-${String(id).padStart(6, '0')}`;

interface Change {
  readonly id: number;
  readonly value: string;
}

/** Sets a text column of many rows at once. */
async function setTexts(
  db: Db,
  { table, id, column }: { table: string; id: string; column: string },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => sql`(cast(${change.id} as integer), cast(${change.value} as text))`);
  await sql`with fresh(id, value) as (values ${sql.join(rows)})
    update ${sql.table(table)} set ${sql.ref(column)} = fresh.value from fresh
    where fresh.id = ${sql.ref(`${table}.${id}`)}`.execute(db);
}

/** The rows of a table in batches, in order of their ids. */
async function* batchesOf<Row extends { id: number }>(
  db: Db,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`select id, ${selected} from ${sql.table(table)}
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Which of these texts a unique column holds. */
async function present(
  db: Db,
  {
    table,
    column,
    texts,
  }: { readonly table: string; readonly column: string; readonly texts: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`select ${sql.ref(column)} as value from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(texts)})`.execute(db);
  return new Set(rows.map(({ value }) => value));
}

async function renewAuthors(db: Db): Promise<void> {
  await sql`alter table authors rename column folded_name to name_key`.execute(db);
  type Author = { id: number; name: string; name_key: string };
  for await (const authors of batchesOf<Author>(db, 'authors', ['name', 'name_key'])) {
    const changes: Change[] = authors.flatMap(({ id, name, name_key }) =>
      toNameKey(name) === name_key ? [] : { id, value: toNameKey(name) },
    );
    if (changes.length === 0) continue;
    // The new rule tells apart whatever the old one did. Were it not so, the later author would keep a key that no name has.
    const taken = await present(db, {
      table: 'authors',
      column: 'name_key',
      texts: changes.map(({ value }) => value),
    });
    const free = changes.map(({ id, value }) => {
      const isTaken = taken.has(value);
      taken.add(value);
      return { id, value: isTaken ? `${value}\n${id}` : value };
    });
    await setTexts(db, { table: 'authors', id: 'id', column: 'name_key' }, free);
  }
}

async function renewCodes(db: Db, table: 'categories' | 'sub_categories'): Promise<void> {
  for await (const rows of batchesOf<{ id: number; code: string }>(db, table, ['code'])) {
    for (const { id, code } of rows) {
      const plain = toPlainCode(code) || 'unnamed';
      if (plain === code) continue;
      let free = plain;
      for (let number = 2; (await present(db, { table, column: 'code', texts: [free] })).size > 0; number++)
        free = `${plain}-${number}`;
      await setTexts(db, { table, id: 'id', column: 'code' }, [{ id, value: free }]);
    }
  }
}

async function renewSearchKeys(db: Db, table: string, fields: readonly [string, string]): Promise<void> {
  for await (const rows of batchesOf<{ id: number } & Record<string, string | number>>(db, table, fields)) {
    const changes = rows.map((row) => ({
      id: row.id,
      value: toSearchKey(...fields.map((field) => String(row[field]))),
    }));
    await setTexts(db, { table, id: 'id', column: 'search_key' }, changes);
  }
}

async function renewBookSearch(db: Db): Promise<void> {
  const target = { table: 'book_search', id: 'book_id', column: 'search_key' };
  for await (const rows of batchesOf<{ id: number; name: string }>(db, 'books', ['name'])) {
    const changes = rows.map(({ id, name }) => ({ id, value: toSearchKey(name, toBookCode(id)) }));
    await setTexts(db, target, changes);
  }
}

export const namesAndSearch: Migration = {
  name: '003-names-and-search',
  async up(db) {
    await renewAuthors(db);
    await renewCodes(db, 'categories');
    await renewCodes(db, 'sub_categories');
    await renewSearchKeys(db, 'categories', ['name', 'code']);
    await renewSearchKeys(db, 'sub_categories', ['name', 'code']);
    await renewSearchKeys(db, 'challenges', ['title', 'description']);
    await renewBookSearch(db);
  },
};
