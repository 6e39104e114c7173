import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '#server/core/blobs/key';
import { readRange } from './byte-range.ts';
import { registerDownloads } from './downloads.ts';
import { handleErrors } from './error-handler.ts';
import { eachBlobStore } from '#server/testing/blob-stores';

describe('the requested range', () => {
  const size = 100;
  test.each<[string | undefined, ReturnType<typeof readRange>]>([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes = 1 - 2 ', { start: 1, end: 2 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-0,5-6', undefined],
    ['bytes=0x1-5', undefined],
    ['bytes=--5', undefined],
    ['items=0-5', undefined],
    [`bytes=${'9'.repeat(400)}-`, undefined],
    ['', undefined],
  ])('%j', (header, expected) => {
    expect(readRange(header, size)).toEqual(expected);
  });

  test('is unsatisfiable for an empty file', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=-5', 0)).toBe('unsatisfiable');
  });
});

eachBlobStore((store) => {
  const content = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  let app: FastifyInstance;
  let base: string;
  let folder: string;
  let key: string;
  let etag: string;

  async function put(bytes: Uint8Array, extension: string): Promise<string> {
    const path = join(folder, 'upload');
    await writeFile(path, bytes);
    const fresh = createKey(extension);
    await store().blobs.put(fresh, path, 'application/octet-stream');
    return fresh;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-downloads-'));
    app = Fastify({ routerOptions: { maxParamLength: 200 } });
    handleErrors(app, () => undefined);
    registerDownloads(app, { blobs: store().blobs });
    base = await app.listen({ port: 0 });
    key = await put(content, 'mp3');
    etag = `"${key}"`;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const fetchKey = (headers: Record<string, string> = {}, method = 'GET', name = key) =>
    fetch(`${base}/media/${name}`, { method, headers });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('sends the whole file with the headers for players and caches', async () => {
    const response = await fetchKey();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '256',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(content.equals(await bytesOf(response))).toBe(true);
  });

  test('sends the same headers for HEAD without content, and ignores the range', async () => {
    const head = await fetchKey({ range: 'bytes=0-9' }, 'HEAD');
    const whole = await fetchKey();
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const about = ({ headers }: Response) => ({
      ...Object.fromEntries(headers),
      date: '',
      connection: '',
      'keep-alive': '',
    });
    expect(about(head)).toEqual(about(whole));
    await whole.arrayBuffer();
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=16-31', 16, 31],
    ['bytes=250-', 250, 255],
    ['bytes=-6', 250, 255],
    ['bytes=0-9999', 0, 255],
  ])('returns 206 for %s', async (range, start, end) => {
    const response = await fetchKey({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/256`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(content.subarray(start, end + 1).equals(await bytesOf(response))).toBe(true);
  });

  test.each(['bytes=256-', 'bytes=-0'])('returns 416 for %s', async (range) => {
    const response = await fetchKey({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */256');
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await response.json()).toMatchObject({ success: false, data: null });
  });

  test.each(['bytes=0-1,4-5', 'bytes=9-1', 'lines=1-2'])('returns the whole file for %s', async (range) => {
    const response = await fetchKey({ range });
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, 256]);
  });

  test('accepts If-Range only with the entity tag of the content', async () => {
    const same = await fetchKey({ range: 'bytes=0-1', 'if-range': etag });
    const other = await fetchKey({ range: 'bytes=0-1', 'if-range': '"other"' });
    const weak = await fetchKey({ range: 'bytes=0-1', 'if-range': `W/${etag}` });
    const datedResponse = await fetchKey({ range: 'bytes=0-1', 'if-range': new Date().toUTCString() });
    expect([same.status, other.status, weak.status, datedResponse.status]).toEqual([206, 200, 200, 200]);
  });

  test('returns 304 for If-None-Match, also with a range', async () => {
    for (const tag of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
      const response = await fetchKey({ 'if-none-match': tag, range: 'bytes=0-1' });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(await response.text()).toBe('');
    }
    expect((await fetchKey({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([createKey('mp3'), createKey('exe'), 'x', '..%2f..%2fpackage.json', '%00'])(
    'returns 404 in the envelope for %s',
    async (name) => {
      const response = await fetchKey({}, 'GET', name);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBeNull();
      expect(await response.json()).toMatchObject({
        success: false,
        message: expect.stringMatching(/\.$/),
        data: null,
      });
    },
  );

  test('returns 404 for a deleted file with a cached size', async () => {
    const deletedKey = await put(content, 'webp');
    expect((await fetchKey({}, 'GET', deletedKey)).headers.get('content-type')).toBe('image/webp');
    await store().blobs.remove(deletedKey);
    expect((await fetchKey({}, 'GET', deletedKey)).status).toBe(404);
    expect((await fetchKey({}, 'HEAD', deletedKey)).status).toBe(404);
  });

  test('closes the file when the client disconnects', async () => {
    const { blobs } = store();
    const { openFile } = blobs;
    const onFreed = vi.fn<() => void>();
    const watchingServer = Fastify({ routerOptions: { maxParamLength: 200 } });
    registerDownloads(watchingServer, {
      blobs: {
        ...blobs,
        open: async (name, range) => (await blobs.open(name, range))?.once('close', onFreed),
        ...(openFile && {
          openFile: async (name: string) => {
            const file = await openFile(name);
            return file && { read: file.read, close: () => (onFreed(), file.close()) };
          },
        }),
      },
    });
    const address = await watchingServer.listen({ port: 0 });
    try {
      const large = await put(new Uint8Array(64 * 1024 * 1024), 'wav');
      const request = get(`${address}/media/${large}`);
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      await once(response, 'data');
      expect(onFreed).not.toHaveBeenCalled();
      request.destroy();
      await vi.waitFor(() => expect(onFreed).toHaveBeenCalledOnce(), { timeout: 60_000 });
    } finally {
      await watchingServer.close();
    }
  });
});
