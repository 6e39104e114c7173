import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldText } from '#contract/core/slug';
import { searchKeyOf, wordPrefixesOf } from '#server/core/db/folding';
import { bookCodeOf } from '#server/core/resource/book-code';
import { seed } from '#server/testing/seed';
import { type Database, migrate, openDatabase } from '../open.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-book-words-'));
let database: Database;

beforeAll(async () => {
  database = await openDatabase(`file:${join(folder, 'test.db')}`);
  await migrate(database);
  // The search keys here have no books.
  await sql`pragma foreign_keys = off`.execute(database.kysely);
});
beforeEach(() => database.kysely.deleteFrom('book_search').execute());
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const rowOf = (id: number, ...texts: readonly string[]) => {
  const [name = '', ...identifiers] = texts;
  const search_key = searchKeyOf(name, bookCodeOf(id), ...identifiers);
  return { book_id: id, search_key, beginnings: wordPrefixesOf(search_key) };
};

async function idsOf(search: string): Promise<number[]> {
  const ids = database.dialect.idsContaining(search);
  const { rows } = await sql<{ id: number }>`select id from (${ids}) order by id`.execute(database.kysely);
  return rows.map(({ id }) => id);
}

async function idsOfScan(search: string): Promise<number[]> {
  const rows = await database.kysely.selectFrom('book_search').selectAll().orderBy('book_id').execute();
  return rows.flatMap(({ book_id, search_key }) => (search_key.includes(search) ? book_id : []));
}

const common =
  'sea seaside The, o o’neil "sea" ñandú 日本語の海 12 12th 2nd bk-000001 bk-00000 bk- sub-bk-000002 vol.2, 978-0-306-40615-7 * or and w p';
const characters = ['a', 'b', '1', '2', '-', '"', "'", '\\', '\u0001', '\u007f', 'é', '_', '海', '😀'];
const word = fc.oneof(
  fc.constantFrom(...common.split(' ')),
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 }),
);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const texts = fc.array(text, { minLength: 1, maxLength: 3 });
/** A write of a row: added, changed or deleted. */
const write = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.option(texts, { freq: 4 }));
/** A part of a text of one of the writes, or any text. */
const search = fc.oneof(text, fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 3, max: 20 })));

test('random searches return the books whose search keys contain them, after any writes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 30 }),
      fc.array(search, { minLength: 20, maxLength: 20 }),
      async (writes, searches) => {
        const { kysely } = database;
        await kysely.deleteFrom('book_search').execute();
        for (const [id, written] of writes) {
          const row = written && rowOf(id, ...written);
          await (row
            ? kysely
                .insertInto('book_search')
                .values(row)
                .onConflict((conflict) => conflict.column('book_id').doUpdateSet(row))
            : kysely.deleteFrom('book_search').where('book_id', '=', id)
          ).execute();
        }
        const rows = await kysely.selectFrom('book_search').select('search_key').execute();
        const lines = rows.flatMap(({ search_key }) => search_key.split('\n'));
        for (const draw of searches) {
          const excerpt = (line: number, start: number, length: number) => {
            const characterList = Array.from(lines[line % lines.length] ?? '');
            const first = start % (characterList.length + 1);
            return characterList.slice(first, first + length).join('');
          };
          const foldedSearch = foldText(typeof draw === 'string' ? draw : excerpt(...draw));
          if (Array.from(foldedSearch).length < 3) continue;
          expect([foldedSearch, await idsOf(foldedSearch)]).toEqual([
            foldedSearch,
            await idsOfScan(foldedSearch),
          ]);
        }
      },
    ),
    { seed, numRuns: 60 },
  ));

test('searches with more matching words than are compared return the same books', async () => {
  const names = Array.from({ length: 50 }, (_, index) => {
    const letters = String.fromCharCode(97 + (index % 25), 97 + Math.floor(index / 25));
    return `Sea${letters}side ${letters}sea shore ${index % 2 ? 'of' : 'in'} view`;
  });
  await database.kysely
    .insertInto('book_search')
    .values(names.map((name, index) => rowOf(index + 1, name)))
    .execute();
  for (const query of [
    'sea',
    'side',
    'seaaa',
    'sea shore',
    'sea sho',
    'sea shore of',
    'sea shore of view',
    'shore of view',
    'ore in v',
  ])
    expect([query, await idsOf(query)]).toEqual([query, await idsOfScan(query)]);
});

test('a search of a word without matches does not read the index of trigrams', async () => {
  await database.kysely.insertInto('book_search').values(rowOf(1, 'Quiet Harbour')).execute();
  await sql`insert into book_trigrams(rowid, search_key) values (2, 'the lighthouse')`.execute(
    database.kysely,
  );
  expect(await idsOf('lighthouse')).toEqual([]);
  expect(await idsOf('harbour')).toEqual([1]);
});
