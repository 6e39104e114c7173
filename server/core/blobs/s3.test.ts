import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { createKey } from './key.ts';
import { openBlobStore } from './open.ts';

let responses: readonly { readonly status: number; readonly body: string }[];
let requests: string[];
let server: Server;
let store: BlobStore;

beforeEach(async () => {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  requests = [];
  server = createServer(({ url = '' }, response) => {
    const { status, body } = responses[requests.length] ?? { status: 404, body: '' };
    requests.push(url);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  store = await openBlobStore(`s3://blobs?endpoint=http://127.0.0.1:${port}`);
});
afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('reads all pages of a list and skips other objects', async () => {
  const keys = [createKey('mp3'), createKey('webp')];
  const entry = (name = '') =>
    `<Contents><Key>${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
  const page = (content: string) => ({
    status: 200,
    body: `<ListBucketResult>${content}</ListBucketResult>`,
  });
  responses = [
    page(`<NextContinuationToken>a+b/c=&amp;d</NextContinuationToken>${entry(keys[0])}${entry('foreign')}`),
    page(entry(keys[1])),
  ];
  const listedBlobs: { readonly key: string }[] = [];
  for await (const blob of store.list()) listedBlobs.push(blob);
  const modifiedAt = new Date('2026-01-02T03:04:05Z');
  expect(listedBlobs).toEqual(keys.map((key) => ({ key, modifiedAt })));
  const tokens = requests.map((url) => new URL(url, 'http://store').searchParams.get('continuation-token'));
  expect(tokens).toEqual([null, 'a+b/c=&d']);
});

test.each([401, 403])(
  'returns 503 when the store responds with %i, and logs the response',
  async (status) => {
    responses = [{ status, body: '<Error><Code>AccessDenied</Code></Error>' }];
    await expect(store.open(createKey('mp3'))).rejects.toMatchObject({
      status: 503,
      retryAfter: 5,
      cause: { httpStatus: status, reason: 'AccessDenied' },
    });
  },
);

test('does not treat other error responses as an unavailable store', async () => {
  responses = [{ status: 409, body: '<Error><Code>OperationAborted</Code></Error>' }];
  await expect(store.open(createKey('mp3'))).rejects.toMatchObject({ httpStatus: 409 });
  expect(await store.open(createKey('mp3'))).toBeUndefined();
});
