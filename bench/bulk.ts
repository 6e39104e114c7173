import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '../server/core/db/open.ts';
import { createProjection } from '../server/features/catalogue-health/projection/projection.ts';
import { generateBooks } from './generate-books.ts';
import { type Client, openClient, percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures a bulk change and its undo: duration, CPU time and response times of concurrent requests. Requires a build:
 *   node bench/bulk.ts [--books 125000]
 */

const { values: options } = parseArgs({ options: { books: { type: 'string', default: '125000' } } });
const IDLE_MS = 8_000;
const WRITE_EVERY_MS = 100;

interface Change {
  readonly id: number;
  readonly changed: number;
  readonly done: number;
  readonly total: number;
}
interface Job {
  readonly state: string;
  readonly error: string | null;
}

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

async function send<Data>(client: Client, path: string, body?: object): Promise<Data> {
  const request = body ? { method: 'POST' as const, path, body: JSON.stringify(body) } : { path };
  return (JSON.parse((await client.send(request)).text) as { data: Data }).data;
}

/** Simulates other users until the returned function is called: sequential reads of first and random pages, and ten writes per second. */
function workBeside(origin: string, token: string, books: number) {
  const client = openClient(origin, token, 2);
  const reads: number[] = [];
  const writes: number[] = [];
  const end = new AbortController();
  const reader = async () => {
    for (let iteration = 0; !end.signal.aborted; iteration += 1) {
      const page = iteration % 2 === 0 ? 1 : 1 + ((iteration * 7919) % Math.floor(books / 10));
      const path = `/api/books/list?page=${page}&items_per_page=10&with_chapters=0&is_admin=1`;
      reads.push((await client.send({ path })).ms);
      await pause(10);
    }
  };
  const writer = async () => {
    for (let iteration = 0; !end.signal.aborted; iteration += 1) {
      const body = JSON.stringify({
        id: 1 + ((iteration * 104_729) % books),
        duration: 60 + (iteration % 5_000),
      });
      writes.push((await client.send({ method: 'POST', path: '/api/books/update', body })).ms);
      await pause(WRITE_EVERY_MS);
    }
  };
  const both = Promise.all([reader(), writer()]);
  return async () => {
    end.abort();
    await both;
    client.close();
    const describeTimes = (times: readonly number[]) =>
      [0.5, 0.99, 1].map((share) => round(percentile(times, share))).join(' / ');
    return {
      'reads p50 / p99 / most ms': describeTimes(reads),
      'writes p50 / p99 / most ms': describeTimes(writes),
    };
  };
}

const root = await mkdtemp(join(tmpdir(), 'lectern-bulk-'));
const books = Number(options.books);
const rows: object[] = [];
try {
  const url = `file:${join(root, 'catalogue.db')}`;
  const database = await openDatabase(url);
  await migrate(database);
  await generateBooks(database, books);
  // Otherwise the server would compute the report data of every book during the measurement.
  const projection = createProjection(database);
  while ((await projection.refresh()) > 0);
  await database.close();
  console.log(`${books} books generated`);
  const server = await startLectern({ DATA_DIR: root, DATABASE_URL: url });
  try {
    const token = await signIn(server.origin);
    const client = openClient(server.origin, token, 1);
    /** Runs a change to its end while other users work. @returns the change */
    const measureBulk = async (what: string, start?: () => Promise<{ id: number; job: { id: number } }>) => {
      const end = workBeside(server.origin, token, books);
      const cpu = server.cpuMs();
      const began = performance.now();
      let change: Change | undefined;
      if (start) {
        const { id, job } = await start();
        for (;;) {
          await pause(200);
          const { state, error } = await send<Job>(client, `/api/jobs/${job.id}`);
          if (state === 'failed' || state === 'cancelled') throw new Error(`It ended ${state}: ${error}`);
          if (state === 'done') break;
        }
        change = await send<Change>(client, `/api/books/bulk/${id}`);
      } else await pause(IDLE_MS);
      const seconds = (performance.now() - began) / 1000;
      rows.push({
        what,
        changed: change?.changed ?? 0,
        seconds: round(seconds),
        'server CPU s': round((server.cpuMs() - cpu) / 1000),
        ...(await end()),
        load: round(loadavg()[0] ?? 0),
      });
      return change?.id ?? 0;
    };
    await pause(IDLE_MS);
    const { items } = await send<{ items: readonly { readonly code: string }[] }>(
      client,
      '/api/books/categories?page=1&items_per_page=1',
    );
    const changes = { category_code: items[0]?.code ?? '', language: 3, is_backup: 1 };
    await measureBulk('baseline');
    const id = await measureBulk('bulk edit', () =>
      send(client, '/api/books/bulk', { filter: { language: '' }, expected: books, changes }),
    );
    await measureBulk('undo', () => send(client, `/api/books/bulk/${id}/undo`, {}));
    client.close();
  } finally {
    await server.stop();
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
console.table(rows);
