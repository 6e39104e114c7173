import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createS3Client, type S3Client } from './s3-client.ts';

type Step = (request: IncomingMessage, response: ServerResponse) => void;
const failure = (reason: string) => `<?xml version="1.0"?>\n<Error><Code>${reason}</Code></Error>`;
const respondWith =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Step =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

let steps: Step[];
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let server: Server;
let client: S3Client;
const signal = new AbortController().signal;

beforeEach(async () => {
  steps = [];
  requests = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    (steps.shift() ?? respondWith(500))(request, response);
  };
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'someone', secretAccessKey: 'secret', sessionToken: 'for an hour' };
  client = createS3Client({ address: `http://127.0.0.1:${port}/blobs`, region: 'eu-central-1', credentials });
});
afterEach(async () => {
  client.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test.each([
  ['an overloaded store', respondWith(503, failure('SlowDown'))],
  ['a store with a rate limit', respondWith(429)],
  ['an internal error of the store', respondWith(500, failure('InternalError'))],
  ['a request timeout', respondWith(400, failure('RequestTimeout'))],
  ['an error in a response with status 200', respondWith(200, failure('InternalError'))],
  [
    'a connection that closes without a response',
    (request: IncomingMessage) => void request.socket.destroy(),
  ],
  [
    'a connection that closes during a response',
    (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('the beginning');
      setImmediate(() => request.socket.destroy());
    },
  ],
])('retries the request with its body after %s', async (_name, first) => {
  steps = [first, respondWith(200, 'done', { etag: '"tag"' })];
  const body = Buffer.from('content');
  const response = await client.send({ method: 'PUT', name: 'kept/a b', body }, signal);
  expect([response.body, response.headers.etag]).toEqual(['done', '"tag"']);
  expect(requests.map((request) => [request.method, request.url, request.body])).toEqual(
    Array.from({ length: 2 }, () => ['PUT', '/blobs/kept/a%20b', 'content']),
  );
});

test('sends a request at most three times', async () => {
  steps = [respondWith(503), respondWith(503), respondWith(503, failure('SlowDown')), respondWith(200)];
  const response = client.send({ method: 'GET' }, signal);
  await expect(response).rejects.toMatchObject({ httpStatus: 503, reason: 'SlowDown' });
  expect(requests).toHaveLength(3);
});

test.each([
  [403, 'AccessDenied'],
  [404, 'NoSuchKey'],
  [409, 'BucketNotEmpty'],
  [301, 'PermanentRedirect'],
])('does not retry a response with status %i', async (status, reason) => {
  steps = [respondWith(status, failure(reason))];
  const response = client.open({ method: 'GET', name: 'a' }, signal);
  await expect(response).rejects.toMatchObject({ name: 'S3ErrorResponse', httpStatus: status, reason });
  expect(requests).toHaveLength(1);
});

test('uses the time of the store for signatures when the clocks differ', async () => {
  const date = 'Wed, 01 Jan 2020 10:00:00 GMT';
  steps = [respondWith(403, failure('RequestTimeTooSkewed'), { date }), respondWith(200), respondWith(200)];
  await client.send({ method: 'GET' }, signal);
  await client.send({ method: 'GET' }, signal);
  const times = requests.map(({ headers }) => String(headers['x-amz-date']).slice(0, 8));
  expect(times[0]).not.toBe('20200101');
  expect(times.slice(1)).toEqual(['20200101', '20200101']);
});

test('signs a request with its body and the token of temporary credentials', async () => {
  steps = [respondWith(200)];
  const headers = { 'content-type': 'audio/mpeg' };
  await client.send({ method: 'PUT', name: 'a', headers, body: Buffer.from('content') }, signal);
  expect(requests[0]?.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '7',
    'x-amz-content-sha256': 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73',
    'x-amz-security-token': 'for an hour',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=someone\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[\da-f]{64}$/,
    ),
  });
});

test('a presigned URL names the response headers and encodes spaces as %20', async () => {
  const address = await client.presign('a', { 'response-cache-control': 'private, max-age=1' }, 60);
  const { pathname, search, searchParams } = new URL(address);
  expect(pathname).toBe('/blobs/a');
  expect(search).toContain('response-cache-control=private%2C%20max-age%3D1');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    'response-cache-control': 'private, max-age=1',
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Security-Token': 'for an hour',
    'X-Amz-Signature': expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(requests).toEqual([]);
});

test('does not retry an aborted request', async () => {
  const controller = new AbortController();
  steps = [
    (_request, response) => {
      controller.abort();
      response.writeHead(500).end();
    },
  ];
  await expect(client.send({ method: 'GET' }, controller.signal)).rejects.toThrow('abort');
  expect(requests).toHaveLength(1);
});
