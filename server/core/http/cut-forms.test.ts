import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { engines } from '#server/testing/databases';
import { makeImage, makeWav } from '#server/testing/media-files';
import { openDatabase } from '#server/core/db/open';

/* An interrupted upload neither ends the process nor leaves files in the staging folder. */

const STEP = 64;
const boundary = 'edge';

let api: TestApp;
let token: string;
let port: number;
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [sqlite] = engines;
  const testDatabase = await sqlite?.createMigratedUrl();
  const database = await openDatabase(testDatabase?.url ?? '');
  const store = await openTestBlobStore('folder');
  api = await buildTestApp(database, store.blobs);
  token = await api.tokenFor(allPermissions);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
  close.push(
    () => api.close(),
    () => database.close(),
    () => store.close(),
    async () => testDatabase?.remove(),
  );
});
afterAll(async () => {
  for (const closeResource of close) await closeResource();
});

const field = (name: string, value: string) =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const file = (name: string, content: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${more}` +
  `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends bytes as a client that disconnects or closes afterwards. @returns the first line of the response, if any */
async function send(chunks: readonly (string | Buffer)[], thenLeave: boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1'))).on('error', () => undefined);
  await once(socket, 'connect');
  for (const chunk of chunks) socket.write(chunk);
  if (thenLeave) {
    socket.end();
    socket.destroySoon();
  }
  await new Promise((resolve) => {
    socket.once('close', resolve);
    if (!thenLeave) socket.once('data', () => socket.destroy());
  });
  return response.split('\r\n', 1)[0] ?? '';
}

const listStaged = () => readdir(join(api.config.dataDir, 'staging'));

async function expectUnharmed(): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200);
  await vi.waitFor(async () => expect(await listStaged()).toEqual([]), { timeout: 60_000 });
}

const forms = [books, collections, challenges]
  .flatMap(({ endpoints }) => [endpoints.create, endpoints.update])
  .map(({ path }) => `/api${path}`);

async function wholeForm(): Promise<Buffer> {
  return Buffer.concat([
    field('id', '1'),
    field('title', 'x'),
    field('name', 'x'),
    file('image', await makeImage('webp', { width: 8, height: 8 })),
    file('other', Buffer.alloc(100)),
    file('audio', makeWav(0.02)),
    field('description', 'x'.repeat(100)),
    end,
  ]);
}

test.each([...forms, '/api/books/categories', '/api/auth/login'])(
  'survives forms of %s that are cut at every offset',
  async (path) => {
    const form = await wholeForm();
    const cuts = Array.from({ length: Math.ceil(form.length / STEP) }, (_, index) => index * STEP);
    for (const offset of cuts) {
      const cut = form.subarray(0, offset);
      const responses = await Promise.all([
        send([head(path, cut.length), cut], false),
        send([head(path, cut.length) + cut.toString('latin1')], true),
        send([head(path, form.length), cut], true),
      ]);
      expect(responses[0], `cut at ${offset}`).toMatch(/^HTTP\/1\.1 (4\d\d|200)/);
    }
    await expectUnharmed();
  },
  120_000,
);

test('rejects more files than a form may contain', async () => {
  for (const name of ['image', 'audio', 'other']) {
    const form = Buffer.concat([...Array.from({ length: 30 }, () => file(name, Buffer.alloc(500))), end]);
    expect(await send([head('/api/books/create', form.length), form], false)).toMatch(/ 4(13|22) /);
  }
  await expectUnharmed();
});

test('deletes the staged files when clients disconnect at the first bytes of a file', async () => {
  const form = await wholeForm();
  const start = form.indexOf('WEBP');
  for (let round = 0; round < 60; round += 1) {
    await send([head('/api/books/create', 10_000_000), form.subarray(0, start + round)], true);
  }
  await expectUnharmed();
});

test('sends the error to a client that first sends everything and requests to close', async () => {
  const body = Buffer.alloc(20 * 1024 * 1024, 'x');
  const knownErrors: [string, string, RegExp][] = [
    ['/api/books/create', 'authorization: Bearer none\r\n', / 401 /],
    ['/api/books/nowhere', '', / 40[45] /],
    ['/api/auth/login', '', / 413 /],
  ];
  for (const [path, more, status] of knownErrors) {
    const text = head(path, body.length, `connection: close\r\n`).replace(/authorization: .*\r\n/, more);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, (error) => (error ? reject(error) : resolve()));
    });
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(status);
    socket.destroy();
  }
});
