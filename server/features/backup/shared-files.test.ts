import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '#server/core/blobs/key';
import { type Database, openDatabase } from '#server/core/db/open';
import { type BlobStoreKind, type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { engines } from '#server/testing/databases';
import { openSource } from './archive-location.ts';
import { createSecrets } from './archive-seal.ts';
import { type BackupConfig, checkAgainst, restore } from './backup-commands.ts';
import { type BackupStore, openBackupStore } from './backup-store.ts';
import { readSharedFile } from './shared-file.ts';
import { openSharedFiles } from './shared-files.ts';
import { openWholeArchive } from './whole-archive.ts';
import { writeBackup } from './write-backup.ts';

const scratch = mkdtempSync(join(tmpdir(), 'lectern-shared-files-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let counter = 0;
const fresh = (name: string): string => join(scratch, `${(counter += 1)}-${name}`);

const FILE_BYTES = 1_200_000;
const passphrase = 'correct horse battery staple';
const sqlite = engines.find(({ name }) => name === 'SQLite');
const ignore = () => undefined;

describe.each(['folder', 's3'] as const)('backups in a %s', (kind: BlobStoreKind) => {
  let config: BackupConfig;
  let database: Database;
  let store: TestBlobStore;
  let destination: BackupStore;
  beforeEach(async () => {
    if (!sqlite) throw new Error('There is no engine SQLite.');
    const { url, remove } = await sqlite.createMigratedUrl();
    database = await openDatabase(url);
    store = await openTestBlobStore(kind);
    const location = await openTestBlobStore(kind);
    destination = await openBackupStore(location.url.replace('s3://blobs?', 's3://blobs/nightly?'));
    config = {
      dataDir: fresh('data'),
      databaseUrl: url,
      blobStoreUrl: store.url,
      blobTimeoutMs: 15_000,
      version: '0.0.0-test',
    };
    onTestFinished(async () => {
      destination.close();
      await database.close();
      await store.close();
      await location.close();
      await remove();
    });
  });

  async function addFile(): Promise<string> {
    const key = createKey('mp3');
    const path = fresh('audio');
    await writeFile(path, Buffer.alloc(FILE_BYTES, key));
    await store.blobs.put(key, path, 'audio/mpeg');
    await database.kysely
      .insertInto('files')
      .values({ key, size: FILE_BYTES, media_type: 'audio/mpeg', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    return key;
  }

  async function removeFile(key: string): Promise<void> {
    await database.kysely.deleteFrom('files').where('key', '=', key).execute();
    await store.blobs.remove(key);
  }

  async function backup(name: string, secret?: string) {
    const sharedFiles = await openSharedFiles(destination, { name, passphrase: secret });
    const source = { database, databaseUrl: config.databaseUrl, blobs: store.blobs, version: '0.0.0' };
    return writeBackup(source, { location: destination.locationOf(name), shared: sharedFiles });
  }

  async function names(): Promise<string[]> {
    const list: string[] = [];
    for await (const { name } of destination.list()) list.push(name);
    return list.toSorted();
  }
  const sharedKeys = async () =>
    (await names()).filter((name) => name.startsWith('files/')).map((name) => name.split('/').at(-1) ?? '');

  const check = (name: string, secret?: string) =>
    checkAgainst(config, { location: destination.locationOf(name), passphrase: secret }, ignore);

  async function isDownloadWhole(name: string, secret?: string): Promise<boolean> {
    const file = fresh('downloaded.backup');
    await pipeline(await openWholeArchive(destination.locationOf(name), secret), createWriteStream(file));
    expect((await readFile(file)).length).toBeGreaterThan(FILE_BYTES);
    return checkAgainst(config, { location: file, passphrase: secret }, ignore);
  }

  test('send each file once, and delete it when no backup refers to it', async () => {
    const [first, second] = [await addFile(), await addFile()];
    const full = await backup('1.backup');
    expect(full).toMatchObject({ files: 2, fileBytes: 2 * FILE_BYTES });
    expect(full.addedBytes).toBeGreaterThan(2 * FILE_BYTES);
    expect(full.bytes).toBeGreaterThan(2 * FILE_BYTES);

    await removeFile(first);
    const third = await addFile();
    const next = await backup('2.backup');
    expect(next.files).toBe(2);
    expect(next.addedBytes).toBeGreaterThan(FILE_BYTES);
    expect(next.addedBytes).toBeLessThan(1.5 * FILE_BYTES);
    expect((await sharedKeys()).toSorted()).toEqual([first, second, third].toSorted());
    expect(await check('2.backup')).toBe(true);
    expect(await check('1.backup')).toBe(false);

    await destination.remove('1.backup');
    await backup('3.backup');
    expect((await sharedKeys()).toSorted()).toEqual([second, third].toSorted());
    expect((await names()).filter((name) => !name.startsWith('files/'))).toEqual([
      '2.backup',
      '2.files',
      '3.backup',
      '3.files',
    ]);
    expect(await check('3.backup')).toBe(true);
    const into = fresh('into');
    await restore(config, { location: destination.locationOf('2.backup'), into }, ignore);
    const restoreConfig = {
      ...config,
      databaseUrl: `file:${join(into, 'catalogue.db')}`,
      blobStoreUrl: `file:${join(into, 'blobs')}`,
    };
    expect(await checkAgainst(restoreConfig, { location: destination.locationOf('2.backup') }, ignore)).toBe(
      true,
    );
  });

  test('delete no file while the list of a backup is missing', async () => {
    const key = await addFile();
    await backup('1.backup');
    await removeFile(key);
    await destination.remove('1.files');
    await backup('2.backup');
    await backup('3.backup');
    expect(await sharedKeys()).toEqual([key]);
    await destination.remove('1.backup');
    await backup('4.backup');
    expect(await sharedKeys()).toEqual([]);
  });

  test('are downloaded as one file that contains all shared files', async () => {
    await addFile();
    await backup('1.backup');
    expect(await isDownloadWhole('1.backup')).toBe(true);
  });

  test('report a file that is missing in the file storage, and still contain it', async () => {
    const key = await addFile();
    await backup('1.backup');
    await store.blobs.remove(key);
    expect(await backup('2.backup')).toMatchObject({ missing: [key], files: 1 });
    const other = createKey('mp3');
    await database.kysely
      .insertInto('files')
      .values({ key: other, size: 1, media_type: 'audio/mpeg', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    const { missing, files } = await backup('3.backup');
    expect([missing.toSorted(), files]).toEqual([[key, other].toSorted(), 1]);
  });

  // The test runs for folders only, because key derivation is slow and the files in a bucket are equal.
  if (kind === 's3') return;

  test('encrypt their shared files', async () => {
    const [key, other] = [await addFile(), await addFile()];
    await backup('1.backup', passphrase);
    expect((await backup('2.backup', passphrase)).addedBytes).toBeLessThan(FILE_BYTES);
    // Another passphrase sends the files again.
    expect((await backup('3.backup', 'another')).addedBytes).toBeGreaterThan(2 * FILE_BYTES);
    expect((await sharedKeys()).toSorted()).toEqual([key, key, other, other].toSorted());
    expect(await isDownloadWhole('1.backup', passphrase)).toBe(true);
    await expect(openWholeArchive(destination.locationOf('3.backup'), passphrase)).rejects.toThrow(
      'The passphrase of the backup is wrong.',
    );
    for (const name of await names())
      expect((await readFile(destination.locationOf(name))).includes(Buffer.alloc(80, key))).toBe(false);
  });
});

test.each([undefined, passphrase])('reports a damaged shared file (passphrase %s)', async (secret) => {
  const folder = fresh('backups');
  const destination = await openBackupStore(`file:${folder}`);
  const sharedFiles = await openSharedFiles(destination, { name: '1.backup', passphrase: secret });
  const keys = [createKey('mp3'), createKey('mp3')] as const;
  const size = 100;
  for (const key of keys)
    await sharedFiles.add(key, async (writer) => {
      await writer.json('file', {
        key,
        size,
        media_type: 'audio/mpeg',
        is_retained: false,
        is_shared: false,
      });
      await writer.frame('bytes', Buffer.alloc(size, key));
      await writer.json('fileEnd', { sha256: '' });
    });
  await sharedFiles.discard();
  const [key, other] = keys;
  const secrets = createSecrets(secret);
  const read = async () => {
    const open = (name: string) => openSource(join(folder, name));
    const frames = readSharedFile({ folder: sharedFiles.folder, file: { key, size }, secrets, open });
    for await (const frame of frames) expect(frame.kind).toMatch(/^(bytes|fileEnd)$/);
  };
  const pathOf = (name: string) => join(folder, sharedFiles.folder, name.slice(0, 2), name);
  const whole = await readFile(pathOf(key));
  await read();
  for (let offset = 0; offset < whole.length; offset += 3) {
    const spoilt = Buffer.from(whole);
    spoilt.writeUInt8(spoilt.readUInt8(offset) ^ 0x10, offset);
    await writeFile(pathOf(key), spoilt);
    await expect(read(), `byte ${offset}`).rejects.toThrow(
      offset < 17 ? 'isn’t a backup' : new RegExp(`(damaged|ends) in file ${key}`),
    );
  }
  await writeFile(pathOf(key), await readFile(pathOf(other)));
  await expect(read()).rejects.toThrow(`The backup is damaged in file ${key}.`);
  await rm(pathOf(key));
  await expect(read()).rejects.toThrow(`The backup is incomplete: file ${key} is missing.`);
});
