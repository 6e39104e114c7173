import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { getPriority, loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccounts } from '#server/core/auth/accounts';
import { migrate, openDatabase } from '#server/core/db/open';
import { uploadBook, writeWav } from './audio.ts';
import { generateBooks } from './generate-books.ts';
import { openClient, percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures the response times of an administrator while a viewer without permissions sends costly requests over 30 connections.
 * The server, the viewer and the administrator run in separate processes. Requires a build:
 *   node bench/hostile-viewer.ts [books]
 */

const CONNECTIONS = 30;
const SECONDS = 12;
/** Lowers the CPU priority of the viewer, because a real viewer uses another machine. */
const VIEWER_NICE = 5;
const viewer = { email: 'viewer@example.org', password: 'viewer-password-1' };

const LIST = '/api/books/list?page=1&items_per_page=10&with_chapters=0&is_admin=1';

/** Returns the CPU milliseconds of the main thread, which is the response time of a list on an idle machine. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

interface Call {
  readonly path: string;
  readonly body?: string;
  /** The time in milliseconds after which the connection is closed. */
  readonly openMs?: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (round: number) =>
  [round % 26, (round * 7 + 3) % 26, (round * 11 + 5) % 26].map((index) => letters[index]).join('');

/** The requests of each connection. Thirty connections share ten entries. */
const calls: readonly ((round: number) => Call)[] = [
  (round) => ({ path: `/api/search?search=${word(round)}` }),
  (round) => ({ path: `/api/books/list?search=${word(round)}&items_per_page=100` }),
  (round) => ({ path: `/api/books/list?in=everything&search=${word(round)}&items_per_page=100` }),
  (round) => ({ path: `/api/books/list?items_per_page=100&page=${1 + (round % 400)}&sort=desc` }),
  () => ({ path: '/api/spreadsheets/books/export?as=csv' }),
  () => ({ path: '/api/spreadsheets/books/export?as=xlsx' }),
  () => ({ path: '/api/books/1/export?as=zip' }),
  () => ({ path: '/api/reports/analytics?from=2020-01-01&to=2026-12-31' }),
  () => ({ path: '/api/mobile/home/preview', body: JSON.stringify({ title: 'A', blocks: [] }) }),
  () => ({ path: '/api/jobs/events', openMs: 2_000 }),
];

async function callWithoutEnd(origin: string, token: string): Promise<void> {
  const counts: Record<string, number> = {};
  process.once('message', () => {
    process.send?.(counts);
    process.disconnect();
  });
  const send = (agent: Agent, { path, body, openMs }: Call) =>
    new Promise<void>((resolve) => {
      const clientRequest = request(
        `${origin}${path}`,
        {
          method: body === undefined ? 'GET' : 'POST',
          agent,
          headers: {
            authorization: `Bearer ${token}`,
            ...(openMs && { accept: 'text/event-stream' }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
        },
        (response) => {
          const key = `${path.split('?', 1)[0]} ${response.statusCode}`;
          counts[key] = (counts[key] ?? 0) + 1;
          response.resume().once('close', resolve);
          if (openMs) setTimeout(() => clientRequest.destroy(), openMs);
        },
      );
      clientRequest.once('error', () => resolve());
      clientRequest.end(body);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const next = calls[connection % calls.length];
      for (let round = connection; process.connected; round += CONNECTIONS)
        if (next) await send(agent, next(round));
      agent.destroy();
    }),
  );
}

async function signInViewer(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(viewer),
  });
  return ((await response.json()) as { data: { access_token: string } }).data.access_token;
}

async function countsOf(process: ChildProcess): Promise<unknown> {
  const response = new Promise((resolve) => process.once('message', resolve));
  process.send('end');
  return response;
}

async function main(books: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-hostile-'));
  const url = `file:${join(folder, 'catalogue.db')}`;
  const database = await openDatabase(url);
  await migrate(database);
  await generateBooks(database, books);
  await createAccounts(database.kysely).add({ ...viewer, name: 'Viewer', permissions: [] });
  await database.close();
  const server = await startLectern({ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn' });
  try {
    const token = await signIn(server.origin);
    await writeWav(join(folder, 'a.wav'), 64 * 1024 ** 2);
    await uploadBook(server.origin, token, join(folder, 'a.wav'));
    const client = openClient(server.origin, token, 1);
    const measureLists = async (name: string) => {
      const waits: number[] = [];
      const work: number[] = [];
      const until = performance.now() + SECONDS * 1000;
      while (performance.now() < until) {
        const before = mainThreadMs(server.pid);
        waits.push((await client.send({ path: LIST })).ms);
        work.push(mainThreadMs(server.pid) - before);
        await pause(10);
      }
      const figures = (values: readonly number[]) =>
        [percentile(values, 0.5), percentile(values, 0.99), Math.max(...values)].map((ms) => ms.toFixed(1));
      return {
        name,
        lists: waits.length,
        'ms: p50, p99, most': figures(waits).join('; '),
        'CPU ms of the server meanwhile': figures(work).join('; '),
        load: (loadavg()[0] ?? 0).toFixed(1),
      };
    };
    await measureLists('warm-up');
    const rows = [await measureLists('baseline')];
    const hostile = fork(import.meta.filename, [server.origin, await signInViewer(server.origin)], {
      execArgv: process.execArgv,
    });
    if (hostile.pid !== undefined) setPriority(hostile.pid, getPriority() + VIEWER_NICE);
    await pause(2_000);
    rows.push(await measureLists('with a hostile viewer'));
    const counts = await countsOf(hostile);
    rows.push(await measureLists('afterwards'));
    console.table(rows);
    console.log(counts);
    client.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.send) await callWithoutEnd(process.argv[2] ?? '', process.argv[3] ?? '');
else await main(Number(process.argv[2] ?? 50_000));
