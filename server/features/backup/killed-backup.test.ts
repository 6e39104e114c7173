import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createKey } from '#server/core/blobs/key';
import { openBlobStore } from '#server/core/blobs/open';
import { type Database, openDatabase } from '#server/core/db/open';
import { packageRoot } from '#server/core/package-root';
import { checkDatabase } from '#server/features/system/check/database';
import { engines } from '#server/testing/databases';
import { openArchive } from './archive-reader.ts';
import { backup, checkAgainst, restore } from './backup-commands.ts';
import { type BackupStore, openBackupStore } from './backup-store.ts';
import { restoreBackup } from './restore-backup.ts';
import { openSharedFiles } from './shared-files.ts';
import { withUserErrors } from './user-errors.ts';
import { writeBackup } from './write-backup.ts';

const scratch = mkdtempSync(join(tmpdir(), 'lectern-killed-backup-'));
let counter = 0;
const fresh = (name: string): string => join(scratch, `${(counter += 1)}-${name}`);
const ignore = () => undefined;
const noSpace = () =>
  Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));

const configOf = (databaseUrl: string, blobStoreUrl: string) => ({
  dataDir: fresh('data'),
  databaseUrl,
  blobStoreUrl,
  blobTimeoutMs: 15_000,
  version: '0.0.0-test',
});
const backupFolder = fresh('backups');
const backupStoreUrl = `file:${backupFolder}`;
let config: ReturnType<typeof configOf>;
let database: Database;
let blobs: BlobStore;
let destination: BackupStore;
let removeDatabase: () => Promise<void>;

beforeAll(async () => {
  const sqlite = engines.find(({ name }) => name === 'SQLite');
  if (!sqlite) throw new Error('There is no engine SQLite.');
  const { url, remove } = await sqlite.createMigratedUrl();
  removeDatabase = remove;
  config = configOf(url, `file:${fresh('blobs')}`);
  database = await openDatabase(url);
  blobs = await openBlobStore(config.blobStoreUrl);
  destination = await openBackupStore(backupStoreUrl);
  for (let index = 0; index < 6; index += 1) {
    const key = createKey('mp3');
    const path = fresh('audio');
    const size = 400_000;
    await writeFile(path, Buffer.alloc(size, key));
    await blobs.put(key, path, 'audio/mpeg');
    await database.kysely
      .insertInto('files')
      .values({ key, size, media_type: 'audio/mpeg', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
  }
});
afterAll(async () => {
  destination.close();
  await blobs.close();
  await database.close();
  await removeDatabase();
  rmSync(scratch, { recursive: true, force: true });
});

async function runChild(order: object): Promise<NodeJS.Signals | null> {
  const child = fork(join(packageRoot, 'server', 'testing', 'backing-up-child.ts'), [
    JSON.stringify({ backupStoreUrl, scratchFolder: scratch, ...order }),
  ]);
  await once(child, 'exit');
  return child.signalCode;
}

const listArchives = async () =>
  (await readdir(backupFolder).catch(() => [])).filter((name) => name.endsWith('.backup'));
const listPartials = async () =>
  (await readdir(backupFolder, { recursive: true })).filter((name) => name.endsWith('.partial'));

async function writeShared(name: string) {
  const sharedFiles = await openSharedFiles(destination, { name, passphrase: undefined });
  const source = { database, databaseUrl: config.databaseUrl, blobs, version: '0.0.0' };
  return writeBackup(source, { location: destination.locationOf(name), shared: sharedFiles });
}

describe('kill -9', () => {
  test('at any step of a backup leaves no partial backup, and the next backup is complete', async () => {
    const { databaseUrl, blobStoreUrl } = config;
    // At the snapshot, between rows, between two files, and after the last file.
    for (const killAt of [0, 0.1, 0.7, 1]) {
      const order = { action: 'backup', databaseUrl, blobStoreUrl, name: 'killed.backup', killAt };
      expect([killAt, await runChild(order)]).toEqual([killAt, 'SIGKILL']);
      expect(await listArchives()).toEqual([]);
    }
    expect(await listPartials()).not.toEqual([]);
    await writeShared('whole.backup');
    expect(await listArchives()).toEqual(['whole.backup']);
    expect(await listPartials()).toEqual([]);
    expect(await checkAgainst(config, { location: destination.locationOf('whole.backup') }, ignore)).toBe(
      true,
    );
  });

  test('at any step of a restore blocks the database, and the restore resumes', async () => {
    await writeShared('restored.backup');
    const folder = fresh('target');
    await mkdir(folder);
    const target = configOf(`file:${join(folder, 'catalogue.db')}`, `file:${join(folder, 'blobs')}`);
    const location = destination.locationOf('restored.backup');
    const { databaseUrl, blobStoreUrl } = target;
    for (const killAt of [0.01, 0.5, 0.95, 1]) {
      const order = { action: 'restore', databaseUrl, blobStoreUrl, name: 'restored.backup', killAt };
      expect([killAt, await runChild(order)]).toEqual([killAt, 'SIGKILL']);
      await expect(checkAgainst(target, { location }, ignore)).rejects.toThrow(
        'A backup is being restored into this database',
      );
    }
    const lines: string[] = [];
    await restore(target, { location }, (line) => void lines.push(line));
    expect(lines).toContainEqual(expect.stringMatching(/\(6 of them by an earlier run\)/));
    expect(await checkAgainst(target, { location }, ignore)).toBe(true);
  });
});

describe('a full disk', () => {
  test('during a backup is reported, leaves no file, and the next backup is complete', async () => {
    const name = 'full.backup';
    const sharedFiles = await openSharedFiles(destination, { name, passphrase: undefined });
    const source = { database, databaseUrl: config.databaseUrl, blobs, version: '0.0.0' };
    const target = {
      location: destination.locationOf(name),
      shared: { ...sharedFiles, has: () => false, add: noSpace },
    };
    const backupWrite = withUserErrors(() => writeBackup(source, target));
    await expect(backupWrite).rejects.toMatchObject({ status: 507 });
    expect(await listArchives()).not.toContain(name);
    expect(await listPartials()).toEqual([]);
    await writeShared('after-full.backup');
    expect(
      await checkAgainst(config, { location: destination.locationOf('after-full.backup') }, ignore),
    ).toBe(true);
  });

  test('during a restore is reported, and the restore resumes when space is available', async () => {
    await writeShared('to-full.backup');
    const location = destination.locationOf('to-full.backup');
    const folder = fresh('full-target');
    await mkdir(folder);
    const target = configOf(`file:${join(folder, 'catalogue.db')}`, `file:${join(folder, 'blobs')}`);
    const empty = await openDatabase(target.databaseUrl);
    const store = await openBlobStore(target.blobStoreUrl);
    let writes = 0;
    const put: BlobStore['put'] = (...args) => ((writes += 1) > 3 ? noSpace() : store.put(...args));
    const archive = await openArchive(location, undefined);
    const restoreRun = withUserErrors(() =>
      restoreBackup(archive, {
        database: empty,
        databaseUrl: target.databaseUrl,
        blobs: { ...store, put },
        scratchFolder: folder,
      }),
    );
    await expect(restoreRun).rejects.toMatchObject({ status: 507 });
    archive.close();
    await store.close();
    await empty.close();
    const lines: string[] = [];
    await restore(target, { location }, (line) => void lines.push(line));
    expect(lines).toContainEqual(expect.stringMatching(/\(3 of them by an earlier run\)/));
    expect(await checkAgainst(target, { location }, ignore)).toBe(true);
  });
});

test('rejects a second restore into the same database, and completes the first one', async () => {
  await writeShared('one-restore.backup');
  const location = destination.locationOf('one-restore.backup');
  const folder = fresh('one-target');
  await mkdir(folder);
  const target = configOf(`file:${join(folder, 'catalogue.db')}`, `file:${join(folder, 'blobs')}`);
  const empty = await openDatabase(target.databaseUrl);
  const store = await openBlobStore(target.blobStoreUrl);
  const archive = await openArchive(location, undefined);
  let second: Promise<unknown> | undefined;
  await restoreBackup(archive, {
    database: empty,
    databaseUrl: target.databaseUrl,
    blobs: store,
    scratchFolder: folder,
    progress() {
      second ??= restore(target, { location }, ignore).then(
        () => 'restored',
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
    },
  });
  expect(await second).toMatch(/^Another process restores a backup into this database\./);
  await store.close();
  await empty.close();
  expect(await checkAgainst(target, { location }, ignore)).toBe(true);
});

test('writes one complete archive when two backups write to the same file', async () => {
  const folder = fresh('twice');
  const location = join(folder, 'catalogue.backup');
  const write = () => backup(config, { location }, ignore);
  await Promise.allSettled([write(), write()]);
  expect(await readdir(folder)).toEqual(['catalogue.backup']);
  expect(await checkAgainst(config, { location }, ignore)).toBe(true);
});

describe('a backup of version 0.1.0', () => {
  test.each(engines)('is restored to $name and migrated', async (engine) => {
    const path = fresh('0.1.0.db');
    const old = new BetterSqlite(path);
    const script = join(packageRoot, 'server', 'testing', 'stored', '0.1.0.sqlite.sql');
    old.exec(readFileSync(script, 'utf8'));
    const { books } = old.prepare('select count(*) as books from books').get() as { books: number };
    old.close();
    const store = await openBlobStore(`file:${fresh('old-blobs')}`);
    const location = fresh('0.1.0.backup');
    // Version 0.1.0 has no table for the files of a backup.
    const open = async () => undefined;
    const noFiles = { ...store, open, retained: { ...store.retained, open } };
    const source = { database, databaseUrl: `file:${path}`, blobs: noFiles, version: '0.1.0' };
    await writeBackup(source, { location });
    await store.close();
    const { url, remove } = await engine.createUrl();
    const target = configOf(url, `file:${fresh('new-blobs')}`);
    await restore(target, { location }, ignore);
    const restoredDatabase = await openDatabase(url);
    expect(await checkDatabase(restoredDatabase)).toEqual([]);
    const { count } = await restoredDatabase.kysely
      .selectFrom('books')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(books);
    expect(books).toBeGreaterThan(0);
    await restoredDatabase.close();
    await remove();
  });
});
