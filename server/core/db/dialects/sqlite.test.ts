import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatalogue } from '#server/testing/factories';
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

test('keeps a log, and minds foreign keys', async () => {
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(1);
  expect(await pragma('foreign_keys')).toBe(1);
});

test('leaves an empty log and what is shared in memory when it is closed, since a full disk has no room for new ones', async () => {
  await database.close();
  const files = readdirSync(join(folder, 'new folder')).toSorted();
  expect(files).toEqual(['ü.db', 'ü.db-shm', 'ü.db-wal']);
  expect(statSync(join(folder, 'new folder', 'ü.db-wal')).size).toBe(0);
  database = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
});

/** Has every flush of a log wait until it is told how to end. */
async function holdFlushes() {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const started: PromiseWithResolvers<void>[] = [];
  vi.spyOn(prototype, 'datasync').mockImplementation(() => {
    const flush = Promise.withResolvers<void>();
    started.push(flush);
    return flush.promise;
  });
  return {
    /** Those that have begun and are not yet over. */
    waiting: () => started.length,
    async next() {
      await vi.waitFor(() => expect(started).not.toEqual([]));
      return started.shift() as PromiseWithResolvers<void>;
    },
  };
}

const setLastId = (last_book_id: number, db = database.kysely) =>
  db.updateTable('catalogue').set({ last_book_id }).execute();

test('acknowledges nothing before the disk has it, and holds nobody up meanwhile', async () => {
  const flushes = await holdFlushes();
  const steps: string[] = [];
  const inTurn = (step: string) => () => steps.push(step);
  const first = database.kysely
    .transaction()
    .execute((trx) => setLastId(1, trx))
    .then(inTurn('first'));
  const flushOfFirst = await flushes.next();
  const others = [
    database.kysely
      .transaction()
      .execute((trx) => setLastId(2, trx))
      .then(inTurn('second')),
    database.kysely
      .transaction()
      .execute((trx) => setLastId(3, trx))
      .then(inTurn('third')),
  ];
  await vi.waitFor(async () => expect(await lastId()).toBe(3));
  // Data that may be lost in a power failure.
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

test('a flush that fails fails what waits for it, and nothing can be written any more', async () => {
  const flushes = await holdFlushes();
  const written = setLastId(1);
  (await flushes.next()).reject(new Error('input/output error'));
  const errorInfo = { status: 503, message: expect.stringContaining('written to disk') as string };
  await expect(written).rejects.toMatchObject(errorInfo);
  await expect(setLastId(2)).rejects.toMatchObject(errorInfo);
  await expect(database.ping()).rejects.toMatchObject(errorInfo);
  expect(await lastId()).toBe(1);
});

test('the planner never takes a catalogue for as small as it was once', async () => {
  const { addBook } = createCatalogue(database);
  for (let number = 0; number < 50; number += 1) await addBook({ name: `Book ${number}` });
  const ids = sql.join(Array.from({ length: 40 }, (_, index) => sql`+${index}`));
  const planned = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database.kysely);
    return rows.map(({ detail }) => detail.split(' ')[0]);
  };
  const plans = async () => [
    ...(await planned(sql`select * from books where id in (${ids})`)),
    // The effect of a merge on each index of searches.
    ...(await planned(sql`select 1 from book_trigrams_data where id >= ${1} and id <= ${2}`)),
  ];
  // As versions before left it, of the index from a day when it was empty.
  await sql`analyze`.execute(database.kysely);
  await sql`update sqlite_stat1 set stat = '2' where tbl = 'book_trigrams_data'`.execute(database.kysely);
  await sql`analyze sqlite_schema`.execute(database.kysely);
  expect(await plans()).toEqual(['SCAN', 'SCAN']);
  await migrate(database);
  expect(await plans()).toEqual(['SEARCH', 'SEARCH']);
  await database.dialect.gatherStatistics(database.kysely);
  expect(await plans()).toEqual(['SEARCH', 'SEARCH']);
});

test('a full disk is named, leaves reads alone, and writes come back with the room', async () => {
  const { books, addBook, list } = createCatalogue(database);
  const first = await addBook({ name: 'Before' });
  await pragma(`max_page_count = ${Number(await pragma('page_count')) + 1}`);
  const failed = await addBook({ description: 'x'.repeat(20_000) }).catch((error: unknown) => error);
  expect(database.explain(failed)).toMatchObject({ status: 507 });
  expect(await books.get(first.id)).toEqual(first);
  await pragma('max_page_count = 1000000');
  await addBook({ name: 'After', description: 'x'.repeat(20_000) });
  expect((await list()).total).toBe(2);
});

test('waits for another process without holding up its own event loop', async () => {
  const other = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
  const { addBook } = createCatalogue(database);
  const heldLocks: string[] = [];
  await Promise.all([
    // Ends only while the event loop turns; held up, it would keep the lock until the writer gives up.
    other.kysely.transaction().execute(async () => {
      for (let turn = 0; turn < 10; turn++) await setTimeout(5);
      heldLocks.push('released');
    }),
    addBook().then(() => heldLocks.push('added')),
  ]);
  expect(heldLocks).toEqual(['released', 'added']);
  await other.close();
});

test('a statement of its own waits for another process in the same way', async () => {
  const other = await openDatabase(`file:${join(folder, 'new folder', 'ü.db')}`);
  const heldLocks: string[] = [];
  await Promise.all([
    other.kysely.transaction().execute(async () => {
      for (let turn = 0; turn < 10; turn++) await setTimeout(5);
      heldLocks.push('released');
    }),
    database.kysely
      .updateTable('catalogue')
      .set({ last_book_id: 7 })
      .execute()
      .then(() => heldLocks.push('written')),
  ]);
  expect(heldLocks).toEqual(['released', 'written']);
  await other.close();
});

const lastId = async (): Promise<number> => {
  const { last_book_id } = await database.kysely
    .selectFrom('catalogue')
    .select('last_book_id')
    .executeTakeFirstOrThrow();
  return last_book_id;
};

/** A transaction that has written and waits to be told how to end. */
function holdTransaction(last_book_id: number) {
  const written = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = database.kysely.transaction().execute(async (trx) => {
    await trx.updateTable('catalogue').set({ last_book_id }).execute();
    written.resolve();
    await end.promise;
  });
  return { written: written.promise, end, done };
}

test('reads wait for no transaction, and see all that is committed and nothing else', async () => {
  const first = holdTransaction(5);
  await first.written;
  expect(await lastId()).toBe(0);
  const second = holdTransaction(6);
  first.end.resolve();
  await first.done;
  // The other one has the writer by now.
  await second.written;
  expect(await lastId()).toBe(5);
  second.end.reject(new Error('given up'));
  await expect(second.done).rejects.toThrow('given up');
  expect(await lastId()).toBe(5);
});

test('what writes without a transaction waits for one that is under way, and comes after it', async () => {
  const transaction = holdTransaction(5);
  await transaction.written;
  const steps: string[] = [];
  const writing = database.kysely
    .updateTable('catalogue')
    .set({ last_book_id: sql`last_book_id + 1` })
    .returning('last_book_id')
    .executeTakeFirstOrThrow()
    .then(({ last_book_id }) => steps.push(`written ${last_book_id}`));
  expect(await lastId()).toBe(0);
  steps.push('read');
  transaction.end.resolve();
  await Promise.all([transaction.done, writing]);
  expect(steps).toEqual(['read', 'written 6']);
  expect(await lastId()).toBe(6);
});

test('a read that fails while a transaction is under way leaves it alone', async () => {
  const transaction = holdTransaction(5);
  await transaction.written;
  await expect(sql`select something from nowhere`.execute(database.kysely)).rejects.toThrow('nowhere');
  transaction.end.resolve();
  await transaction.done;
  expect(await lastId()).toBe(5);
});

const describeBook = (id: number, description: string) =>
  database.kysely.updateTable('books').set({ description }).where('id', '=', id).execute();

test('what a large transaction leaves in the log is moved into the file beside the requests', async () => {
  const sizeOfFile = () => statSync(join(folder, 'new folder', 'ü.db')).size;
  const { id } = await createCatalogue(database).addBook();
  const before = sizeOfFile();
  await describeBook(id, 'x'.repeat(8_000_000));
  // The commit has not done it, and the thread cannot have been heard of yet.
  expect(sizeOfFile()).toBe(before);
  await vi.waitFor(() => expect(sizeOfFile()).toBeGreaterThan(before), { timeout: 60_000 });
});

test('a log that cannot be looked at fails no write', async () => {
  const path = join(folder, 'closed.db');
  const closed = new BetterSqlite(path);
  const checkpoints = createCheckpoints(closed, path);
  closed.close();
  expect(() => checkpoints.look()).not.toThrow();
  await checkpoints.close();
});

test('the log does not grow for ever while writes go on', async () => {
  const sizeOfLog = () => statSync(join(folder, 'new folder', 'ü.db-wal')).size;
  const text = 'x'.repeat(2_000_000);
  const { addBook, books } = createCatalogue(database);
  const { id } = await addBook();
  // Each writes some 500 pages; all of them together are ten times as much as a log that is begun anew.
  for (let turn = 0; turn < 40; turn += 1) await describeBook(id, `${turn}${text}`);
  expect((await books.get(id)).description).toMatch(/^39x/);
  expect(sizeOfLog()).toBeLessThan(80 * 1024 * 1024);
});

test('writes that are faster than the thread wait for it, so that the log does not grow for ever', async () => {
  const path = join(folder, 'fast.db');
  const fast = new BetterSqlite(path);
  fast.pragma('journal_mode = wal');
  fast.exec('create table pages (id integer primary key, text text)');
  const write = fast.prepare("insert into pages (text) values (hex(zeroblob(2000000)) || '.')");
  const checkpoints = createCheckpoints(fast, path);
  // In all four times as much as a log that is begun anew, and no moment in which the thread would be heard unless it is waited for.
  for (let turn = 0; turn < 64; turn += 1) {
    write.run();
    await checkpoints.look();
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(80 * 1024 * 1024);
  await checkpoints.close();
  fast.close();
});

test('has no plain parameters in its statements, since those are planned again for each value', () => {
  const { sql: text } = database.kysely
    .selectFrom('books')
    .select('id')
    .where('language', '=', 3)
    .where('id', 'in', [1, 2])
    .limit(10)
    .compile();
  expect(text.match(/.\?/g)).toEqual(['+?', '+?', '+?', '+?']);
});

test('a long read that fails is reported, and the next one works', async () => {
  const bad = sql`select something from nowhere`.compile(database.kysely);
  await expect(database.dialect.readIds(bad)).rejects.toThrow('nowhere');
  const good = sql`select 7 as revision, '3,1,2' as ids, null as keys`.compile(database.kysely);
  const { revision, ids } = await database.dialect.readIds(good);
  expect([revision, ...ids]).toEqual([7, 3, 1, 2]);
});
