import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdFlushes } from '#server/testing/flushes';
import { type Database, openDatabase } from '../open.ts';
import type { Schema } from '../schema.ts';
import { inDiscardedTransaction, inShortTransaction } from '../transaction.ts';

let folder: string;
let database: Database;
let flushes: Awaited<ReturnType<typeof holdFlushes>>;
let steps: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-commits-'));
  database = await openDatabase(`file:${join(folder, 'test.db')}`);
  await database.kysely.schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text')
    .addColumn('changed_at', 'text')
    .addColumn('changed_by', 'integer')
    .execute();
  flushes = await holdFlushes();
  steps = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  rmSync(folder, { recursive: true });
});

const insert = (db: Transaction<Schema> | Database['kysely'], key: string, value = '') =>
  db.insertInto('settings').values({ key, value, changed_at: '', changed_by: null }).execute();

async function keysIn(db: Transaction<Schema> | Database['kysely'] = database.kysely): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** Starts a short transaction that writes one row. The steps name it when it has ended. */
function write(key: string, work: (trx: Transaction<Schema>) => Promise<unknown> = async () => undefined) {
  return inShortTransaction(database, async (trx) => {
    await insert(trx, key);
    await work(trx);
    steps.push(`${key} ends`);
  }).then(
    () => steps.push(`${key} acknowledged`),
    (error: unknown) => {
      steps.push(`${key} rejected`);
      return error;
    },
  );
}

/** Writes `first`, whose flush runs until the test ends it. Writers that end until then share the next commit. */
async function writeFirst() {
  const first = write('first');
  const flush = await flushes.next();
  return { first, flush };
}

const hasEnded = (key: string) => vi.waitFor(() => expect(steps).toContain(`${key} ends`));

test('writers that end during a flush share a commit, and are acknowledged in order after its flush', async () => {
  const { first, flush } = await writeFirst();
  const second = write('second');
  const third = write('third', async (trx) =>
    expect(await keysIn(trx)).toEqual(['first', 'second', 'third']),
  );
  await hasEnded('third');
  // Readers see nothing of the open transaction.
  expect(await keysIn()).toEqual(['first']);

  flush.resolve();
  await first;
  const next = await flushes.next();
  expect(await keysIn()).toEqual(['first', 'second', 'third']);
  expect(steps).toEqual(['first ends', 'second ends', 'third ends', 'first acknowledged']);
  next.resolve();
  await Promise.all([second, third]);
  expect(steps.slice(4)).toEqual(['second acknowledged', 'third acknowledged']);
  expect(flushes.waiting()).toBe(0);
});

test('a rejected writer rolls back only its own changes', async () => {
  const { flush } = await writeFirst();
  const writes = [
    write('second'),
    write('third', async (trx) => {
      await trx.deleteFrom('settings').where('key', '=', 'second').execute();
      throw new Error('invalid');
    }),
    write('fourth', async (trx) => expect(await keysIn(trx)).toEqual(['first', 'fourth', 'second'])),
  ];
  expect(await writes[1]).toMatchObject({ message: 'invalid' });
  flush.resolve();
  (await flushes.next()).resolve();
  await Promise.all(writes);
  expect(await keysIn()).toEqual(['first', 'fourth', 'second']);
  expect(steps.filter((step) => /rejected/.test(step))).toEqual(['third rejected']);
});

test('the finished writers are committed when the last one is rejected after the flush', async () => {
  const { flush } = await writeFirst();
  const second = write('second');
  const signal = Promise.withResolvers<void>();
  const third = write('third', () => signal.promise);
  await hasEnded('second');
  flush.resolve();
  await vi.waitFor(() => expect(steps).toContain('first acknowledged'));
  expect(await keysIn()).toEqual(['first']);
  signal.reject(new Error('invalid'));
  expect(await third).toMatchObject({ message: 'invalid' });
  (await flushes.next()).resolve();
  await second;
  expect(await keysIn()).toEqual(['first', 'second']);
});

test('a commit that fails rejects all its writers', async () => {
  const { first, flush } = await writeFirst();
  const writes = [write('second'), write('third')];
  await hasEnded('third');
  // After a failed flush the database accepts no commit.
  flush.reject(new Error('input/output error'));
  const errorInfo = { status: 503, message: expect.stringContaining('written to disk') as string };
  for (const result of await Promise.all([first, ...writes])) expect(result).toMatchObject(errorInfo);
  expect(await keysIn()).toEqual(['first']);
  expect(steps.filter((step) => /acknowledged/.test(step))).toEqual([]);
});

test('a failed flush of a shared commit rejects all its writers', async () => {
  const { flush } = await writeFirst();
  const writes = [write('second'), write('third')];
  await hasEnded('third');
  flush.resolve();
  (await flushes.next()).reject(new Error('input/output error'));
  for (const result of await Promise.all(writes)) expect(result).toMatchObject({ status: 503 });
});

test('a full disk rejects all writers of the transaction', async () => {
  const { flush } = await writeFirst();
  const { default: BetterSqlite } = await import('better-sqlite3');
  const second = write('second');
  await hasEnded('second');
  const third = write('third', async (trx) => {
    await trx.executeQuery({ ...trx.selectFrom('settings').compile(), sql: 'pragma max_page_count = 1' });
    await insert(trx, 'long', 'x'.repeat(1_000_000));
  });
  expect(await third).toBeInstanceOf(BetterSqlite.SqliteError);
  expect(database.explain(await third)).toMatchObject({ status: 507 });
  flush.resolve();
  // SQLite has rolled the whole transaction back.
  expect(database.explain(await second)).toMatchObject({ status: 507 });
  expect(await keysIn()).toEqual(['first']);
});

test('other transactions do not delay finished writers', async () => {
  const { flush } = await writeFirst();
  const second = write('second');
  await hasEnded('second');
  const signal = Promise.withResolvers<void>();
  const long = database.kysely.transaction().execute(async (trx) => {
    await insert(trx, 'long');
    steps.push('long ends');
    await signal.promise;
  });
  await hasEnded('long');
  expect(await keysIn()).toEqual(['first', 'second']);
  flush.resolve();
  (await flushes.next()).resolve();
  await second;
  signal.resolve();
  (await flushes.next()).resolve();
  await long;
});

test('a write without a transaction and a discarded transaction commit the finished writers first', async () => {
  const { flush } = await writeFirst();
  const writes = [write('second')];
  await hasEnded('second');
  await insert(database.relaxed, 'relaxed');
  expect(await keysIn()).toEqual(['first', 'relaxed', 'second']);
  writes.push(write('third'));
  await hasEnded('third');
  await inDiscardedTransaction(database, (trx) => insert(trx, 'discarded'));
  expect(await keysIn()).toEqual(['first', 'relaxed', 'second', 'third']);
  flush.resolve();
  (await flushes.next()).resolve();
  await Promise.all(writes);
});

test('closing the database commits the finished writers', async () => {
  const { flush } = await writeFirst();
  const second = write('second');
  await hasEnded('second');
  const closeEnd = database.close();
  flush.resolve();
  (await flushes.next()).resolve();
  await Promise.all([closeEnd, second]);
  database = await openDatabase(`file:${join(folder, 'test.db')}`);
  expect(await keysIn()).toEqual(['first', 'second']);
});
