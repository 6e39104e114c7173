import { readFile, rm, writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openBlobStore } from '#server/core/blobs/open';
import { keepHeldFiles, holdFiles } from '#server/core/blobs/held-files';
import { createKey } from '#server/core/blobs/key';
import { openDatabase } from '#server/core/db/open';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { type BlobStoreKind, type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { type Engine, engines } from '#server/testing/databases';
import { makeImage, makeWav } from '#server/testing/media-files';
import { createRandomChanges, shownBy } from '#server/testing/random-changes';
import { checkDatabase } from '#server/features/system/check/database';
import { checkFiles } from '#server/features/system/check/files';
import { FRAME_HEAD_BYTES, MAGIC, frameKinds, kindNames } from './archive-format.ts';
import { readArchive } from './archive-reader.ts';
import { type Secrets, createSecrets } from './archive-seal.ts';
import { type BackupConfig, backup, checkAgainst, restore } from './backup-commands.ts';

interface TestCatalogue {
  readonly config: BackupConfig;
  readonly store: TestBlobStore;
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-test-'));
const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  rmSync(folder, { recursive: true, force: true });
});

async function firstOf<Entry>(list: AsyncIterable<Entry>): Promise<Entry | undefined> {
  for await (const entry of list) return entry;
  return undefined;
}

let counter = 0;
const fresh = (name: string): string => join(folder, `${(counter += 1)}-${name}`);

async function openTestCatalogue(engine: Engine, kind: BlobStoreKind): Promise<TestCatalogue> {
  const { url, remove } = await engine.createUrl();
  const store = await openTestBlobStore(kind);
  undo.push(remove, () => store.close());
  const config = {
    dataDir: fresh('data'),
    databaseUrl: url,
    blobStoreUrl: store.url,
    blobTimeoutMs: 15_000,
    version: '0.0.0-test',
  };
  return { config, store };
}

const RANDOM_CHANGES = 25;
/** A row that is larger than a page of rows. */
const largeRow = {
  key: 'large_value',
  value: JSON.stringify('ß'.repeat(300_000)),
  changed_at: '2026-01-01T00:00:00.000Z',
  changed_by: null,
};

/** Creates records of each type, a deleted book with retained files, and audit-log entries. */
async function fillCatalogue(api: TestApp, token: string): Promise<void> {
  const image = { bytes: await makeImage('png'), name: 'cover.png' };
  const audio = { bytes: makeWav(1), name: 'audio.wav' };
  const send = async (path: string, form: object) => {
    const { status } = await api.call('POST', `/api/books/${path}`, { token, form: { ...form } });
    if (status >= 300) throw new Error(`${path} returned ${status}.`);
  };
  await send('categories', { name: 'Fiction' });
  for (const name of ['First', 'Zweites „Buch“', 'Третья 📚'])
    await send('create', { name, image, audio, category_code: 'fiction' });
  await send('collections', { title: 'Both', image, 'book_codes[]': ['BK-000001', 'BK-000002'] });
  await api.call('DELETE', '/api/books/3', { token });
}

/** Makes random changes. @returns the last id of a book */
async function changeCatalogue(api: TestApp, token: string): Promise<number> {
  let lastId = 0;
  const change = createRandomChanges(async (path, body, method = 'POST') => {
    const { status, text, body: response } = await api.call(method, `/api/books${path}`, { token, ...body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    if (path === '/create') lastId = response.data.id;
    return response.data;
  });
  for (let round = 0; round < RANDOM_CHANGES; round += 1) await change(round);
  return lastId;
}

interface SourceCatalogue extends TestCatalogue {
  /** The lists that the API returns. */
  readonly shown: readonly unknown[];
  readonly lastBookId: number;
}

async function openSourceCatalogue(engine: Engine, kind: BlobStoreKind): Promise<SourceCatalogue> {
  const { url, remove } = await engine.createMigratedUrl();
  const store = await openTestBlobStore(kind);
  undo.push(remove, () => store.close());
  const database = await openDatabase(url);
  const api = await buildTestApp(database, store.blobs);
  const token = await api.tokenFor(allPermissions);
  await fillCatalogue(api, token);
  const lastBookId = await changeCatalogue(api, token);
  await database.kysely.insertInto('settings').values(largeRow).execute();
  const apiContent = await shownBy(api, token);
  await api.close();
  await database.close();
  const config = {
    dataDir: fresh('data'),
    databaseUrl: url,
    blobStoreUrl: store.url,
    blobTimeoutMs: 15_000,
    version: '0.0.0-test',
  };
  return { config, store, shown: apiContent, lastBookId };
}

const openBytes = (bytes: Buffer, secrets: Secrets) =>
  readArchive(Readable.from([bytes]), {
    secrets,
    openSibling: () => Promise.reject(new Error('The archive has no shared files.')),
  });

interface FramePosition {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** A pattern for the section that an error names. */
  readonly section: string;
}

/** Returns the position of each frame, and the section that a changed byte in it damages. */
async function framesOf(bytes: Buffer, secrets: Secrets): Promise<FramePosition[]> {
  const sections: string[] = [];
  for await (const entry of (await openBytes(bytes, secrets)).entries()) {
    if (entry.kind === 'table') sections.push(`table ${entry.name}`);
    if (entry.kind === 'file') sections.push(`file ${entry.key}`);
  }
  const isEncrypted = bytes.includes('"cipher"');
  const frames: FramePosition[] = [];
  let section = 'the header';
  let start = bytes.indexOf('\n', MAGIC.length) + 1;
  while (start < bytes.length) {
    const kind = kindNames.get(bytes.readUInt8(start)) ?? '';
    const end = start + FRAME_HEAD_BYTES + bytes.readUInt32BE(start + 1) + (isEncrypted ? 16 : 4);
    const isFirst = kind === 'table' || kind === 'file' || kind === 'end';
    const isAfter = isFirst && section !== 'the header';
    frames.push({ kind, start, end, section: isAfter ? `the part after ${section}` : section });
    if (isFirst) section = sections.shift() ?? '';
    start = end;
  }
  return frames;
}

const listen = () => {
  const lines: string[] = [];
  return { lines, print: (line: string) => void lines.push(line) };
};

/** Each combination is restored to one that has neither its database nor its type of file storage. */
const combinations = [
  ['SQLite', 'folder', 'PostgreSQL', 's3'],
  ['SQLite', 's3', 'PostgreSQL', 'folder'],
  ['PostgreSQL', 'folder', 'SQLite', 's3'],
  ['PostgreSQL', 's3', 'SQLite', 'folder'],
] as const;

const engineOf = (name: string): Engine => {
  const engine = engines.find((candidate) => candidate.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return engine;
};

describe.each(combinations)('a backup of %s with %s', (engineName, kind, targetEngine, targetKind) => {
  let source: SourceCatalogue;
  let file: string;
  let output: string[];
  beforeAll(async () => {
    source = await openSourceCatalogue(engineOf(engineName), kind);
    file = fresh('catalogue.backup');
    const report = listen();
    await backup(source.config, { location: file }, report.print);
    output = report.lines;
  });

  test('is one file', () => {
    expect(output.join('\n')).toMatch(/^Backup written: [\d,]+ rows, \d+ files, [\d.]+ KB\.$/);
  });

  test(`restores to an equal catalogue in ${targetEngine} with ${targetKind}`, async () => {
    const target = await openTestCatalogue(engineOf(targetEngine), targetKind);
    const { lines, print } = listen();
    await restore(target.config, { location: file }, print);
    expect(lines).toContainEqual(expect.stringMatching(/^Restored and compared: [\d,]+ rows, \d+ files\.$/));
    expect(await checkAgainst(target.config, { location: file }, print)).toBe(true);
    expect(lines.at(-1)).toBe('The catalogue matches the backup.');

    const database = await openDatabase(target.config.databaseUrl);
    undo.push(() => database.close());
    expect(await checkDatabase(database)).toEqual([]);
    expect((await checkFiles(database, target.store.blobs)).problems).toEqual([]);
    const settings = database.kysely.selectFrom('settings').selectAll();
    expect(await settings.where('key', '=', largeRow.key).executeTakeFirst()).toEqual(largeRow);
    const api = await buildTestApp(database, target.store.blobs);
    const token = await api.tokenFor(allPermissions);
    expect(await shownBy(api, token)).toEqual(source.shown);
    const { body } = await api.call('GET', '/api/books/list', { token, query: { search: 'zweites' } });
    expect(body.data.items).toMatchObject([{ name: 'Zweites „Buch“', code: 'BK-000002' }]);
    // New ids continue after the restored ids.
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const createResponse = await api.call('POST', '/api/books/create', {
      token,
      form: { name: 'Fourth', image },
    });
    expect(createResponse.body.data.id).toBe(source.lastBookId + 1);
    await api.close();
    expect(await checkAgainst(target.config, { location: file }, print)).toBe(false);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Table books differs: \d+ rows in the backup, \d+ now\.$/),
    );
  });

  // The other tests run for two combinations only, because they need no pair of database and file storage.
  if ((engineName === 'SQLite') !== (kind === 'folder')) return;

  test('is not restored into a database or file storage with content', async () => {
    await expect(restore(source.config, { location: file }, () => undefined)).rejects.toThrow(
      'The database isn’t empty.',
    );
    const target = await openTestCatalogue(engineOf(engineName), kind);
    const path = fresh('other');
    await writeFile(path, 'other');
    await target.store.blobs.put(createKey('mp3'), path, 'audio/mpeg');
    await expect(restore(target.config, { location: file }, () => undefined)).rejects.toThrow(
      'The file storage isn’t empty',
    );
  });

  test('does not overwrite a file', async () => {
    const before = await readFile(file);
    await expect(backup(source.config, { location: file }, () => undefined)).rejects.toThrow('exists');
    expect(await readFile(file)).toEqual(before);
  });

  test('resumes an interrupted restore, and blocks the database until it completes', async () => {
    const bytes = await readFile(file);
    const cut = fresh('cut.backup');
    await writeFile(cut, bytes.subarray(0, bytes.length - 30_000));
    const target = await openTestCatalogue(engineOf(engineName), kind);
    await expect(restore(target.config, { location: cut }, () => undefined)).rejects.toThrow(
      'The backup is incomplete: it ends in',
    );
    await expect(checkAgainst(target.config, { location: file }, () => undefined)).rejects.toThrow(
      'A backup is being restored into this database',
    );
    const { lines, print } = listen();
    await restore(target.config, { location: file }, print);
    expect(lines).toContainEqual(expect.stringMatching(/\(\d+ of them by an earlier run\)/));
    expect(await checkAgainst(target.config, { location: file }, print)).toBe(true);
  });
});

describe('an archive', () => {
  let source: TestCatalogue;
  let file: string;
  let plainFile: string;
  const passphrase = 'correct horse battery staple';
  beforeAll(async () => {
    source = await openSourceCatalogue(engineOf('SQLite'), 'folder');
    file = fresh('encrypted.backup');
    await backup(source.config, { location: file, passphrase }, () => undefined);
    plainFile = fresh('plain.backup');
    await backup(source.config, { location: plainFile }, () => undefined);
  });

  test('requires its passphrase when encrypted', async () => {
    const bytes = await readFile(file);
    expect(bytes.includes('Zweites')).toBe(false);
    expect(bytes.includes('BK-000001')).toBe(false);
    const check = (secret?: string) =>
      checkAgainst(source.config, { location: file, passphrase: secret }, () => undefined);
    await expect(check()).rejects.toThrow('The backup is encrypted.');
    await expect(check('wrong')).rejects.toThrow('The passphrase of the backup is wrong.');
    expect(await check(passphrase)).toBe(true);
  });

  test.each([undefined, passphrase])(
    'is reported as damaged with the section of a changed byte (passphrase %s)',
    async (secret) => {
      const secrets = createSecrets(secret);
      const bytes = await readFile(secret === undefined ? plainFile : file);
      const read = async (content: Buffer): Promise<string | undefined> => {
        try {
          const archive = await openBytes(content, secrets);
          for await (const entry of archive.entries()) void entry;
          return undefined;
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      };
      expect(await read(bytes)).toBeUndefined();
      const withFlip = (offset: number) => {
        const changedBytes = Buffer.from(bytes);
        changedBytes.writeUInt8(changedBytes.readUInt8(offset) ^ 0x10, offset);
        return read(changedBytes);
      };
      expect(await withFlip(3)).toBe('The file isn’t a backup of Lectern.');
      expect(await withFlip(40)).toBe('The backup is damaged in the header.');
      const testedFrames = new Set<string>();
      for (const frame of await framesOf(bytes, secrets)) {
        if (testedFrames.has(frame.kind)) continue;
        testedFrames.add(frame.kind);
        const sentence = new RegExp(
          `^The backup is (damaged in|incomplete: it ends in) ${frame.section}\\.$`,
        );
        const ends = [frame.start, frame.start + Math.floor((frame.end - frame.start) / 2), frame.end - 1];
        for (const offset of ends)
          expect(await withFlip(offset), `${frame.kind}, byte ${offset}`).toMatch(sentence);
      }
      expect(testedFrames).toEqual(new Set(Object.keys(frameKinds)));
    },
  );

  test('is rejected when it is truncated, has extra bytes or has another format', async () => {
    const bytes = await readFile(plainFile);
    const check = async (content: Buffer) => {
      const other = fresh('other.backup');
      await writeFile(other, content);
      return checkAgainst(source.config, { location: other }, () => undefined);
    };
    await expect(check(bytes.subarray(0, -1))).rejects.toThrow('incomplete');
    await expect(check(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow('damaged in the end');
    await expect(check(Buffer.from('something else'))).rejects.toThrow('isn’t a backup of Lectern');
    await expect(check(Buffer.alloc(0))).rejects.toThrow('isn’t a backup of Lectern');
  });

  test('of a newer version is rejected before the first write', async () => {
    const name = '999-of-the-future';
    const target = await openTestCatalogue(engineOf('SQLite'), 'folder');
    const archive = await openBytes(await readFile(plainFile), createSecrets(undefined));
    archive.header.migrations.push(name);
    const { restoreBackup } = await import('./restore-backup.ts');
    const empty = await openDatabase(target.config.databaseUrl);
    const restoreRun = restoreBackup(archive, {
      database: empty,
      databaseUrl: target.config.databaseUrl,
      blobs: target.store.blobs,
      scratchFolder: folder,
    });
    await expect(restoreRun).rejects.toThrow(`A newer version made this backup (${name}).`);
    expect(await empty.kysely.introspection.getTables()).toEqual([]);
    await empty.close();
  });

  test('is restored into a folder without changes to the configured catalogue', async () => {
    const into = fresh('into');
    await restore(source.config, { location: file, passphrase, into }, () => undefined);
    const config = {
      ...source.config,
      databaseUrl: `file:${join(into, 'catalogue.db')}`,
      blobStoreUrl: `file:${join(into, 'blobs')}`,
    };
    expect(await checkAgainst(config, { location: file, passphrase }, () => undefined)).toBe(true);
  });

  test('lists the files that are missing in the file storage', async () => {
    const other = await openSourceCatalogue(engineOf('SQLite'), 'folder');
    const removedFile = await firstOf(other.store.blobs.list());
    await other.store.blobs.remove(removedFile?.key ?? '');
    const { lines, print } = listen();
    expect(await backup(other.config, { location: fresh('partial.backup') }, print)).toBe(false);
    expect(lines.slice(-2)).toEqual(['Files that are missing in the file store: 1', `  ${removedFile?.key}`]);
  });

  test('is written to and read from a bucket', async () => {
    const bucket = await openTestBlobStore('s3');
    undo.push(() => bucket.close());
    const location = bucket.url.replace('s3://blobs?', 's3://blobs/nightly/catalogue.backup?');
    await backup(source.config, { location }, () => undefined);
    expect(await checkAgainst(source.config, { location }, () => undefined)).toBe(true);
    await expect(backup(source.config, { location }, () => undefined)).rejects.toThrow('exists');
  });
});

describe.each(engines)('files of $name during a backup', (engine) => {
  test('are not deleted', async () => {
    const { url, remove } = await engine.createMigratedUrl();
    const database = await openDatabase(url);
    const path = fresh('folder');
    const store = keepHeldFiles(await openBlobStore(`file:${path}`), database.kysely);
    undo.push(
      remove,
      () => database.close(),
      () => rm(path, { recursive: true, force: true }),
    );
    const keys = [createKey('mp3'), createKey('mp3')] as const;
    for (const key of keys) {
      const file = fresh('audio');
      await writeFile(file, key);
      await store.put(key, file, 'audio/mpeg');
    }
    await store.retained.take(keys[1]);
    const release = await holdFiles(database.kysely);
    await store.remove(keys[0]);
    await store.retained.remove(keys[1]);
    expect(await store.stat(keys[0])).toBeDefined();
    expect(await store.retained.stat(keys[1])).toBeDefined();
    await release();
    await store.remove(keys[0]);
    await store.retained.remove(keys[1]);
    expect(await store.stat(keys[0])).toBeUndefined();
    expect(await store.retained.stat(keys[1])).toBeUndefined();
  });
});
