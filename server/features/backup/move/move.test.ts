import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { createKey } from '#server/core/blobs/key';
import { generateBooks } from '../../../../bench/generate-books.ts';
import { openCurrentDatabase } from '#server/app/current-database';
import { packageRoot } from '#server/core/package-root';
import { readMoveState, updateMoveState } from '#server/core/db/move-state';
import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import { type Database, migrate, openDatabase } from '#server/core/db/open';
import { checkDatabase } from '#server/features/system/check/database';
import { checkFiles } from '#server/features/system/check/files';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { type BlobStoreKind, type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { type Engine, engines } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { createRandomChanges, shownBy } from '#server/testing/random-changes';
import { createRowsHash } from '../rows-hash.ts';
import { expireMoves } from './expire-moves.ts';
import { type MoveConfig, cancelMove, move, moveBack, planMove } from './move-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-move-test-'));
const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  rmSync(folder, { recursive: true, force: true });
});

const engineOf = (name: string): Engine => {
  const engine = engines.find((candidate) => candidate.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return engine;
};

/** The timeout of tests that move a catalogue. A move is slower while other tests run. */
const SLOW_MS = 300_000;

interface TestCatalogue {
  readonly config: MoveConfig;
  readonly store: TestBlobStore;
}

async function openEmptyCatalogue(engine: string, kind: BlobStoreKind): Promise<TestCatalogue> {
  const { url, remove } = await engineOf(engine).createUrl();
  const store = await openTestBlobStore(kind);
  undo.push(remove, () => store.close());
  return { config: { databaseUrl: url, blobStoreUrl: store.url, blobTimeoutMs: 15_000 }, store };
}

/** Starts a server on a database and a file store. */
async function openServer({ config, store }: TestCatalogue) {
  const database = await openDatabase(config.databaseUrl);
  const api = await buildTestApp(database, store.blobs);
  const close = async () => {
    await api.close();
    await database.close();
  };
  return { database, api, close };
}

async function openCatalogue(engine: string, kind: BlobStoreKind) {
  const { url, remove } = await engineOf(engine).createMigratedUrl();
  const store = await openTestBlobStore(kind);
  undo.push(remove, () => store.close());
  const location = { config: { databaseUrl: url, blobStoreUrl: store.url, blobTimeoutMs: 15_000 }, store };
  const server = await openServer(location);
  undo.push(server.close);
  await generateBooks(server.database, 60);
  const token = await server.api.tokenFor(allPermissions);
  return { ...location, ...server, token };
}

const image = { bytes: await makeImage('png'), name: 'cover.png' };

/** Sends random changes until `stop` is called. Changes are sent again while changes are paused. */
function startWriting(api: TestApp, token: string) {
  let rounds = 0;
  const over = new AbortController();

  async function send(
    path: string,
    body: Parameters<TestApp['call']>[2],
    method: 'POST' | 'DELETE' = 'POST',
  ) {
    for (;;) {
      const response = await api.call(method, `/api/books${path}`, { token, ...body });
      if (response.status === 200) return response.body.data;
      if (response.status !== 503) throw new Error(`${path}: ${response.text}`);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
      expect(response.body.code).toBe('server.changes_paused');
      // Reads succeed during the pause.
      expect((await api.call('GET', '/api/books/list', { token })).status).toBe(200);
      over.signal.throwIfAborted();
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }

  const change = createRandomChanges(send);
  const changeLoop = (async () => {
    for (; !over.signal.aborted; rounds += 1) await change(rounds);
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  onTestFinished(async () => {
    over.abort();
    await changeLoop.catch(() => undefined);
  });
  return {
    rounds: () => rounds,
    async stop(): Promise<void> {
      over.abort();
      await changeLoop;
    },
  };
}

async function hashesOf(url: string): Promise<Record<string, string>> {
  const reader = await openTableReader(url);
  const hashes: Record<string, string> = {};
  for (const table of reader.tables) {
    const hash = createRowsHash();
    let count = 0;
    for await (const rows of reader.rows(table))
      for (const row of rows) {
        // A server retries a probe write after a rejected change.
        if (row.includes('last_write_probe')) continue;
        hash.add(row);
        count += 1;
      }
    hashes[table.name] = `${count} ${hash.digest()}`;
  }
  await reader.close();
  return hashes;
}

/** Returns the names of the tables whose rows differ. */
async function differingTables(oneUrl: string, otherUrl: string): Promise<string[]> {
  const [hashes, otherHashes] = [await hashesOf(oneUrl), await hashesOf(otherUrl)];
  const names = new Set([...Object.keys(hashes), ...Object.keys(otherHashes)]);
  return [...names].filter((name) => hashes[name] !== otherHashes[name]);
}

const createUser = (api: TestApp) => api.tokenFor([]);
const ignore = () => undefined;

const listen = (onLine: (line: string) => void = ignore) => {
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    onLine(line);
  };
  return { lines, say: print };
};

/** Each combination is the source of one move and the target of another one. */
const combinations = [
  ['SQLite', 'folder', 'PostgreSQL', 's3'],
  ['SQLite', 's3', 'PostgreSQL', 'folder'],
  ['PostgreSQL', 'folder', 'SQLite', 's3'],
  ['PostgreSQL', 's3', 'SQLite', 'folder'],
] as const;

describe.each(combinations)('a move from %s and %s', (engine, kind, targetEngine, targetKind) => {
  test(`copies all changes to ${targetEngine} and ${targetKind} and back while users write`, {
    timeout: SLOW_MS,
  }, async () => {
    const source = await openCatalogue(engine, kind);
    const { api, token } = source;
    const target = await openEmptyCatalogue(targetEngine, targetKind);

    const writes = startWriting(api, token);
    await vi.waitFor(() => expect(writes.rounds()).toBeGreaterThan(5), { timeout: 20_000 });
    const { lines, say: print } = listen();
    await move(source.config, target.config, print);
    await writes.stop();
    expect(lines).toContainEqual(expect.stringMatching(/^Moved: [\d,]+ rows in \d+ tables, all compared\./));
    expect(await differingTables(source.config.databaseUrl, target.config.databaseUrl)).toEqual([]);

    const server = await openServer(target);
    undo.push(server.close);
    expect(await shownBy(server.api, token)).toEqual(await shownBy(api, token));
    expect(await checkDatabase(server.database)).toEqual([]);
    expect((await checkFiles(server.database, target.store.blobs)).problems).toEqual([]);

    const writingAfter = startWriting(server.api, token);
    await vi.waitFor(() => expect(writingAfter.rounds()).toBeGreaterThan(15), { timeout: 20_000 });
    await writingAfter.stop();
    // The command runs with the former addresses, which other servers still use.
    await moveBack(source.config, print);
    expect(await differingTables(source.config.databaseUrl, target.config.databaseUrl)).toEqual([]);
    expect(await shownBy(api, token)).toEqual(await shownBy(server.api, token));
    expect(await checkDatabase(source.database)).toEqual([]);
    expect((await checkFiles(source.database, source.store.blobs)).problems).toEqual([]);
    const createResponse = await api.call('POST', '/api/books/create', { token, json: { name: 'Back' } });
    expect(createResponse.status).toBe(200);
  });
});

const steps = [
  'Copying files',
  'Copying rows',
  'Comparing',
  'Changes are paused.',
  'The last',
  'Moved',
] as const;

describe('kill -9 during a move', () => {
  test('does not change the source at any step, and the move resumes', { timeout: SLOW_MS }, async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const { api, token } = source;
    const target = await openEmptyCatalogue('PostgreSQL', 'folder');
    const start = (step: string) =>
      fork(join(packageRoot, 'server', 'testing', 'moving-child.ts'), [
        JSON.stringify({ config: source.config, target: target.config }),
        step,
      ]);
    let book = 0;
    const create = async () => {
      const { status } = await api.call('POST', '/api/books/create', {
        token,
        form: { name: `Book ${book}`, image },
      });
      if (status === 200) book += 1;
      return status;
    };
    for (const step of steps) {
      const child = start(step);
      await once(child, 'exit');
      expect([step, child.signalCode]).toEqual([step, 'SIGKILL']);
      if (step === 'Moved') break;
      // The pause ends without an action. The test waits for it once.
      if (step === 'The last') await updateMoveState(source.database.kysely, { paused_until: '' });
      await vi.waitFor(async () => expect(await create()).toBe(200), { timeout: 15_000, interval: 200 });
      const unfinishedDatabase = await openDatabase(target.config.databaseUrl);
      await expect(migrate(unfinishedDatabase)).rejects.toThrow('didn’t finish');
      await unfinishedDatabase.close();
    }
    const child = start('');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(await differingTables(source.config.databaseUrl, target.config.databaseUrl)).toEqual([]);
    const server = await openServer(target);
    undo.push(server.close);
    const { body } = await server.api.call('GET', '/api/books/list', {
      token,
      query: { search: `book ${book - 1}` },
    });
    expect(body.data.items[0]).toMatchObject({ name: `Book ${book - 1}` });
    expect(await checkDatabase(server.database)).toEqual([]);
    expect((await checkFiles(server.database, target.store.blobs)).problems).toEqual([]);
  });
});

describe('a move', () => {
  test('rejects a target that equals the source, has content or cannot be reached', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('SQLite', 'folder');
    const other = await openCatalogue('SQLite', 'folder');
    const hashesBefore = await hashesOf(other.config.databaseUrl);
    const { databaseUrl, blobStoreUrl } = target.config;
    const reject = (urls: { databaseUrl: string; blobStoreUrl: string }, message: string) =>
      expect(move(source.config, urls, ignore)).rejects.toThrow(message);
    await reject({ databaseUrl: source.config.databaseUrl, blobStoreUrl }, 'is the database in use');
    await reject({ databaseUrl, blobStoreUrl: source.config.blobStoreUrl }, 'is the file storage in use');
    await reject(other.config, 'isn’t empty');
    const path = join(folder, 'file');
    await writeFile(path, 'content');
    const key = createKey('mp3');
    await target.store.blobs.put(key, path, 'audio/mpeg');
    await reject(target.config, `isn’t empty (it has ${key})`);
    await target.store.blobs.remove(key);
    const port = 'postgres://lectern:secret@127.0.0.1:1/lectern';
    await reject({ databaseUrl: port, blobStoreUrl }, 'Can’t reach postgres://127.0.0.1:1/lectern:');
    expect(await readMoveState(source.database.kysely)).toBeUndefined();
    expect(await hashesOf(other.config.databaseUrl)).toEqual(hashesBefore);
  });

  test('rejects a catalogue of a newer version', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('SQLite', 'folder');
    await source.database.kysely
      .insertInto('migrations')
      .values({ name: '999-future', applied_at: '' })
      .execute();
    await expect(move(source.config, target.config, ignore)).rejects.toThrow('A newer version');
  });

  test('creates a plan without changes', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('PostgreSQL', 's3');
    const { lines, say: print } = listen();
    await planMove(source.config, target.config, print);
    expect(lines.join('\n')).toMatch(
      /^Database: [\d,]+ rows, [\d.]+ MB\.\nFiles: 0, 0 bytes\.\nEstimated time: \d+ s, .*\nThe target is empty/,
    );
    expect(await readMoveState(source.database.kysely)).toBeUndefined();
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(
      (await openServerless(target)).kysely,
    );
    expect(rows).toEqual([]);
  });

  test('runs in one process, resumes only with the same target, and can be cancelled', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('SQLite', 'folder');
    const other = await openEmptyCatalogue('SQLite', 'folder');
    const readStatus = async () =>
      (await source.api.call('GET', '/api/backups', { token: source.token })).body.data.move;
    let currentRun: Promise<unknown> | undefined;
    const { say: print } = listen((line) => {
      if (line.startsWith('Copying rows')) currentRun = readStatus();
      if (line.startsWith('Comparing')) throw new Error('interrupted');
    });
    expect(await readStatus()).toBeNull();
    await expect(move(source.config, target.config, print)).rejects.toThrow('interrupted');
    const status = { database: 'SQLite (local disk)', store: 'Local folder' };
    expect(await currentRun).toMatchObject({ ...status, is_running: true });
    expect(await readStatus()).toMatchObject({ ...status, is_running: false, step: 'rows' });
    await expect(move(source.config, other.config, ignore)).rejects.toThrow('didn’t finish');
    const lease = {
      lease_until: new Date(Date.now() + 60_000).toISOString(),
      lease_owner: 'another machine',
    };
    await updateMoveState(source.database.kysely, lease);
    await expect(move(source.config, target.config, ignore)).rejects.toThrow(
      'Another process runs this move.',
    );
    await expect(cancelMove(source.config, ignore)).rejects.toThrow('Another process runs this move.');
    await updateMoveState(source.database.kysely, { lease_until: '' });
    await cancelMove(source.config, ignore);
    expect(await readStatus()).toBeNull();
    await expect(cancelMove(source.config, ignore)).rejects.toThrow('No move is in progress.');
    await expect(moveBack(source.config, ignore)).rejects.toThrow('was not moved');
    const { rows } = await sql`select name from sqlite_master where name like 'move_capture%'`.execute(
      source.database.kysely,
    );
    expect(rows).toEqual([]);
    await move(source.config, other.config, ignore);
  });

  test('is completed by a server when the process stops after the switch', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('PostgreSQL', 'folder');
    await move(source.config, target.config, ignore);
    const { kysely } = await openServerless(target);
    await updateMoveState(kysely, { phase: 'arriving' });
    const follow = async (config: MoveConfig) => {
      const { database, addresses } = await openCurrentDatabase(config);
      const state = await readMoveState(database.kysely);
      await database.close();
      expect(state?.phase).toBe('arrived');
      return addresses.databaseUrl;
    };
    expect(await follow(source.config)).toBe(target.config.databaseUrl);
    await moveBack(source.config, ignore);
    await updateMoveState(source.database.kysely, { phase: 'moved', switched_at: new Date(0).toISOString() });
    expect(await follow(source.config)).toBe(source.config.databaseUrl);
    expect(await follow(target.config)).toBe(source.config.databaseUrl);
  });

  test('cannot be reverted after a day, because changes are no longer recorded', async () => {
    const source = await openCatalogue('SQLite', 'folder');
    const target = await openEmptyCatalogue('SQLite', 'folder');
    await move(source.config, target.config, ignore);
    const { kysely } = await openServerless(target);
    const day = 24 * 60 * 60 * 1000;
    const server = await openServer(target);
    undo.push(server.close);
    const changes = () => kysely.selectFrom('move_changes').selectAll().execute();
    await createUser(server.api);
    await expireMoves(server.database);
    expect(await changes()).not.toEqual([]);
    const past = new Date(Date.now() - day - 1).toISOString();
    await updateMoveState(kysely, { switched_at: past, started_at: past });
    await expect(moveBack(target.config, ignore)).rejects.toThrow('more than 24 hours ago');
    await expireMoves(server.database);
    await createUser(server.api);
    expect(await changes()).toEqual([]);
    await expect(moveBack(target.config, ignore)).rejects.toThrow('was not moved');
  });
});

async function openServerless({ config }: TestCatalogue): Promise<Database> {
  const database = await openDatabase(config.databaseUrl);
  undo.push(() => database.close());
  return database;
}
