import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createKey } from '#server/core/blobs/key';
import type { MediaOffload } from '#server/app/config';
import { registerDownloads } from './downloads.ts';
import { handleErrors } from './error-handler.ts';
import { mediaOriginsOf } from './static.ts';
import { pagePolicy } from './security.ts';
import { mediaUrl, setMediaBase } from '#server/core/media/media-url';
import { type BlobStoreKind, openTestBlobStore } from '#server/testing/blob-stores';

const content = 'forty-two bytes that are called a sound!!!';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Starts a server with one audio file and one peaks file, and with offload. */
async function open(kind: BlobStoreKind, offload: MediaOffload) {
  const store = await openTestBlobStore(kind);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-offload-'));
  const put = async (extension: string, mediaType: string) => {
    const path = join(folder, 'upload');
    await writeFile(path, content);
    const key = createKey(extension);
    await store.blobs.put(key, path, mediaType);
    return key;
  };
  const app = Fastify({ routerOptions: { maxParamLength: 200 } });
  handleErrors(app, () => undefined);
  registerDownloads(app, { blobs: store.blobs, offload });
  const base = await app.listen({ port: 0 });
  closers.push(
    () => store.close(),
    () => rm(folder, { recursive: true }),
    () => app.close(),
  );
  const request = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${base}/media/${key}`, { method, headers, redirect: 'manual' });
  const audio = await put('mp3', 'audio/mpeg');
  return { store, ask: request, audio, peaks: await put('peak', 'application/octet-stream') };
}

const accel: MediaOffload = { kind: 'x-accel', prefix: '/stored' };

/** Checks that responses without content are the same as without offload. */
async function servesFileItself({ ask: request, audio }: Awaited<ReturnType<typeof open>>) {
  const etag = `"${audio}"`;
  expect((await request(audio, { 'if-none-match': etag })).status).toBe(304);
  const beyond = await request(audio, { range: 'bytes=99-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */42']);
  expect((await request(createKey('mp3'))).status).toBe(404);
  const head = await request(audio, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    '42',
    etag,
  ]);
}

test('sends the path and the media type of a file to the front server', async () => {
  const offloadTest = await open('folder', accel);
  const { ask: request, audio, peaks, store } = offloadTest;
  const response = await request(audio, { range: 'bytes=0-3' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    etag: `"${audio}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const path = response.headers.get('x-accel-redirect')?.replace('/stored/', '') ?? '';
  expect(await readFile(join(store.url.slice('file:'.length), path), 'utf8')).toBe(content);
  expect((await request(peaks)).headers.get('x-accel-redirect')).toContain(peaks);
  await servesFileItself(offloadTest);
});

test('redirects to a signed URL of the storage', async () => {
  const offloadTest = await open('s3', { kind: 'presigned' });
  const { ask: request, audio, peaks } = offloadTest;
  const response = await request(audio);
  expect([response.status, await response.text()]).toEqual([302, '']);
  expect(response.headers.get('cache-control')).toBe('private, max-age=1800');
  const address = response.headers.get('location') ?? '';
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('3600');
  const partialResponse = await fetch(address, { headers: { range: 'bytes=0-8' } });
  expect([partialResponse.status, await partialResponse.text()]).toEqual([206, content.slice(0, 9)]);
  expect(partialResponse.headers.get('content-type')).toBe('audio/mpeg');
  // Scripts read peaks, and may not read files of another origin.
  expect(await (await request(peaks)).text()).toBe(content);
  await servesFileItself(offloadTest);
});

test('uses the CDN for all files except those that scripts read', () => {
  const [audio, peaks] = [createKey('mp3'), createKey('peak')];
  setMediaBase('https://media.example.org');
  closers.push(async () => setMediaBase(undefined));
  expect(mediaUrl(audio)).toBe(`https://media.example.org/media/${audio}`);
  expect(mediaUrl(peaks)).toBe(`/media/${peaks}`);
  expect(mediaUrl(null)).toBeNull();
});

test('allows images and audio of the server and its storage in the page policy, and of no other host', () => {
  const policy = pagePolicy('x', ['http://store:9000']);
  expect(policy).toContain("img-src 'self' http://store:9000 data: blob:;");
  expect(policy).toContain("media-src 'self' http://store:9000 blob:;");
});

test.each([
  ['s3://audio?region=eu-west-1', 'https://audio.s3.eu-west-1.amazonaws.com'],
  ['s3://audio.books?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com'],
  ['s3://audio?endpoint=http://store:9000/x', 'http://store:9000'],
])('allows images and audio of the CDN and the bucket %s', (blobStoreUrl, origin) => {
  const cdn = { mediaBaseUrl: 'https://media.example.org/a', blobStoreUrl };
  expect(mediaOriginsOf({ ...cdn, mediaOffload: { kind: 'presigned' } })).toEqual([
    'https://media.example.org',
    origin,
  ]);
  expect(mediaOriginsOf({ ...cdn, mediaOffload: undefined })).toEqual(['https://media.example.org']);
});
