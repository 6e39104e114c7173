import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '#server/core/db/open';
import { move } from '#server/features/backup/move/move-commands';
import { createProjection } from '#server/features/catalogue-health/projection/projection';
import { onServer } from '#server/testing/on-server';
import { generateBooks } from './generate-books.ts';
import { percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures a move with a folder while a server runs and a user renames ten books per second: the duration, the pause of changes, the
 * longest time in which changes were refused, and the longest time between two completed changes. The databases are SQLite, or a
 * PostgreSQL server with `--postgres ADDRESS` for the target and `--source ADDRESS` for the source.
 */

const WRITE_EVERY_MS = 100;
/** Changes continue after the move, so that the first change in the target is measured. */
const AFTER_MOVE_MS = 5_000;
/** A longer time between two changes is printed. */
const LONG_GAP_MS = 1_000;

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    postgres: { type: 'string' },
    source: { type: 'string' },
    /** A SQLite database with books. It is copied instead of a generated one. */
    from: { type: 'string' },
    move: { type: 'string' },
  },
});

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const printLine = (line: string): void =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 21)}  ${line}\n`);

/** Runs the move in this process and prints its lines with the time. */
async function runMove(text: string): Promise<void> {
  const { source, target } = JSON.parse(text) as Record<'source' | 'target', Addresses>;
  await move({ ...source, blobTimeoutMs: 15_000 }, target, printLine);
  const { user, system } = process.cpuUsage();
  const rss = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`move: ${seconds((user + system) / 1000)} CPU s, peak RSS ${rss} MiB\n`);
}

interface Addresses {
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
}

/** Creates an empty database with this name. @param server the address of a PostgreSQL server; SQLite if undefined */
async function createEmpty(server: string | undefined, folder: string, name: string): Promise<Addresses> {
  const blobStoreUrl = `file:${join(folder, `${name}-blobs`)}`;
  if (server === undefined) return { databaseUrl: `file:${join(folder, `${name}.db`)}`, blobStoreUrl };
  const url = new URL(server);
  url.pathname = `/bench_${name}`;
  await onServer(server, `drop database if exists bench_${name} with (force)`);
  await onServer(server, `create database bench_${name} template template0`);
  return { databaseUrl: url.href, blobStoreUrl };
}

async function createSource(folder: string): Promise<Addresses> {
  const source = await createEmpty(values.source, folder, 'source');
  if (values.from !== undefined) await copyFile(values.from, join(folder, 'source.db'));
  const database = await openDatabase(source.databaseUrl);
  await migrate(database);
  if (values.from === undefined) await generateBooks(database, Number(values.books));
  // Otherwise the server would project all books during the move.
  await createProjection(database).refresh(Number.POSITIVE_INFINITY);
  await database.close();
  return source;
}

/** Renames ten books per second and reads a page after each change, until the signal is aborted. */
async function work(origin: string, token: string, over: AbortSignal) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reads: number[] = [];
  let readErrors = 0;
  let changes = 0;
  let refusedCount = 0;
  let longestMs = 0;
  let firstRejection: number | undefined;
  let lastChange = performance.now();
  let longestGapMs = 0;
  for (let round = 1; !over.aborted; round += 1) {
    const body = JSON.stringify({ id: (round % 1_000) + 1, name: `Renamed ${round}` });
    const response = await fetch(`${origin}/api/books/update`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (response?.ok) {
      changes += 1;
      const gapMs = performance.now() - lastChange;
      if (gapMs > LONG_GAP_MS) printLine(`No change for ${seconds(gapMs)} s.`);
      longestGapMs = Math.max(longestGapMs, gapMs);
      lastChange = performance.now();
      if (firstRejection !== undefined) longestMs = Math.max(longestMs, performance.now() - firstRejection);
      firstRejection = undefined;
    } else {
      refusedCount += 1;
      firstRejection ??= performance.now();
    }
    const start = performance.now();
    const list = await fetch(`${origin}/api/books/list?items_per_page=10`, { headers }).catch(
      () => undefined,
    );
    if (list?.ok) reads.push(performance.now() - start);
    else readErrors += 1;
    await pause(WRITE_EVERY_MS);
  }
  return {
    changes,
    'refused changes': refusedCount,
    'longest time from a refused change to the next change, s': seconds(longestMs),
    'longest time between two changes, s': seconds(longestGapMs),
    reads: reads.length,
    'failed reads': readErrors,
    'reads, p99 ms': Math.round(percentile(reads, 0.99)),
  };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-move-'));
  const source = await createSource(folder);
  const target = await createEmpty(values.postgres, folder, 'target');
  const server = await startLectern({
    DATA_DIR: folder,
    DATABASE_URL: source.databaseUrl,
    BLOB_STORE_URL: source.blobStoreUrl,
    JOBS: 'off',
  });
  const over = new AbortController();
  const changeLoop = work(server.origin, await signIn(server.origin), over.signal);
  const args = ['--move', JSON.stringify({ source, target })];
  await once(fork(fileURLToPath(import.meta.url), args), 'exit');
  await pause(AFTER_MOVE_MS);
  over.abort();
  process.stdout.write(`${JSON.stringify({ ...(await changeLoop), load: loadavg()[0] })}\n`);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

await (values.move === undefined ? main() : runMove(values.move));
