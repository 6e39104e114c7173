import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBlobStore } from '#server/core/blobs/open';
import { migrate, openDatabase } from '#server/core/db/open';
import { onServer } from '#server/testing/on-server';
import { openArchive } from '#server/features/backup/archive-reader';
import { restoreBackup } from '#server/features/backup/restore-backup';
import { writeBackup } from '#server/features/backup/write-backup';
import { generateBooks } from './generate-books.ts';
import { openClient, percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures time, CPU time and memory of a backup without files and of its restore, and lists of a server before and during the backup.
 * Each step runs in a separate process. The databases are SQLite, or databases of a PostgreSQL server with `--postgres ADDRESS`.
 */

/** The priority of the job that writes a backup. */
const JOB_NICE = 10;
const IDLE_MS = 20_000;
const LIST_EVERY_MS = 20;
/** The number of measurements of lists, idle and during the backup in turn. The median ratio is used. */
const ROUNDS = 3;

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    step: { type: 'string' },
    folder: { type: 'string' },
    postgres: { type: 'string' },
  },
});

/** Returns the URL of the catalogue or of its restored copy. */
function databaseUrlOf(name: 'catalogue' | 'restored', folder: string): string {
  if (values.postgres === undefined) return `file:${join(folder, `${name}.db`)}`;
  const url = new URL(values.postgres);
  url.pathname = `/bench_${name}`;
  return url.href;
}

async function createDatabases(server: string): Promise<void> {
  for (const name of ['bench_catalogue', 'bench_restored']) {
    await onServer(server, `drop database if exists ${name} with (force)`);
    await onServer(server, `create database ${name} template template0`);
  }
}

async function runStep(step: string, folder: string): Promise<Record<string, number>> {
  const isRestore = step === 'restore';
  const databaseUrl = databaseUrlOf(isRestore ? 'restored' : 'catalogue', folder);
  const location = join(folder, 'catalogue.backup');
  const database = await openDatabase(databaseUrl);
  const blobs = await openBlobStore(`file:${join(folder, isRestore ? 'restored' : 'blobs')}`);
  if (step === 'generate') {
    await migrate(database);
    await generateBooks(database, Number(values.books));
    return {};
  }
  if (isRestore) {
    const archive = await openArchive(location, undefined);
    const { rows } = await restoreBackup(archive, { database, databaseUrl, blobs, scratchFolder: folder });
    return { rows };
  }
  await rm(location, { force: true });
  const { rows, bytes } = await writeBackup({ database, databaseUrl, blobs, version: '0' }, { location });
  return { rows, MB: Math.round(bytes / 1e6) };
}

if (values.step !== undefined && values.folder !== undefined) {
  const result = await runStep(values.step, values.folder);
  const { user, system } = process.cpuUsage();
  const line = {
    ...result,
    seconds: Math.round(performance.now() / 100) / 10,
    'CPU s': Math.round((user + system) / 100_000) / 10,
    'peak RSS, MiB': Math.round(process.resourceUsage().maxRSS / 1024),
  };
  if (values.step !== 'generate') process.stdout.write(`${values.step}: ${JSON.stringify(line)}\n`);
  process.exit(0);
}

async function runInProcess(step: string, folder: string): Promise<void> {
  const args = ['--books', values.books, '--step', step, '--folder', folder];
  if (values.postgres !== undefined) args.push('--postgres', values.postgres);
  const child = fork(fileURLToPath(import.meta.url), args);
  // All threads of the child inherit the priority, as in the job, only if it is set before they start.
  if (step === 'backup' && child.pid !== undefined) setPriority(child.pid, JOB_NICE);
  await once(child, 'exit');
}

/** Reads pages of the books list one after another until the work is done. @returns the p99 in milliseconds */
async function readListsDuring(origin: string, token: string, work: Promise<void>): Promise<number> {
  const over = new AbortController();
  const ending = work.finally(() => over.abort());
  const client = openClient(origin, token);
  const times: number[] = [];
  for (let page = 1; !over.signal.aborted; page = (page % 50) + 1) {
    times.push((await client.send({ path: `/api/books/list?items_per_page=10&page=${page}` })).ms);
    await setTimeout(LIST_EVERY_MS);
  }
  await ending;
  client.close();
  return Math.round(percentile(times, 0.99) * 10) / 10;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-backup-'));
if (values.postgres !== undefined) await createDatabases(values.postgres);
await runInProcess('generate', folder);
const server = await startLectern({
  DATA_DIR: folder,
  DATABASE_URL: databaseUrlOf('catalogue', folder),
  JOBS: 'off',
});
const token = await signIn(server.origin);
for (let round = 0; round < ROUNDS; round += 1) {
  const idle = await readListsDuring(server.origin, token, setTimeout(IDLE_MS));
  const duringBackup = await readListsDuring(server.origin, token, runInProcess('backup', folder));
  const ratio = Math.round((duringBackup / idle) * 100) / 100;
  process.stdout.write(
    `lists: ${JSON.stringify({ 'p99 idle, ms': idle, 'p99 during the backup, ms': duringBackup, ratio, load: loadavg()[0] })}\n`,
  );
}
await server.stop();
await runInProcess('restore', folder);
await rm(folder, { recursive: true, force: true });
