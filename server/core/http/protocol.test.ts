import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openSqliteApp } from '#server/testing/sqlite-app';

/* Requirements of HTTP itself. Tests of the parser use a real connection. */

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
let port: number;

beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

async function sendRaw(text: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString())).on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

test.each<[string, string, number]>([
  ['text that is not HTTP', 'HELLO\r\n\r\n', 400],
  ['a malformed header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
  [
    'two content lengths',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
    400,
  ],
  ['a request without Host', 'GET /api/health/live HTTP/1.1\r\n\r\n', 400],
  [
    'a content length with a chunked body',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a TRACE request', 'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
  ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  [
    'an unknown expectation',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: magic\r\ncontent-length: 2\r\n\r\n{}',
    417,
  ],
  ['a CONNECT request', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n', 405],
])('rejects %s in the error envelope', async (_what, request, status) => {
  const response = await sendRaw(request);
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body)).toEqual({
    success: false,
    message: expect.stringMatching(/^[A-Z].*\.$/),
    data: null,
    code: expect.stringMatching(/^(request|path)\.[a-z_]+$/),
  });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(['/api/user/me', '/api/nothing', '/api/health/ready', '/api/books/list', '/api/auth/login', '/'])(
  'forbids caching of %s',
  async (path) => {
    const response = await api.call('GET', path, { token });
    expect(response.headers['cache-control']).toBe('no-store');
  },
);

test.each<['GET' | 'POST' | 'PUT' | 'DELETE', string, string]>([
  ['POST', '/api/books/list', 'GET, HEAD'],
  ['GET', '/api/auth/login', 'POST'],
  ['PUT', '/api/books/categories', 'GET, HEAD, POST'],
  ['POST', '/api/books/categories/7', 'DELETE, GET, HEAD, PUT'],
  ['DELETE', '/api/health/live', 'GET, HEAD'],
  ['POST', '/media/anything', 'GET, HEAD'],
])('returns 405 for %s %s with the allowed methods', async (method, path, allow) => {
  const response = await api.call(method, path, { token });
  expect(response.status).toBe(405);
  expect(response.headers['allow']).toBe(allow);
  expect(response.body).toMatchObject({ success: false, data: null });
});

test.each(['/api/nothing', '/api/books/none', '/api/books/categories/none', '/api/books/1/2', '/api'])(
  'returns the error of an unknown path for %s',
  async (path) => {
    const { status, body } = await api.call('GET', path, { token });
    expect([status, body.message]).toEqual([404, 'Endpoint not found.']);
  },
);

test('returns a different error for an unknown record than for an unknown path', async () => {
  const { status, body } = await api.call('GET', '/api/books/77', { token });
  expect([status, body.message]).toEqual([404, 'This book doesn’t exist or was deleted.']);
});

test('sends WWW-Authenticate when the client is not signed in', async () => {
  for (const response of [
    await api.call('GET', '/api/user/me'),
    await api.call('POST', '/api/auth/login', { json: { email: 'a@example.org', password: 'x' } }),
  ]) {
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
});

test('allows cross-origin requests only for the delivery endpoint', async () => {
  const request = (url: string) =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://app.example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
  const allowedResponse = await request('/api/mobile/home');
  expect(allowedResponse.statusCode).toBe(204);
  expect(allowedResponse.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': expect.stringContaining('If-None-Match'),
  });
  const errorResponse = await request('/api/books/list');
  expect(errorResponse.statusCode).toBe(405);
  expect(errorResponse.headers['access-control-allow-origin']).toBeUndefined();
});

test('accepts a write that lists several versions, one of them current', async () => {
  const { body } = await api.call('POST', '/api/books/collections', { token, json: { title: 'First' } });
  const { id } = body.data;
  const update = (tags: string, title: string) =>
    api.call('POST', '/api/books/collections/update', {
      token,
      headers: { 'if-match': tags },
      json: { id, title },
    });
  expect((await update('"7", "8"', 'No')).status).toBe(409);
  expect((await update('"7", W/"1"', 'Second')).body.data).toMatchObject({ title: 'Second', version: 2 });
  expect((await update('"1", "3"', 'No')).status).toBe(409);
  expect((await update('"1", *', 'Third')).status).toBe(200);
});

test('returns 304 for a record until it changes', async () => {
  const { body } = await api.call('POST', '/api/books/create', { token, json: { name: 'Tagged' } });
  const url = `/api/books/${body.data.id}`;
  const first = await api.call('GET', url, { token });
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"1-[\w-]{22}"$/);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const same = await api.call('GET', url, { token, headers: { 'if-none-match': `W/${etag}` } });
  expect([same.status, same.text]).toEqual([304, '']);
  const update = (name: string) =>
    api.call('POST', '/api/books/update', {
      token,
      headers: { 'if-match': etag },
      json: { id: body.data.id, name },
    });
  expect((await update('Changed')).status).toBe(200);
  expect((await update('Late')).body.code).toBe('books.version_conflict');
  expect((await api.call('GET', url, { token, headers: { 'if-none-match': etag } })).status).toBe(200);
  const response = await api.call('GET', url, { headers: { 'if-none-match': etag } });
  expect(response.status).toBe(401);
});

test.each<[string, (form: FormData, id: number) => void, number, string]>([
  ['of an outdated version', (form, id) => form.append('id', `${id}`), 409, 'books.version_conflict'],
  ['of an unknown book', (form) => form.append('id', '99999'), 404, 'books.not_found'],
])('rejects an update %s before it receives the file', async (_what, name, status, code) => {
  const { body } = await api.call('POST', '/api/books/create', { token, json: { name: 'Early' } });
  const form = new FormData();
  name(form, body.data.id);
  form.append('version', '7');
  form.append('audio', new Blob([new Uint8Array(100)]), 'a.mp3');
  const formBytes = Buffer.from(await new Response(form).arrayBuffer());
  const type = `multipart/form-data; boundary=${formBytes.subarray(2, formBytes.indexOf('\r\n')).toString()}`;
  // The file never ends, so only a server that does not wait for it responds.
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/books/update HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: 100000000\r\n\r\n`,
  );
  socket.write(formBytes.subarray(0, formBytes.lastIndexOf('\r\n--')));
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(response.toString()).toContain(` ${status} `);
  expect(response.toString()).toContain(code);
});
