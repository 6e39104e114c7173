import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { registerWebFiles } from './web-files.ts';

const SCRIPT = '/assets/app-1a2b.js';
const files: Readonly<Record<string, string>> = {
  'index.html': 'the page',
  'icon.svg': '<svg/>',
  'notes.unknown': 'bytes',
  '.secret': 'hidden',
  'assets/app-1a2b.js': 'plain script of 26 letters',
  'assets/app-1a2b.js.br': 'brotli',
  'assets/app-1a2b.js.gz': 'gzipped',
  'assets/font-3c4d.woff2': 'font',
  'assets/empty-5e6f.css': '',
};

const folder = await mkdtemp(join(tmpdir(), 'lectern-web-'));
const app = Fastify();
beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
    await utimes(join(folder, name), 1_700_000_000, 1_700_000_000);
  }
  handleErrors(app, () => undefined);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('unknown'));
  await registerWebFiles(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

test.each([
  [SCRIPT, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/font-3c4d.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ['/icon.svg', 'image/svg+xml', 'public, max-age=3600'],
  ['/notes.unknown', 'application/octet-stream', 'public, max-age=3600'],
])('serves %s as %s with Cache-Control "%s"', async (url, type, cacheControl) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, body]).toEqual([200, files[url.slice(1)]]);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': cacheControl,
    'content-length': String(body.length),
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

test.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip, deflate', 'gzip', 'gzipped'],
  ['gzip;q=1, br;q=0.2', 'gzip', 'gzipped'],
  ['br;q=0, gzip;q=0', undefined, 'plain script of 26 letters'],
  ['deflate', undefined, 'plain script of 26 letters'],
])('for Accept-Encoding "%s" sends the encoding %s', async (acceptHeader, encoding, content) => {
  const { headers, body } = await get(SCRIPT, { 'accept-encoding': acceptHeader });
  expect([headers['content-encoding'], body]).toEqual([encoding, content]);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(content.length),
    vary: 'accept-encoding',
  });
});

test('sends a file without a compressed version unchanged', async () => {
  const { headers, body } = await get('/icon.svg', { 'accept-encoding': 'br, gzip' });
  expect([headers['content-encoding'], body]).toEqual([undefined, '<svg/>']);
});

test('uses a different entity tag for each encoding, and returns 304 for it', async () => {
  const plain = (await get(SCRIPT)).headers.etag ?? '';
  const brotli = (await get(SCRIPT, { 'accept-encoding': 'br' })).headers.etag ?? '';
  expect(plain).toMatch(/^W\/"/);
  expect(brotli).not.toBe(plain);
  const response = await get(SCRIPT, { 'if-none-match': `"other", ${plain}` });
  expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', plain]);
  expect((await get(SCRIPT, { 'if-none-match': brotli })).statusCode).toBe(200);
});

test('accepts If-Modified-Since, and prefers If-None-Match', async () => {
  const { mtime } = await stat(join(folder, SCRIPT));
  const since = mtime.toUTCString();
  const before = new Date(mtime.getTime() - 1_000).toUTCString();
  expect((await get(SCRIPT)).headers['last-modified']).toBe(since);
  expect((await get(SCRIPT, { 'if-modified-since': since })).statusCode).toBe(304);
  expect((await get(SCRIPT, { 'if-modified-since': before })).statusCode).toBe(200);
  expect((await get(SCRIPT, { 'if-modified-since': 'nonsense' })).statusCode).toBe(200);
  const both = await get(SCRIPT, { 'if-modified-since': since, 'if-none-match': '"other"' });
  expect(both.statusCode).toBe(200);
});

test('sends the headers of GET without a body for HEAD', async () => {
  const { statusCode, headers, body } = await get(SCRIPT, { 'accept-encoding': 'br' }, 'HEAD');
  expect([statusCode, headers['content-length'], headers['content-encoding'], body]).toEqual([
    200,
    '6',
    'br',
    '',
  ]);
});

test('sends one range of a file', async () => {
  const partialResponse = await get(SCRIPT, { range: 'bytes=6-11' });
  expect([
    partialResponse.statusCode,
    partialResponse.body,
    partialResponse.headers['content-range'],
  ]).toEqual([206, 'script', 'bytes 6-11/26']);
  expect((await get(SCRIPT, { range: 'bytes=-7' })).body).toBe('letters');
  const beyond = await get(SCRIPT, { range: 'bytes=26-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */26']);
  expect(beyond.headers).not.toHaveProperty('cache-control');
  expect((await get(SCRIPT, { range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200);
});

test('sends an empty file', async () => {
  const { statusCode, headers, body } = await get('/assets/empty-5e6f.css');
  expect([statusCode, headers['content-length'], body]).toEqual([200, '0', '']);
});

test.each(['/index.html', '/assets/app-1a2b.js.br', '/.secret', '/assets', '/assets/..%2f..%2fetc/passwd'])(
  'does not serve %s',
  async (url) => {
    expect((await get(url)).body).toBe('unknown');
  },
);

test('returns 404 for a file that was deleted after the start', async () => {
  await rm(join(folder, 'assets/font-3c4d.woff2'));
  expect((await get('/assets/font-3c4d.woff2')).statusCode).toBe(404);
});
