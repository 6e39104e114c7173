import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { compressResponses, readAcceptEncoding } from './compress.ts';

const app = Fastify();
compressResponses(app);
const large = {
  text: 'Deniz Feneri '.repeat(1_000),
  ids: Array.from({ length: 20_000 }, (_, index) => index),
};
const small = { text: 'Deniz Feneri '.repeat(200) };
app.get('/large', async () => large);
app.get('/small', async (_request, reply) => reply.header('etag', '"tag"').header('vary', 'x').send(small));
app.get('/tiny', async () => ({ text: 'x' }));
app.get('/events', async (_request, reply) =>
  reply.type('text/event-stream').send(Readable.from(['data: x\n\n'.repeat(1_000)])),
);
app.get('/text', async (_request, reply) => reply.type('text/plain').send('x'.repeat(5_000)));
afterAll(() => app.close());

const get = (url: string, accept?: string) =>
  app.inject({ url, headers: accept === undefined ? {} : { 'accept-encoding': accept } });

test.each<[string, object]>([
  ['/large', large],
  ['/small', small],
])('compresses %s without loss', async (url, size) => {
  const plain = await get(url);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const br = await get(url, 'gzip, deflate, br');
  expect(br.headers['content-encoding']).toBe('br');
  expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length);
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(size);
  const gzip = await get(url, 'gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(size);
  for (const response of [plain, br, gzip]) expect(response.headers['vary']).toContain('accept-encoding');
});

test('sends a weak entity tag with a compressed response', async () => {
  expect((await get('/small')).headers['etag']).toBe('"tag"');
  expect((await get('/small', 'br')).headers['etag']).toBe('W/"tag"');
});

test.each(['/tiny', '/events', '/text'])('does not compress %s', async (url) => {
  expect((await get(url, 'br, gzip')).headers['content-encoding']).toBeUndefined();
});

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=oops', undefined],
  ['GZIP ; q=0.8', 'gzip'],
])('for Accept-Encoding %j selects %s', (header, encoding) =>
  expect(readAcceptEncoding(header)).toBe(encoding),
);
