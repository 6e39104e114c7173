import { beforeAll, expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { BATCH } from './batches.ts';
import { pick, prepare, prepareEach, prepareForIds } from './prepared.ts';

type Change = { revision: number; book_id: number | null };

const insertChange = prepare((db, change: Change) =>
  db.insertInto('book_changes').values(pick(change, ['revision', 'book_id'])),
);

eachDatabase('prepared queries', async (openEmpty) => {
  const database = await openEmpty();
  const count = 2 * BATCH + 7;
  beforeAll(async () => {
    await database.kysely.transaction().execute(async (trx) => {
      for (let revision = 1; revision <= count; revision++)
        await insertChange(trx, { revision, book_id: revision % 2 ? revision : null });
    });
  });

  test('are built once and run with the values of each call, also in a transaction', async () => {
    let builtCount = 0;
    const byRevision = prepare((db, { revision }: { revision: number }) => {
      builtCount++;
      return db.selectFrom('book_changes').select('book_id').where('revision', '=', revision);
    });
    expect(await byRevision(database.kysely, { revision: 3 })).toEqual([{ book_id: 3 }]);
    expect(await byRevision(database.kysely, { revision: 4 })).toEqual([{ book_id: null }]);
    await database.kysely
      .transaction()
      .execute(async (trx) => expect(await byRevision(trx, { revision: 5 })).toEqual([{ book_id: 5 }]));
    expect(builtCount).toBe(1);
  });

  test('are separate if their definitions are separate', async () => {
    const define = (column: 'revision' | 'book_id') =>
      prepare((db) => db.selectFrom('book_changes').select(column).where('revision', '=', 4));
    const [first, second] = [define('revision'), define('book_id')];
    expect(await first(database.kysely, {})).toEqual([{ revision: 4 }]);
    expect(await second(database.kysely, {})).toEqual([{ book_id: null }]);
  });

  test('are built once per variant', async () => {
    const builtQueries: unknown[] = [];
    const inOrder = prepareEach((db, { limit }: { limit: number }, direction: 'asc' | 'desc') => {
      builtQueries.push(direction);
      return db.selectFrom('book_changes').select('revision').orderBy('revision', direction).limit(limit);
    });
    const { kysely } = database;
    expect(await inOrder(kysely, 'asc', { limit: 1 })).toEqual([{ revision: 1 }]);
    expect(await inOrder(kysely, 'desc', { limit: 2 })).toEqual([
      { revision: count },
      { revision: count - 1 },
    ]);
    expect(await inOrder(kysely, 'asc', { limit: 2 })).toEqual([{ revision: 1 }, { revision: 2 }]);
    expect(builtQueries).toEqual(['asc', 'desc']);
  });

  test('are separate for each database', async () => {
    const other = await openEmpty();
    const all = prepare((db) => db.selectFrom('book_changes').select('revision'));
    expect(await all(database.kysely, {})).toHaveLength(count);
    expect(await all(other.kysely, {})).toEqual([]);
  });

  test('accept id lists of any length and send no query for an empty list', async () => {
    const byRevisions = prepareForIds((db, ids) =>
      db.selectFrom('book_changes').select('revision').where('revision', 'in', ids),
    );
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    for (const length of [0, 1, BATCH, BATCH + 1, count]) {
      const rows = await byRevisions(database.kysely, ids.slice(0, length));
      expect(rows.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual(ids.slice(0, length));
    }
  });
});
