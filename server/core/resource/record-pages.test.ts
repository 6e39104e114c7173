import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/core/db/open';
import { eachDatabase } from '#server/testing/databases';
import { createRecordPages } from './record-pages.ts';

const query = (changes: Partial<{ page: number; items_per_page: number; search: string }> = {}) => ({
  page: 1,
  items_per_page: 10,
  search: '',
  ...changes,
});

eachDatabase('pages of records', (_openEmpty, engine) => {
  let database: Database;
  let other: Database;
  let remove: () => Promise<void>;

  /** Adds a challenge by SQL, so only reading is tested. */
  async function add(title: string, day_count: number, db = database): Promise<number> {
    const { id } = await db.kysely
      .insertInto('challenges')
      .values({
        title,
        description: '',
        search_key: title.toLowerCase(),
        day_count,
        is_active: 1,
        image_key: null,
        thumbnail_key: null,
        version: 1,
        created_at: '',
        updated_at: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note(1, db);
    return id;
  }
  const note = (addedRows: number, db = database) =>
    db.kysely
      .updateTable('record_lists')
      .set((eb) => ({ revision: eb('revision', '+', 1), total: eb('total', '+', addedRows) }))
      .where('name', '=', 'challenges')
      .execute();

  beforeAll(async () => {
    const newDatabase = await engine.createMigratedUrl();
    ({ remove } = newDatabase);
    database = await openDatabase(newDatabase.url);
    other = await openDatabase(newDatabase.url);
    for (let number = 1; number <= 25; number++)
      await add(number % 5 === 0 ? `Night ${number}` : `Day 10% ${number}`, number % 3);
  });

  afterAll(async () => {
    await other.close();
    await database.close();
    await remove();
  });

  test('are sorted by newest first, with the correct total also past the end', async () => {
    const pages = createRecordPages(database, 'challenges');
    expect(await pages(query())).toEqual({ ids: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16], total: 25 });
    expect(await pages(query({ page: 3 }))).toEqual({ ids: [5, 4, 3, 2, 1], total: 25 });
    expect(await pages(query({ page: 4 }))).toEqual({ ids: [], total: 25 });
    expect(await pages(query({ page: 10_000_000 }))).toEqual({ ids: [], total: 25 });
  });

  test('find any part of a text, and treat % and _ as plain characters', async () => {
    const pages = createRecordPages(database, 'challenges');
    expect(await pages(query({ search: ' NIGHT ' }))).toEqual({ ids: [25, 20, 15, 10, 5], total: 5 });
    expect(await pages(query({ search: '10% 1' }))).toMatchObject({ total: 9 });
    expect(await pages(query({ search: 'night', page: 2 }))).toEqual({ ids: [], total: 5 });
    expect(await pages(query({ search: '_' }))).toEqual({ ids: [], total: 0 });
  });

  test.each(['asc', 'desc'] as const)('sorted %s never repeat or skip a row', async (direction) => {
    const pages = createRecordPages(database, 'challenges');
    for (const search of ['', 'day']) {
      const foundIds: number[] = [];
      for (let page = 1; page <= 7; page++) {
        const { ids } = await pages(query({ page, items_per_page: 4, search }), {
          sort: { column: 'day_count', direction },
        });
        foundIds.push(...ids);
      }
      const step = direction === 'asc' ? 1 : -1;
      const all = Array.from({ length: 25 }, (_, index) => index + 1).filter((id) => search === '' || id % 5);
      expect(foundIds).toEqual(all.toSorted((a, b) => step * ((a % 3) - (b % 3) || a - b)));
    }
  });

  test('are exact after a write of another process, also during a read', async () => {
    const pages = createRecordPages(database, 'challenges');
    const before = await pages(query({ search: 'night' }));
    const id = await add('Night of another', 1, other);
    const [first, second] = await Promise.all([
      pages(query({ search: 'night' })),
      pages(query({ search: 'night' })),
    ]);
    expect(first).toEqual({ ids: [id, ...before.ids], total: before.total + 1 });
    expect(second).toEqual(first);
    await other.kysely.deleteFrom('challenges').where('id', '=', id).execute();
    await note(-1, other);
    expect(await pages(query({ search: 'night' }))).toEqual(before);
  });
});
