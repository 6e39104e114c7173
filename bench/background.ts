import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { uploadBook, writeWav } from './audio.ts';
import type { Catalogues } from './catalogues.ts';
import { type Client, dataOf, load, openClient, percentile, post, round } from './load.ts';
import { type ServerProcess, childrenOf, cpuMsOfChildren, startSignedIn } from './server-process.ts';

/*
 * Measures long work of a server: its duration, CPU time and memory with those of all child processes, and the requests of other users
 * during it. The other users read pages one after another and change ten books per second. A refused change is repeated.
 */

const IDLE_MS = 8_000;
const WRITE_EVERY_MS = 100;
const READ_EVERY_MS = 10;
const MEMORY_EVERY_MS = 50;
const MEBIBYTE = 1024 ** 2;
/** An hour of audio. */
const WAV_BYTES = 3_600 * 32_000;

interface Context {
  readonly client: Client;
  readonly origin: string;
  readonly token: string;
  readonly books: number;
  readonly folder: string;
  /** Runs a command of the command line. */
  lectern(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the environment of an empty catalogue. */
  emptyCatalogue(name: string): Promise<{ DATABASE_URL: string; BLOB_STORE_URL: string }>;
}

/** Waits until no job is queued or running. @throws an error if a job failed */
async function jobsEnd({ client }: Context): Promise<void> {
  const count = async (state: string) =>
    (await dataOf<{ total: number }>(client, { path: `/api/jobs?state=${state}&all=true` })).total;
  while ((await count('queued,running')) > 0) await pause(200);
  if ((await count('failed')) > 0) throw new Error('A job failed.');
}

/** Imports files and waits for the proposals. */
async function importFiles(context: Context, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const folder = join(context.folder, `import-${Object.keys(files).length}`);
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  await context.lectern(['import', folder]);
  await jobsEnd(context);
}

/** The work by name, in its order. */
const works: Readonly<Record<string, (context: Context) => Promise<unknown>>> = {
  baseline: () => pause(IDLE_MS),
  async 'bulk edit'(context) {
    const { items } = await dataOf<{ items: readonly { readonly code: string }[] }>(context.client, {
      path: '/api/books/categories?page=1&items_per_page=1',
    });
    const changes = { category_code: items[0]?.code ?? '', language: 3, is_backup: 1 };
    const body = { filter: { language: '' }, expected: context.books, changes };
    await context.client.send(post('bulk', body));
    await jobsEnd(context);
  },
  async 'undo of the bulk edit'(context) {
    await context.client.send(post('bulk/1/undo', {}));
    await jobsEnd(context);
  },
  async 'import of an EPUB of 1 MB'(context) {
    const paragraphs = Array.from({ length: 80 }, () => 'It began in the harbour. '.repeat(17));
    const chapters = Array.from({ length: 30 }, (_, index) => ({
      title: `Chapter ${index + 1}`,
      paragraphs,
    }));
    await importFiles(context, { 'a.epub': await makeEpub({ title: 'A', chapters }) });
  },
  'import of 100 MP3s of 10 seconds': (context) =>
    importFiles(
      context,
      Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`${index}.mp3`, makeMp3({ seconds: 10 })]),
      ),
    ),
  async 'upload and analysis of 1 hour of WAV'(context) {
    const path = join(context.folder, 'hour.wav');
    await writeWav(path, WAV_BYTES);
    await uploadBook(context.origin, context.token, path);
    await jobsEnd(context);
  },
  backup: ({ lectern, folder }) => lectern(['backup', join(folder, 'a.backup')]),
  restore: async ({ lectern, folder, emptyCatalogue }) =>
    lectern(['restore', join(folder, 'a.backup')], await emptyCatalogue('restored')),
  async move({ lectern, emptyCatalogue }) {
    const { DATABASE_URL, BLOB_STORE_URL } = await emptyCatalogue('moved');
    await lectern(['move', '--to', DATABASE_URL, BLOB_STORE_URL]);
  },
};

/** Simulates other users until the returned function is called. */
function workBeside({ origin, token, books }: Context) {
  const client = openClient(origin, token, 2);
  const end = new AbortController();
  const repeat = async (everyMs: number, next: (number: number) => Parameters<Client['send']>[0]) => {
    const times: number[] = [];
    for (let number = 1; !end.signal.aborted; number += 1) {
      const request = next(number);
      const startedAt = performance.now();
      while (!(await client.send(request).catch(() => undefined))) await pause(READ_EVERY_MS);
      times.push(performance.now() - startedAt);
      await pause(everyMs);
    }
    return [0.5, 0.99, 1].map((share) => round(percentile(times, share), 1)).join(' / ');
  };
  const pageOf = (number: number) => (number % 2 === 0 ? 1 : 1 + ((number * 7_919) % Math.ceil(books / 10)));
  const both = Promise.all([
    repeat(READ_EVERY_MS, (number) => ({
      path: `/api/books/list?page=${pageOf(number)}&items_per_page=10&with_chapters=0&is_admin=1`,
    })),
    repeat(WRITE_EVERY_MS, (number) =>
      post('update', { id: 1 + ((number * 104_729) % books), duration: 60 + (number % 5_000) }),
    ),
  ]);
  return async () => {
    end.abort();
    const [reads, writes] = await both;
    client.close();
    return { 'reads p50 / p99 / most ms': reads, 'writes p50 / p99 / most ms': writes };
  };
}

async function measureWork(server: ServerProcess, context: Context, name: string) {
  const end = workBeside(context);
  const rss = { server: 0, child: 0 };
  const timer = setInterval(() => {
    rss.server = Math.max(rss.server, server.rss());
    const children = [
      ...childrenOf(server.pid),
      ...childrenOf(process.pid).filter(({ pid }) => pid !== server.pid),
    ];
    rss.child = Math.max(rss.child, ...children.map((child) => child.rss));
  }, MEMORY_EVERY_MS);
  const cpuMs = () => server.cpuMs() + cpuMsOfChildren(process.pid);
  const before = cpuMs();
  const startedAt = performance.now();
  try {
    await works[name]?.(context);
    return {
      work: name,
      seconds: round((performance.now() - startedAt) / 1000, 1),
      'CPU s': round((cpuMs() - before) / 1000, 1),
      'server, at most MiB': round(rss.server / MEBIBYTE, 0),
      'child, at most MiB': round(rss.child / MEBIBYTE, 0),
      ...(await end()),
      load: load(),
    };
  } finally {
    clearInterval(timer);
  }
}

/** Measures each work in turn on one server. */
export async function measureBackground(catalogues: Catalogues, books: number): Promise<readonly object[]> {
  const catalogue = await catalogues.create({ name: 'background', books, isProjected: true });
  const { folder, env } = catalogue;
  const { server, token } = await startSignedIn(catalogue);
  const client = openClient(server.origin, token, 1);
  const context: Context = {
    client,
    origin: server.origin,
    token,
    books,
    folder,
    async lectern(args, otherEnv) {
      const options = { env: { ...process.env, ...env, ...otherEnv }, stdio: 'ignore' } as const;
      const [code] = await once(spawn(process.execPath, ['dist/server/cli.js', ...args], options), 'exit');
      if (code !== 0) throw new Error(`lectern ${args.join(' ')} ended with ${code}`);
    },
    emptyCatalogue: async (name) => ({
      DATABASE_URL: await catalogues.emptyDatabase(name),
      BLOB_STORE_URL: `file:${join(folder, name)}`,
    }),
  };
  try {
    await pause(IDLE_MS);
    const table = [];
    for (const name of Object.keys(works)) table.push(await measureWork(server, context, name));
    return table;
  } finally {
    client.close();
    await server.stop();
  }
}
