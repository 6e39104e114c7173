import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatalogue } from '#server/testing/factories';
import { type Database, migrate, openDatabase } from '../open.ts';

const PAGE = 4096;

let folder: string;
let path: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-damage-'));
  path = join(folder, 'data', 'catalogue.db');
  database = await openDatabase(`file:${path}`);
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Closes a catalogue with some books, overwrites the pages that contain them, and opens it again. */
async function damageBooks(): Promise<void> {
  const { addBook } = createCatalogue(database);
  for (let count = 0; count < 20; count++) await addBook({ description: 'x'.repeat(1_000) });
  const { rows } = await sql<{ pageno: number }>`
    select pageno from dbstat where name = 'books' and pagetype = 'leaf'`.execute(database.kysely);
  // On close, the log is copied into the file.
  await database.close();
  const handle = await open(path, 'r+');
  for (const { pageno } of rows) await handle.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, (pageno - 1) * PAGE);
  await handle.close();
  database = await openDatabase(`file:${path}`);
}

const ignore = () => undefined;
const missingError = { status: 503, message: expect.stringContaining('missing') };
const isDamaged = { status: 503, message: expect.stringContaining('damaged') };

test('accepts an undamaged database', async () => {
  await createCatalogue(database).addBook({ name: 'Whole' });
  await database.dialect.watchForDamage(ignore);
  await expect(database.ping()).resolves.toBeUndefined();
});

test('rejects writes after the check finds a damaged page, and after a restart until a check finds none', async () => {
  await damageBooks();
  await database.ping();
  const onDamage = vi.fn<(damage: string) => void>();
  const check = database.dialect.watchForDamage(onDamage);
  expect(database.dialect.integrityCheck()).toEqual({ is_running: false, checked_at: null });
  await check;
  expect(onDamage).toHaveBeenCalledOnce();
  expect(database.dialect.integrityCheck()?.checked_at).toMatch(/^\d{4}-/);
  await expect(database.ping()).rejects.toMatchObject(isDamaged);
  await expect(createCatalogue(database).addCategory('New')).rejects.toMatchObject(isDamaged);
  await database.close();

  database = await openDatabase(`file:${path}`);
  await database.ping();
  void database.dialect.watchForDamage(onDamage, 60_000);
  expect(onDamage).toHaveBeenCalledTimes(2);
  await expect(createCatalogue(database).addCategory('New')).rejects.toMatchObject(isDamaged);
  await database.close();

  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  database = await openDatabase(`file:${path}`);
  await migrate(database);
  await database.dialect.watchForDamage(onDamage);
  await createCatalogue(database).addCategory('New');
  expect(existsSync(`${path}-damage`)).toBe(false);
});

test('reports the damage that a query finds', async () => {
  await damageBooks();
  const listError: unknown = await createCatalogue(database)
    .list()
    .catch((error: unknown) => error);
  expect(database.explain(listError)).toMatchObject(isDamaged);
  await expect(database.ping()).rejects.toMatchObject(isDamaged);
});

test('rejects a file that is not a database, with the reason', async () => {
  const other = join(folder, 'other.db');
  writeFileSync(other, 'This is no database. '.repeat(500));
  await expect(openDatabase(`file:${other}`)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
});

test.each<[string, () => void]>([
  ['its folder is deleted', () => rmSync(join(folder, 'data'), { recursive: true })],
  ['its folder is moved away', () => renameSync(join(folder, 'data'), join(folder, 'elsewhere'))],
  ['the file is deleted', () => rmSync(path)],
  [
    'the file is replaced by another',
    () => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ['its log is deleted', () => rmSync(`${path}-wal`)],
])('acknowledges no write when %s', async (_what, happen) => {
  const { addBook, list } = createCatalogue(database);
  await addBook({ name: 'Before' });
  await database.ping();
  happen();
  await expect(addBook({ name: 'After' })).rejects.toMatchObject(missingError);
  await expect(database.kysely.deleteFrom('sessions').execute()).rejects.toMatchObject(missingError);
  await expect(database.ping()).rejects.toMatchObject(missingError);
  // An open database can still be read.
  expect((await list()).total).toBe(1);
});

test('fails the commit when the files are deleted during a transaction', async () => {
  const { books, addBook } = createCatalogue(database);
  const book = await addBook({ name: 'Before' });
  const transaction = database.kysely.transaction().execute(async (trx) => {
    await trx.updateTable('books').set({ name: 'Other' }).execute();
    rmSync(join(folder, 'data'), { recursive: true });
  });
  await expect(transaction).rejects.toMatchObject(missingError);
  expect(await books.get(book.id)).toEqual(book);
});
