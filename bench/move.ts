import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '#server/core/db/open';
import { move } from '#server/features/backup/move/move-commands';
import { onServer } from '#server/testing/on-server';
import { generateBooks } from './generate-books.ts';
import { percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures a move from SQLite and a folder while a server runs and a user renames ten books per second: the duration, the pause of
 * changes, and the longest time in which changes were refused. The target is SQLite, or with `--postgres ADDRESS` a PostgreSQL server.
 */

const WRITE_EVERY_MS = 100;
/** Changes continue after the move, so that the first change in the target is measured. */
const AFTER_MOVE_MS = 5_000;

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    postgres: { type: 'string' },
    /** A SQLite database with books. It is copied instead of a generated one. */
    from: { type: 'string' },
    move: { type: 'string' },
  },
});

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the move in this process and prints its lines with the elapsed seconds. */
async function runMove(text: string): Promise<void> {
  const { source, target } = JSON.parse(text) as Record<'source' | 'target', Addresses>;
  await move({ ...source, blobTimeoutMs: 15_000 }, target, (line) =>
    process.stdout.write(`${seconds(performance.now()).toFixed(1).padStart(7)}  ${line}\n`),
  );
  const { user, system } = process.cpuUsage();
  const rss = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`move: ${seconds((user + system) / 1000)} CPU s, peak RSS ${rss} MiB\n`);
}

interface Addresses {
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
}

async function createTarget(folder: string): Promise<Addresses> {
  const blobStoreUrl = `file:${join(folder, 'target-blobs')}`;
  if (values.postgres === undefined)
    return { databaseUrl: `file:${join(folder, 'target.db')}`, blobStoreUrl };
  const url = new URL(values.postgres);
  url.pathname = '/bench_move';
  await onServer(values.postgres, 'drop database if exists bench_move with (force)');
  await onServer(values.postgres, 'create database bench_move template template0');
  return { databaseUrl: url.href, blobStoreUrl };
}

async function createSource(folder: string): Promise<Addresses> {
  const path = join(folder, 'catalogue.db');
  await mkdir(join(folder, 'blobs'));
  if (values.from !== undefined) await copyFile(values.from, path);
  const database = await openDatabase(`file:${path}`);
  await migrate(database);
  if (values.from === undefined) await generateBooks(database, Number(values.books));
  await database.close();
  return { databaseUrl: `file:${path}`, blobStoreUrl: `file:${join(folder, 'blobs')}` };
}

/** Renames ten books per second and reads a page after each change, until the signal is aborted. */
async function work(origin: string, token: string, over: AbortSignal) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reads: number[] = [];
  let readErrors = 0;
  let changes = 0;
  let refused = 0;
  let longestMs = 0;
  let firstRejection: number | undefined;
  for (let turn = 1; !over.aborted; turn += 1) {
    const body = JSON.stringify({ id: (turn % 1_000) + 1, name: `Renamed ${turn}` });
    const response = await fetch(`${origin}/api/books/update`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (response?.ok) {
      changes += 1;
      if (firstRejection !== undefined) longestMs = Math.max(longestMs, performance.now() - firstRejection);
      firstRejection = undefined;
    } else {
      refused += 1;
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
    'refused changes': refused,
    'longest time from a refused change to the next change, s': seconds(longestMs),
    reads: reads.length,
    'failed reads': readErrors,
    'reads, p99 ms': Math.round(percentile(reads, 0.99)),
  };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-move-'));
  const source = await createSource(folder);
  const target = await createTarget(folder);
  const server = await startLectern({
    DATA_DIR: folder,
    DATABASE_URL: source.databaseUrl,
    BLOB_STORE_URL: source.blobStoreUrl,
    JOBS: 'off',
  });
  const over = new AbortController();
  const working = work(server.origin, await signIn(server.origin), over.signal);
  const args = ['--move', JSON.stringify({ source, target })];
  await once(fork(fileURLToPath(import.meta.url), args, { execArgv: ['--conditions=source'] }), 'exit');
  await pause(AFTER_MOVE_MS);
  over.abort();
  process.stdout.write(`${JSON.stringify({ ...(await working), load: loadavg()[0] })}\n`);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

await (values.move === undefined ? main() : runMove(values.move));
