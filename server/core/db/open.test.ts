import { expect, test } from 'vitest';
import { createCatalogue } from '#server/testing/factories';
import { migrations } from './migrations/migrations.ts';
import { eachDatabase } from '#server/testing/databases';
import { deleteFiles, insertFiles, referencedFiles } from './files.ts';
import { migrate, openDatabase } from './open.ts';

test.each(['mysql://here', 'catalogue.db', ''])('rejects the URL %j', async (url) => {
  await expect(openDatabase(url)).rejects.toThrow('DATABASE_URL');
});

test('reports the reason when the database cannot be reached', async () => {
  await expect(openDatabase('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/);
  await expect(openDatabase('file:/dev/null/catalogue.db')).rejects.toThrow('/dev/null');
});

eachDatabase('a database', (openEmpty, engine) => {
  test('is migrated once by several concurrent processes, and can be migrated again', async () => {
    const { url, remove } = await engine.createUrl();
    const databases = await Promise.all([openDatabase(url), openDatabase(url), openDatabase(url)]);
    await Promise.all(databases.map(migrate));
    await migrate(databases[0]);
    const appliedMigrations = await databases[1].kysely.selectFrom('migrations').select('name').execute();
    expect(appliedMigrations).toEqual(migrations.map(({ name }) => ({ name })));
    for (const database of databases) await database.close();
    await remove();
  });

  test('stores all concurrent writes of several processes with correct counters', async () => {
    const { url, remove } = await engine.createUrl();
    const databases = await Promise.all([openDatabase(url), openDatabase(url)]);
    await migrate(databases[0]);
    const catalogues = databases.map(createCatalogue);
    await Promise.all(
      catalogues.flatMap((catalogue, side) =>
        Array.from({ length: 25 }, (_, index) =>
          catalogue.addBook({ name: `Book ${side} ${index}`, author: { name: `Author ${index % 3}` } }),
        ),
      ),
    );
    for (const catalogue of catalogues) {
      expect((await catalogue.list()).total).toBe(50);
      expect((await catalogue.list({ search: 'book' })).total).toBe(50);
    }
    const authors = await databases[0].kysely.selectFrom('authors').select('book_count').execute();
    expect(authors).toHaveLength(3);
    expect(authors.reduce((sum, { book_count }) => sum + book_count, 0)).toBe(50);
    for (const database of databases) await database.close();
    await remove();
  });

  test('compares text by bytes, returns counts as numbers and preserves times', async () => {
    const { kysely } = await openEmpty();
    const created_at = new Date().toISOString();
    const keys = ['b', 'a', 'B', 'é', 'z', 'Z', 'ı', 'i'];
    await insertFiles(
      kysely,
      keys.map((key) => ({ key, media_type: 'x', size: 3_000_000_000, created_at })),
    );
    const rows = await kysely.selectFrom('files').selectAll().orderBy('key').execute();
    expect(rows.map(({ key }) => key)).toEqual(['B', 'Z', 'a', 'b', 'i', 'z', 'é', 'ı']);
    expect(rows[0]).toEqual({
      key: 'B',
      media_type: 'x',
      size: 3_000_000_000,
      created_at,
      sha256: null,
      name: null,
      width: null,
      height: null,
    });
    const fileTotals = await kysely
      .selectFrom('files')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('sum')])
      .executeTakeFirstOrThrow();
    expect(fileTotals).toEqual({ count: 8, sum: 24_000_000_000 });
  });

  test('returns the keys that have a row', async () => {
    const { kysely } = await openEmpty();
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      key: `key-${index}`,
      media_type: 'x',
      size: 1,
      created_at: '',
    }));
    await insertFiles(kysely, rows);
    await deleteFiles(kysely, ['key-0']);
    const keys = rows.map(({ key }) => key);
    expect((await referencedFiles(kysely, [...keys, 'unknown'])).size).toBe(1_199);
    expect((await referencedFiles(kysely, [])).size).toBe(0);
  });

  test('stores nothing after a failed transaction, and runs the next one', async () => {
    const { kysely } = await openEmpty();
    const row = { key: 'k', media_type: 'x', size: 1, created_at: '' };
    const failingWrite = kysely.transaction().execute(async (trx) => {
      await insertFiles(trx, [row]);
      throw new Error('no');
    });
    await expect(failingWrite).rejects.toThrow('no');
    expect(await kysely.selectFrom('files').selectAll().execute()).toEqual([]);
    await insertFiles(kysely, [row]);
    expect((await referencedFiles(kysely, ['k'])).size).toBe(1);
  });

  test('returns no known error for a programming error', async () => {
    const database = await openEmpty();
    expect(database.explain(new Error('a bug'))).toBeUndefined();
    await database.ping();
  });
});
