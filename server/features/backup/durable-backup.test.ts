import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createKey } from '#server/core/blobs/key';
import { openBlobStore } from '#server/core/blobs/open';
import { openDatabase } from '#server/core/db/open';
import { engines } from '#server/testing/databases';
import { openBackupStore } from './backup-store.ts';
import { openSharedFiles } from './shared-files.ts';
import { writeBackup } from './write-backup.ts';

/** Writes, syncs and renames of files below the backup destination, in order. */
const calls: { readonly what: 'write' | 'sync' | 'rename'; readonly path: string; readonly to?: string }[] =
  [];

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    async open(path, ...options) {
      const file = await original.open(path, ...options);
      const sync = file.sync.bind(file);
      const write = file.write.bind(file) as (...args: unknown[]) => Promise<never>;
      return Object.assign(file, {
        async sync() {
          await sync();
          calls.push({ what: 'sync', path: String(path) });
        },
        async write(...args: unknown[]) {
          calls.push({ what: 'write', path: String(path) });
          return write(...args);
        },
      });
    },
    async rename(from, to) {
      await original.rename(from, to);
      calls.push({ what: 'rename', path: String(from), to: String(to) });
    },
  };
});

const scratch = mkdtempSync(join(tmpdir(), 'lectern-durable-backup-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('after a power cut, a listed backup is complete: all of its files and folders were synced before it', async () => {
  const sqlite = engines.find(({ name }) => name === 'SQLite');
  if (!sqlite) throw new Error('There is no engine SQLite.');
  const { url: databaseUrl, remove } = await sqlite.createMigratedUrl();
  const database = await openDatabase(databaseUrl);
  const blobs = await openBlobStore(`file:${join(scratch, 'blobs')}`);
  const keys = [createKey('mp3'), createKey('mp3')];
  for (const key of keys) {
    const path = join(scratch, key);
    await writeFile(path, key);
    await blobs.put(key, path, 'audio/mpeg');
    const created_at = '2026-01-01T00:00:00.000Z';
    const row = { key, size: key.length, media_type: 'audio/mpeg', created_at };
    await database.kysely.insertInto('files').values(row).execute();
  }
  const folder = join(scratch, 'backups');
  const store = await openBackupStore(`file:${folder}`);
  const name = 'durable.backup';
  calls.length = 0;
  const sharedFiles = await openSharedFiles(store, { name, passphrase: undefined });
  const source = { database, databaseUrl, blobs, version: '0.0.0' };
  await writeBackup(source, { location: store.locationOf(name), shared: sharedFiles });

  const renames = calls.filter(({ what, to }) => what === 'rename' && to?.startsWith(folder));
  const renamedFiles = renames.map(({ to = '' }) => basename(to));
  // The files are copied in any order.
  expect(renamedFiles.slice(0, keys.length).toSorted()).toEqual(keys.toSorted());
  expect(renamedFiles.slice(keys.length)).toEqual(['durable.files', name]);
  for (const rename of renames) {
    const index = calls.indexOf(rename);
    const before = calls.slice(0, index).filter(({ path }) => path === rename.path);
    expect(before.map(({ what }) => what)).toEqual([...before.slice(1).map(() => 'write'), 'sync']);
    // The entry in the folder is durable before the next file is complete.
    expect(calls[index + 1]).toEqual({ what: 'sync', path: dirname(rename.to ?? '') });
  }
  const last = calls.findIndex(({ to }) => to === join(folder, name));
  for (const key of keys) {
    const to = renames.find((rename) => rename.to?.endsWith(key))?.to ?? '';
    expect(await readFile(to, 'latin1')).toContain(key);
    // Each new folder was synced in its parent.
    for (let path = dirname(dirname(to)); path.startsWith(folder); path = dirname(path))
      expect(calls.slice(0, last)).toContainEqual({ what: 'sync', path });
  }
  await database.close();
  await remove();
});
