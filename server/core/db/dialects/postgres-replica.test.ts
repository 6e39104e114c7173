import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onServer } from '#server/testing/on-server';
import { startPostgres } from '../../../../scripts/postgres.mjs';
import { type Database, migrate, openDatabase } from '../open.ts';

const TIMEOUT = 60_000;

let primary: Awaited<ReturnType<typeof startPostgres>>;
let replica: Awaited<ReturnType<typeof primary.startReplica>>;
beforeAll(async () => {
  primary = await startPostgres();
  const database = await openDatabase(primary.url);
  await migrate(database);
  await database.close();
  replica = await primary.startReplica();
}, TIMEOUT);
afterAll(async () => {
  await replica.stop();
  await primary.stop();
});

/** Returns true if reads that may be a second old use the replica. */
async function usesReplica({ reads }: Database): Promise<boolean> {
  const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(
    reads(),
  );
  return rows[0]?.is_replica ?? false;
}

const untilUsed = (database: Database) =>
  vi.waitFor(async () => expect(await usesReplica(database)).toBe(true), TIMEOUT);

const addRow = (database: Database, key: string) =>
  database.kysely
    .insertInto('settings')
    .values({ key, value: '1', changed_at: '2026-01-01T00:00:00Z', changed_by: null })
    .execute();

const hasRow = async ({ reads }: Database, key: string): Promise<boolean> =>
  (await reads().selectFrom('settings').select('key').where('key', '=', key).execute()).length === 1;

test('reads from a replica that is up to date, and finds changes there', { timeout: TIMEOUT }, async () => {
  const database = await openDatabase(primary.url, replica.url);
  expect(await usesReplica(database)).toBe(false);
  await untilUsed(database);
  expect(database.replica?.problem()).toBeUndefined();
  await addRow(database, 'replicated');
  await vi.waitFor(async () => {
    expect(await usesReplica(database)).toBe(true);
    expect(await hasRow(database, 'replicated')).toBe(true);
  }, TIMEOUT);
  await database.close();
});

test('reads from the database while the replica is late', { timeout: TIMEOUT }, async () => {
  const database = await openDatabase(primary.url, replica.url);
  await untilUsed(database);
  await onServer(replica.url, 'select pg_wal_replay_pause()');
  await addRow(database, 'late');
  await vi.waitFor(async () => expect(await hasRow(database, 'late')).toBe(true), TIMEOUT);
  expect(await usesReplica(database)).toBe(false);
  await vi.waitFor(() => expect(database.replica?.problem()).toContain('more than a second behind'), TIMEOUT);
  await onServer(replica.url, 'select pg_wal_replay_resume()');
  await untilUsed(database);
  expect(database.replica?.problem()).toBeUndefined();
  await database.close();
});

test('does not use a server that is not a replica of the database', { timeout: TIMEOUT }, async () => {
  const database = await openDatabase(primary.url, primary.url);
  await vi.waitFor(async () => {
    expect(await usesReplica(database)).toBe(false);
    expect(database.replica?.problem()).toContain('isn’t a replica');
  }, TIMEOUT);
  expect(await hasRow(database, 'replicated')).toBe(true);
  await database.close();
});

test('completes reads on the database when the replica stops', { timeout: TIMEOUT }, async () => {
  const database = await openDatabase(primary.url, replica.url);
  await untilUsed(database);
  const reads = database.reads();
  const slow = sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica, pg_sleep(1)`.execute(
    reads,
  );
  await sql`select 1`.execute(reads);
  await replica.stop();
  expect((await slow).rows[0]?.is_replica).toBe(false);
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(reads);
  expect(rows).toEqual([{ one: 1 }]);
  expect(await usesReplica(database)).toBe(false);
  expect(database.replica?.problem()).toContain('can’t be reached');
  await database.close();
});
