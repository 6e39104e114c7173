import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Catalogue, contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { mergeSearchInBackground } from './merge-search.ts';
import type { Database } from './open.ts';

const BOOKS = 40;

async function countSegments({ kysely }: Database, index: string): Promise<number> {
  const { rows } = await sql<{ segments: number }>`
    select count(distinct segid) as segments from ${sql.table(`${index}_idx`)}`.execute(kysely);
  return rows[0]?.segments ?? 0;
}

/** Returns the totals of searches of every kind. */
const searchResults = async (catalogue: Catalogue) =>
  Promise.all(
    ['merged', 'me', 'BK-000007', '1'].map(async (search) => (await catalogue.list({ search })).total),
  );

eachDatabase('merging the search index', (openEmpty, engine) => {
  test('leaves few segments and preserves the results, also for later changes', async () => {
    const database = await openEmpty();
    const catalogue = createCatalogue(database);
    for (let number = 1; number <= BOOKS; number++) await catalogue.addBook({ name: `Merged ${number}` });
    await catalogue.books.update({ id: 7, name: 'Renamed' }, contextWith());
    const before = await searchResults(catalogue);
    expect(before.slice(0, 3)).toEqual([BOOKS - 1, BOOKS - 1, 1]);
    const segmentCounts = () =>
      engine.name === 'SQLite'
        ? Promise.all(['book_trigrams', 'book_beginnings'].map((index) => countSegments(database, index)))
        : [];
    const initialCounts = await segmentCounts();
    await mergeSearchInBackground(database, new AbortController().signal);
    expect(await database.dialect.mergeSearch(database.kysely)).toBe(false);
    for (const [index, left] of (await segmentCounts()).entries())
      expect(left).toBeLessThan((initialCounts[index] ?? 0) / 2);
    expect(await searchResults(catalogue)).toEqual(before);
    await catalogue.books.update({ id: 8, name: 'Renamed too' }, contextWith());
    expect((await searchResults(catalogue))[0]).toBe(BOOKS - 2);
  });
});
