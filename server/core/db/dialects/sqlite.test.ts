import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatalogue } from '#server/testing/factories';
import { holdFlushes } from '#server/testing/flushes';
import { type Database, migrate, openDatabase } from '../open.ts';
import { createCheckpoints } from './sqlite-checkpoints.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-sqlite-'));
  database = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
  await migrate(database);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  rmSync(folder, { recursive: true });
});

const pragma = async (name: string): Promise<unknown> => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.kysely);
  return Object.values(rows[0] ?? {})[0];
};

test('uses a write-ahead log and checks foreign keys', async () => {
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(1);
  expect(await pragma('foreign_keys')).toBe(1);
});

test('preserves the empty log and the shared memory on close, because a full disk has no space for new ones', async () => {
  await database.close();
  const files = readdirSync(join(folder, 'new folder')).toSorted();
  expect(files).toEqual(['ü.db', 'ü.db-shm', 'ü.db-wal']);
  expect(statSync(join(folder, 'new folder', 'ü.db-wal')).size).toBe(0);
  database = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
});

const setLastId = (last_book_id: number, db = database.kysely) =>
  db.updateTable('catalogue').set({ last_book_id }).execute();

test('acknowledges writes after their flush, without blocking other writes', async () => {
  const flushes = await holdFlushes();
  const steps: string[] = [];
  const addStep = (step: string) => () => steps.push(step);
  const first = database.kysely
    .transaction()
    .execute((trx) => setLastId(1, trx))
    .then(addStep('first'));
  const flushOfFirst = await flushes.next();
  const others = [
    database.kysely
      .transaction()
      .execute((trx) => setLastId(2, trx))
      .then(addStep('second')),
    database.kysely
      .transaction()
      .execute((trx) => setLastId(3, trx))
      .then(addStep('third')),
  ];
  await vi.waitFor(async () => expect(await lastId()).toBe(3));
  // The relaxed handle does not wait for the flush.
  await setLastId(4, database.relaxed);
  await database.relaxed.transaction().execute((trx) => setLastId(5, trx));
  expect([await lastId(), steps]).toEqual([5, []]);

  flushOfFirst.resolve();
  await first;
  const flushOfOthers = await flushes.next();
  expect(steps).toEqual(['first']);
  flushOfOthers.resolve();
  await Promise.all(others);
  expect([flushes.waiting(), steps]).toEqual([0, ['first', 'second', 'third']]);
});

test('a failed flush rejects the waiting writes and all later ones', async () => {
  const flushes = await holdFlushes();
  const writeResult = setLastId(1);
  (await flushes.next()).reject(new Error('input/output error'));
  const errorInfo = { status: 503, message: expect.stringContaining('written to disk') as string };
  await expect(writeResult).rejects.toMatchObject(errorInfo);
  await expect(setLastId(2)).rejects.toMatchObject(errorInfo);
  await expect(database.ping()).rejects.toMatchObject(errorInfo);
  expect(await lastId()).toBe(1);
});

test('the planner does not use outdated statistics of a small catalogue', async () => {
  const { addBook } = createCatalogue(database);
  for (let number = 0; number < 50; number += 1) await addBook({ name: `Book ${number}` });
  const ids = sql.join(Array.from({ length: 40 }, (_, index) => sql`+${index}`));
  const planOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database.kysely);
    return rows.map(({ detail }) => detail.split(' ')[0]);
  };
  const plans = async () => [
    ...(await planOf(sql`select * from books where id in (${ids})`)),
    // The query of a merge on each search index.
    ...(await planOf(sql`select 1 from book_trigrams_data where id >= ${1} and id <= ${2}`)),
  ];
  // The statistics of an earlier version, from a time when the index was empty.
  await sql`analyze`.execute(database.kysely);
  await sql`update sqlite_stat1 set stat = '2' where tbl = 'book_trigrams_data'`.execute(database.kysely);
  await sql`analyze sqlite_schema`.execute(database.kysely);
  expect(await plans()).toEqual(['SCAN', 'SCAN']);
  await migrate(database);
  expect(await plans()).toEqual(['SEARCH', 'SEARCH']);
  await database.dialect.gatherStatistics(database.kysely);
  expect(await plans()).toEqual(['SEARCH', 'SEARCH']);
});

test('reports a full disk, still reads, and writes again when there is space', async () => {
  const { books, addBook, list } = createCatalogue(database);
  const first = await addBook({ name: 'Before' });
  await pragma(`max_page_count = ${Number(await pragma('page_count')) + 1}`);
  const writeError = await addBook({ description: 'x'.repeat(20_000) }).catch((error: unknown) => error);
  expect(database.explain(writeError)).toMatchObject({ status: 507 });
  expect(await books.get(first.id)).toEqual(first);
  await pragma('max_page_count = 1000000');
  await addBook({ name: 'After', description: 'x'.repeat(20_000) });
  expect((await list()).total).toBe(2);
});

test('waits for another process without blocking the event loop', async () => {
  const other = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
  const { addBook } = createCatalogue(database);
  const openLocks: string[] = [];
  await Promise.all([
    // Ends only if the event loop runs. If it were blocked, the lock would be held until the writer times out.
    other.kysely.transaction().execute(async () => {
      for (let round = 0; round < 10; round++) await setTimeout(5);
      openLocks.push('released');
    }),
    addBook().then(() => openLocks.push('added')),
  ]);
  expect(openLocks).toEqual(['released', 'added']);
  await other.close();
});

test('a single statement waits for another process in the same way', async () => {
  const other = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
  const openLocks: string[] = [];
  await Promise.all([
    other.kysely.transaction().execute(async () => {
      for (let round = 0; round < 10; round++) await setTimeout(5);
      openLocks.push('released');
    }),
    database.kysely
      .updateTable('catalogue')
      .set({ last_book_id: 7 })
      .execute()
      .then(() => openLocks.push('written')),
  ]);
  expect(openLocks).toEqual(['released', 'written']);
  await other.close();
});

const lastId = async (): Promise<number> => {
  const { last_book_id } = await database.kysely
    .selectFrom('catalogue')
    .select('last_book_id')
    .executeTakeFirstOrThrow();
  return last_book_id;
};

/** Starts a transaction that writes and then waits until the test ends it. */
function holdTransaction(last_book_id: number) {
  const writeSignal = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = database.kysely.transaction().execute(async (trx) => {
    await trx.updateTable('catalogue').set({ last_book_id }).execute();
    writeSignal.resolve();
    await end.promise;
  });
  return { written: writeSignal.promise, end, done: transaction };
}

test('reads do not wait for transactions and see committed data only', async () => {
  const first = holdTransaction(5);
  await first.written;
  expect(await lastId()).toBe(0);
  const second = holdTransaction(6);
  first.end.resolve();
  await first.done;
  // The second transaction has the writer by this time.
  await second.written;
  expect(await lastId()).toBe(5);
  second.end.reject(new Error('given up'));
  await expect(second.done).rejects.toThrow('given up');
  expect(await lastId()).toBe(5);
});

test('a write without a transaction waits for the open transaction', async () => {
  const transaction = holdTransaction(5);
  await transaction.written;
  const steps: string[] = [];
  const failingWrite = database.kysely
    .updateTable('catalogue')
    .set({ last_book_id: sql`last_book_id + 1` })
    .returning('last_book_id')
    .executeTakeFirstOrThrow()
    .then(({ last_book_id }) => steps.push(`written ${last_book_id}`));
  expect(await lastId()).toBe(0);
  steps.push('read');
  transaction.end.resolve();
  await Promise.all([transaction.done, failingWrite]);
  expect(steps).toEqual(['read', 'written 6']);
  expect(await lastId()).toBe(6);
});

test('a failed read does not affect an open transaction', async () => {
  const transaction = holdTransaction(5);
  await transaction.written;
  await expect(sql`select something from nowhere`.execute(database.kysely)).rejects.toThrow('nowhere');
  transaction.end.resolve();
  await transaction.done;
  expect(await lastId()).toBe(5);
});

const describeBook = (id: number, description: string) =>
  database.kysely.updateTable('books').set({ description }).where('id', '=', id).execute();

test('the log of a large transaction is copied into the file in the background', async () => {
  const sizeOfFile = () => statSync(join(folder, 'new folder', 'ü.db')).size;
  const { id } = await createCatalogue(database).addBook();
  const before = sizeOfFile();
  await describeBook(id, 'x'.repeat(8_000_000));
  // The commit does not copy it, and the thread cannot have responded yet.
  expect(sizeOfFile()).toBe(before);
  await vi.waitFor(() => expect(sizeOfFile()).toBeGreaterThan(before), { timeout: 60_000 });
});

test('a log that cannot be read does not fail writes', async () => {
  const path = join(folder, 'closed.db');
  const closedDatabase = new BetterSqlite(path);
  const checkpoints = createCheckpoints(closedDatabase, path);
  closedDatabase.close();
  expect(() => checkpoints.check()).not.toThrow();
  await checkpoints.close();
});

test('the log does not grow without limit during writes', async () => {
  const sizeOfLog = () => statSync(join(folder, 'new folder', 'ü.db-wal')).size;
  const text = 'x'.repeat(2_000_000);
  const { addBook, books } = createCatalogue(database);
  const { id } = await addBook();
  // Each turn writes about 500 pages. All together are ten times the size at which the log is overwritten.
  for (let round = 0; round < 40; round += 1) await describeBook(id, `${round}${text}`);
  expect((await books.get(id)).description).toMatch(/^39x/);
  expect(sizeOfLog()).toBeLessThan(80 * 1024 * 1024);
});

test('writes that are faster than the thread wait for it, so that the log size is limited', async () => {
  const path = join(folder, 'fast.db');
  const fast = new BetterSqlite(path);
  fast.pragma('journal_mode = wal');
  fast.exec('create table pages (id integer primary key, text text)');
  const write = fast.prepare("insert into pages (text) values (hex(zeroblob(2000000)) || '.')");
  const checkpoints = createCheckpoints(fast, path);
  // All turns are four times the size at which the log is overwritten. The loop never yields, so the thread only responds if it is awaited.
  for (let round = 0; round < 64; round += 1) {
    write.run();
    await checkpoints.check();
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(80 * 1024 * 1024);
  await checkpoints.close();
  fast.close();
});

test('statements contain no plain parameters, because SQLite plans those again for each value', () => {
  const { sql: text } = database.kysely
    .selectFrom('books')
    .select('id')
    .where('language', '=', 3)
    .where('id', 'in', [1, 2])
    .limit(10)
    .compile();
  expect(text.match(/.\?/g)).toEqual(['+?', '+?', '+?', '+?']);
});

test('a failed long read is reported, and the next one works', async () => {
  const bad = sql`select something from nowhere`.compile(database.kysely);
  await expect(database.dialect.readIds(bad)).rejects.toThrow('nowhere');
  const good = sql`select 7 as revision, '3,1,2' as ids, null as keys`.compile(database.kysely);
  const { revision, ids } = await database.dialect.readIds(good);
  expect([revision, ...ids]).toEqual([7, 3, 1, 2]);
});

test('lists do not wait for a long report, and a slow list delays no other', async () => {
  const idsAfter = (rows: number, id: number) =>
    sql`with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${rows})
      select max(n) as revision, ${String(id)} as ids, null as keys from counter`.compile(database.kysely);
  const { readIds } = database.dialect;
  const order: number[] = [];
  const note = async (list: ReturnType<typeof readIds>) => order.push((await list).ids[0] ?? 0);
  await Promise.all([
    note(readIds(idsAfter(3_000_000, 1), { isSlow: true })),
    note(readIds(idsAfter(1, 2))),
    note(readIds(idsAfter(1, 3))),
  ]);
  expect(order).toEqual([2, 3, 1]);
  await Promise.all([
    note(readIds(idsAfter(3_000_000, 4))),
    ...[5, 6, 7].map((id) => note(readIds(idsAfter(1, id)))),
  ]);
  expect(order.slice(3)).toEqual([5, 6, 7, 4]);
});
