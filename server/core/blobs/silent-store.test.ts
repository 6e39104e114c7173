import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from './key.ts';
import { openBlobStore } from './open.ts';
import { createFileStorage } from '#server/core/media/file-storage';
import { openStaging } from '#server/core/media/staging';
import { eachDatabase } from '#server/testing/databases';
import { buildTestApp } from '#server/testing/build-test-app';
import { eachBlobStore } from '#server/testing/blob-stores';
import { makeImage } from '#server/testing/media-files';
import { openSilentStore } from '#server/testing/silent-store';

const TIMEOUT_MS = 200;
const isSilence = { status: 503, message: expect.stringContaining('not responding'), retryAfter: 5 };

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-silent-'));
  file = join(folder, 'upload');
  await writeFile(file, Buffer.alloc(1000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a store that accepts connections but does not respond', () => {
  let silent: Awaited<ReturnType<typeof openSilentStore>>;
  beforeAll(async () => {
    silent = await openSilentStore();
  });
  afterAll(() => silent.close());

  type Store = Awaited<ReturnType<typeof openBlobStore>>;
  test.each<[string, (store: Store) => Promise<unknown>]>([
    ['put', (store) => store.put(createKey('webp'), file, 'image/webp')],
    ['open', (store) => store.open(createKey('webp'))],
    ['stat', (store) => store.stat(createKey('webp'))],
    ['remove', (store) => store.remove(createKey('webp'))],
    ['ping', (store) => store.ping()],
    ['discardUnfinished', (store) => store.discardUnfinished(new Date())],
  ])('%s fails within one deadline, retries included', async (_name, act) => {
    const store = await openBlobStore(silent.url, TIMEOUT_MS);
    await expect(act(store)).rejects.toMatchObject(isSilence);
    await store.close();
  });

  test('a failed upload is not awaited a second time', async () => {
    const store = await openBlobStore(silent.url, TIMEOUT_MS);
    const staging = await openStaging(join(folder, 'staging'), { image: 10_000_000, audio: 1 });
    const storage = createFileStorage({ blobs: store, isReferenced: async () => new Set() });
    const image = await makeImage('png');
    const stagedFile = await staging.receive(
      'image',
      'image',
      (async function* () {
        yield image;
      })(),
    );
    await expect(storage.storeImage(stagedFile)).rejects.toMatchObject(isSilence);
    await store.close();
  });
});

const HEAD = [
  'HTTP/1.1 200 OK',
  'content-type: audio/mpeg',
  'content-length: 1000',
  'connection: keep-alive',
  '',
  'the first bytes, and then',
].join('\r\n');

test('a store that stops during a body fails the read', async () => {
  const silent = await openSilentStore(HEAD);
  const store = await openBlobStore(silent.url, TIMEOUT_MS);
  const stream = await store.open(createKey('mp3'));
  await expect(buffer(stream!)).rejects.toMatchObject(isSilence);
  await store.close();
  await silent.close();
});

eachBlobStore((openedStore) => {
  test('a reader that pauses for longer than the deadline receives the rest', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024, 'lectern');
    const path = join(folder, 'large');
    await writeFile(path, large);
    // A store that works needs more time while other tests run.
    const timeoutMs = 5 * TIMEOUT_MS;
    const store = await openBlobStore(openedStore().url, timeoutMs);
    const key = createKey('mp3');
    await store.put(key, path, 'audio/mpeg');
    const stream = await store.open(key);
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) {
      chunks.push(chunk as Buffer);
      if (chunks.length === 1) await delay(2 * timeoutMs);
    }
    expect(large.equals(Buffer.concat(chunks))).toBe(true);
    await store.close();
  });
});

eachDatabase('an application with a store that does not respond', async (openEmpty) => {
  const silent = await openSilentStore();
  const server = await buildTestApp(await openEmpty(), await openBlobStore(silent.url, TIMEOUT_MS));
  afterAll(async () => {
    await server.close();
    await silent.close();
  });

  test('is not ready and returns the reason', async () => {
    const response = await server.call('GET', '/api/health/ready');
    expect([response.status, response.body.message]).toEqual([
      503,
      // The message of the application or that of the store, depending on which limit is reached first.
      expect.stringMatching(/^(The file storage|File storage) is not responding/),
    ]);
  });

  test('returns 503 for media and writes with files, and serves other requests', async () => {
    const token = await server.tokenFor(['books:edit']);
    const response = await server.call('GET', `/media/${createKey('mp3')}`);
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const create = await server.call('POST', '/api/books/create', { token, form: { name: 'A', image } });
    for (const { status, headers, body } of [response, create]) {
      expect([status, body.message]).toEqual([503, expect.stringContaining('not responding')]);
      expect(headers['retry-after']).toBe('5');
    }
    const list = await server.call('GET', '/api/books/list', { token });
    expect([list.status, list.body.data.total]).toEqual([200, 0]);
    const text = await server.call('POST', '/api/books/create', { token, json: { name: 'B' } });
    expect(text.status).toBe(200);
  });
});
