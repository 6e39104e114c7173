import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { engines } from '#server/testing/databases';
import { migrate, openDatabase } from '../open.ts';
import { prepare } from '../prepared.ts';
import { inTransaction } from '../transaction.ts';

function postgres() {
  const engine = engines.find(({ name }) => name === 'PostgreSQL');
  if (!engine) throw new Error('There is no PostgreSQL.');
  return engine;
}

test('returns a known error after the loss of its connections, and reconnects', async () => {
  const testDatabase = await postgres().createUrl();
  const database = await openDatabase(testDatabase.url);
  const killer = await openDatabase(testDatabase.url);
  await migrate(database);
  const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

  await endOthers.execute(killer.kysely);
  // The client is notified after a short time.
  await vi.waitFor(() => database.ping(), { timeout: 60_000 });

  const failedWork = database.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await endOthers.execute(killer.kysely);
      await sql`select 1`.execute(trx);
    })
    .catch((error: unknown) => error);
  expect(database.explain(await failedWork)).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  await database.ping();
  await database.close();
  await killer.close();
  await testDatabase.remove();
});

test('runs prepared statements after their tables change, also in a transaction', async () => {
  const testDatabase = await postgres().createUrl();
  const database = await openDatabase(testDatabase.url);
  const newer = await openDatabase(testDatabase.url);
  await migrate(database);
  const all = prepare((db) => db.selectFrom('catalogue').selectAll().where('id', '=', 1));
  const names = sql<{
    name: string;
  }>`select name from pg_prepared_statements where statement like '%catalogue%'`;
  for (let time = 0; time < 3; time++) expect(await all(database.kysely, {})).toHaveLength(1);
  expect((await names.execute(database.kysely)).rows).toEqual([
    { name: expect.stringContaining('lectern_') },
  ]);

  await newer.kysely.schema.alterTable('catalogue').addColumn('first', 'integer').execute();
  expect(await all(database.kysely, {})).toEqual([expect.objectContaining({ first: null })]);
  for (let time = 0; time < 3; time++) await all(database.kysely, {});
  await newer.kysely.schema.alterTable('catalogue').addColumn('second', 'integer').execute();
  const rows = inTransaction(database, (trx) => all(trx, {}));
  expect(await rows).toEqual([expect.objectContaining({ second: null })]);
  await database.close();
  await newer.close();
  await testDatabase.remove();
});

test('statements are not compiled, and books of an author are found by an index-only scan', async () => {
  const testDatabase = await postgres().createMigratedUrl();
  const database = await openDatabase(testDatabase.url);
  const { rows: settings } = await sql<{ jit: string }>`show jit`.execute(database.kysely);
  expect(settings).toEqual([{ jit: 'off' }]);

  const plan = await database.kysely.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain select id from books where author_id = 7`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('Index Only Scan using books_by_author');
  await database.close();
  await testDatabase.remove();
});
