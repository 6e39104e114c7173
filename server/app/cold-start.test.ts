import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ColdServer, coldAdmin, startColdServer } from '#server/testing/cold-server';
import { engines } from '#server/testing/databases';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { makeImage } from '#server/testing/media-files';
import { onServer } from '#server/testing/on-server';

const LIST = '/books/list?with_chapters=0&items_per_page=100&page=1';

/** A condition that makes a database read-only, without privileges that the test may lack. */
interface Obstacle {
  readonly name: string;
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** The command that starts the server. */
  readonly under: readonly string[];
  begin(databaseUrl: string): Promise<void>;
  end(databaseUrl: string, server: ColdServer): Promise<void>;
}

/** Sets the modes of the database files and their folder. */
async function setModes(databaseUrl: string, file: number, folder: number): Promise<void> {
  const directory = dirname(databaseUrl.slice('file:'.length));
  await chmod(directory, 0o755);
  for (const name of await readdir(directory)) await chmod(join(directory, name), file);
  await chmod(directory, folder);
}

const setReadOnly = (databaseUrl: string, value: 'on' | 'off') => {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  return onServer(server.href, `alter database ${name} set default_transaction_read_only = ${value}`);
};

const obstacles: readonly Obstacle[] = [
  {
    name: 'a full disk',
    engine: 'SQLite',
    // Limits the size of files. The log of the killed server is longer.
    under: ['prlimit', '--fsize=32768:'],
    begin: async () => undefined,
    end: async (_url, { pid }) => void execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:']),
  },
  {
    name: 'a read-only database file',
    engine: 'SQLite',
    // The superuser can write to read-only files, unless these capabilities are removed.
    under:
      process.getuid?.() === 0
        ? ['setpriv', '--inh-caps=-all', '--bounding-set=-dac_override,-dac_read_search']
        : [],
    begin: (url) => setModes(url, 0o444, 0o555),
    end: (url) => setModes(url, 0o644, 0o755),
  },
  {
    name: 'a database that rejects changes',
    engine: 'PostgreSQL',
    under: [],
    begin: (url) => setReadOnly(url, 'on'),
    end: (url) => setReadOnly(url, 'off'),
  },
];

describe.each(obstacles)('a cold start with $name on $engine', (obstacle) => {
  const undo: (() => Promise<void>)[] = [];
  const env: NodeJS.ProcessEnv = {};
  let databaseUrl: string;
  let server: ColdServer;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-cold-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const directory = await engines.find(({ name }) => name === obstacle.engine)?.createMigratedUrl();
    if (!directory) throw new Error('Unknown database.');
    undo.push(directory.remove);
    const store = await openTestBlobStore(obstacle.engine === 'SQLite' ? 'folder' : 's3');
    undo.push(store.close);
    databaseUrl = directory.url;
    Object.assign(env, { DATA_DIR: folder, DATABASE_URL: databaseUrl, BLOB_STORE_URL: store.url });
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    for (const step of undo.splice(0).toReversed()) await step();
  });

  async function call(
    method: string,
    {
      path,
      token,
      body,
    }: { readonly path: string; readonly token: string; readonly body?: FormData | undefined },
  ) {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });
    return { status: response.status, body: await response.json() };
  }

  async function signIn(): Promise<string> {
    const body = new FormData();
    for (const [field, value] of Object.entries(coldAdmin)) body.append(field, value);
    const response = await fetch(`${server.url}/api/auth/login?is_admin=1`, { method: 'POST', body });
    const { data } = (await response.json()) as { data: { access_token: string } };
    return data.access_token;
  }

  async function addCategory(token: string, name: string) {
    const form = new FormData();
    form.append('name', name);
    form.append('image', new Blob([Buffer.from(await makeImage('png'))], { type: 'image/png' }), 'a.png');
    return call('POST', { path: '/books/categories', token, body: form });
  }

  async function addBook(token: string, name: string) {
    const form = new FormData();
    form.append('name', name);
    return call('POST', { path: '/books/create', token, body: form });
  }

  test('serves reads, rejects changes, and accepts them when the obstacle is removed', async () => {
    server = await startColdServer(env);
    const token = await signIn();
    const category = await addCategory(token, 'Novels');
    expect(category).toMatchObject({ status: 200 });
    for (let book = 1; book <= 10; book++)
      expect(await addBook(token, `Before ${book}`)).toMatchObject({ status: 200 });
    await server.end('SIGKILL');

    await obstacle.begin(databaseUrl);
    // A server that is killed in this state starts again.
    for (let start = 1; start <= 2; start++) {
      server = await startColdServer(env, obstacle.under);
      const lists = [LIST, '/books/categories', '/audit-log', '/jobs', '/trash', '/imports'];
      for (const path of lists)
        expect(await call('GET', { path, token }), path).toMatchObject({ status: 200 });
      const { body } = await call('GET', { path: LIST, token });
      expect(body.data.total).toBe(10);
      const image = await fetch(new URL(category.body.data.image_url, server.url));
      expect([image.status, (await image.arrayBuffer()).byteLength > 50]).toEqual([200, true]);
      expect(await addBook(token, 'Refused')).toMatchObject({
        status: 507,
        body: { success: false, code: expect.stringMatching(/^storage\./) },
      });
      expect(await addCategory(token, 'Refused')).toMatchObject({ status: 507 });
      const { data: system } = (await call('GET', { path: '/settings/system', token })).body;
      expect(system.health).toMatchObject({
        is_ready: true,
        problems: [expect.stringMatching(/out of disk space|read-only/)],
      });
      if (start === 1) await server.end('SIGKILL');
    }

    await obstacle.end(databaseUrl, server);
    await vi.waitFor(
      async () => {
        const { data: system } = (await call('GET', { path: '/settings/system', token })).body;
        expect(system.health).toMatchObject({ is_ready: true, problems: [] });
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(await addBook(token, 'After')).toMatchObject({ status: 200 });
    expect(await addCategory(token, 'After')).toMatchObject({ status: 200 });
    await server.end('SIGKILL');
    server = await startColdServer(env);
    const { body } = await call('GET', { path: LIST, token });
    expect(body.data.total).toBe(11);
  }, 240_000);
});
