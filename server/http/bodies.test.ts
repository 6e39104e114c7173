import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits';
import { unauthenticated } from '#server/errors';
import { handleErrors } from '#server/http/error-handler';
import { readBody, registerBodies } from '#server/http/multipart';
import { openStaging } from '#server/media/staging';

const MIB = 1024 * 1024;
const maxBytes = { image: 1000, audio: 200 * MIB };

let folder: string;
let app: FastifyInstance;
let base: string;
/** Texts of the files of the last request, read before they were discarded. */
let received: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-bodies-'));
  const staging = await openStaging(folder, maxBytes);
  app = Fastify();
  handleErrors(app, () => undefined);
  registerBodies(app);
  const echo = async (request: FastifyRequest) => {
    const body = await readBody(request, { image: 'image', audio: 'audio' }, staging, { silenceMs: 200 });
    received = {};
    for (const [field, { path, size }] of body.files) {
      received[field] = size < MIB ? await readFile(path, 'latin1') : `${size} bytes`;
    }
    await body.discard();
    return { values: body.values, sha256: body.sha256, files: [...body.files.keys()] };
  };
  const refuse = () => Promise.reject(unauthenticated());
  app.route({ method: 'POST', url: '/', handler: echo });
  app.route({ method: 'POST', url: '/refuse', handler: refuse });
  base = await app.listen({ port: 0 });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly message: string | undefined;
  readonly values: Record<string, unknown> | undefined;
  readonly sha256: string | undefined;
  readonly files: string[] | undefined;
}

async function send(body: BodyInit | undefined, type?: string, path = '/'): Promise<Answer> {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

function form(...fields: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, file);
  }
  return data;
}

const json = (value: unknown) => send(JSON.stringify(value), 'application/json');

describe('fields', () => {
  const rows: [string, [string, string][], Record<string, unknown>][] = [
    ['a text', [['name', 'Çocuk']], { name: 'Çocuk' }],
    ['blank', [['name', '']], { name: '' }],
    [
      'an array',
      [
        ['codes[]', 'a'],
        ['codes[]', 'b'],
      ],
      { codes: ['a', 'b'] },
    ],
    ['an array of one', [['codes[]', '']], { codes: [''] }],
    [
      'repeated',
      [
        ['codes', 'a'],
        ['codes', 'b'],
      ],
      { codes: ['a', 'b'] },
    ],
    [
      'an object',
      [
        ['author[id]', '3'],
        ['author[name]', 'Ana'],
      ],
      { author: { id: '3', name: 'Ana' } },
    ],
    [
      'by index',
      [
        ['i[10][c]', 'b'],
        ['i[2][c]', 'a'],
        ['i[2][d]', 'x'],
      ],
      { i: [{ c: 'a', d: 'x' }, { c: 'b' }] },
    ],
    [
      'appended objects',
      [
        ['i[][c]', 'a'],
        ['i[][d]', '1'],
        ['i[][c]', 'b'],
      ],
      { i: [{ c: 'a', d: '1' }, { c: 'b' }] },
    ],
    [
      'odd brackets',
      [
        ['a[b', '1'],
        ['c]', '2'],
        ['[d]', '3'],
      ],
      { 'a[b': '1', 'c]': '2', '[d]': '3' },
    ],
    ['a huge index', [['i[999999999]', 'a']], { i: ['a'] }],
    [
      'no prototype',
      [
        ['__proto__[x]', '1'],
        ['a[__proto__][x]', '1'],
        ['b', '2'],
      ],
      { a: {}, b: '2' },
    ],
    [
      'harmless names',
      [
        ['constructor', '1'],
        ['toString[x]', '1'],
      ],
      { constructor: '1', toString: { x: '1' } },
    ],
  ];

  test.each(rows)('%s, as multipart and urlencoded alike', async (_name, entries, values) => {
    const multipart = await send(form(...entries));
    const urlencoded = await send(new URLSearchParams(entries));
    expect(multipart).toMatchObject({ status: 200, values });
    expect(urlencoded).toEqual(multipart);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('JSON gives the same values and hash, in any order of its keys', async () => {
    const multipart = await send(form(['name', 'x'], ['author[id]', '3']));
    const one = await json({ name: 'x', author: { id: '3' } });
    expect(one).toEqual(multipart);
    expect((await json({ author: { id: '3' }, name: 'x' })).sha256).toBe(one.sha256);
    expect((await json({ author: { id: '4' }, name: 'x' })).sha256).not.toBe(one.sha256);
  });

  test('no body is no fields', async () => {
    expect(await send(undefined)).toMatchObject({ status: 200, values: {} });
    expect(await send('', 'application/json')).toMatchObject({ status: 200, values: {} });
    expect(await send(form())).toMatchObject({ status: 200, values: {} });
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, string, number]>([
    ['broken JSON', '{"name":', 'application/json', 422],
    ['a JSON list', '[1]', 'application/json', 422],
    ['a JSON text', '"name"', 'application/json', 422],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'application/json', 422],
    ['very deep JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 422],
    [
      'a very long text',
      JSON.stringify({ a: 'x'.repeat(limits.maxFieldBytes + 1) }),
      'application/json',
      422,
    ],
    ['too much JSON', `{"a":"${'x'.repeat(limits.maxJsonBytes)}"}`, 'application/json', 413],
    ['no boundary', 'x', 'multipart/form-data', 422],
    ['no form at all', 'hello', 'multipart/form-data; boundary=b', 422],
    [
      'half a form',
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nhello',
      'multipart/form-data; boundary=b',
      422,
    ],
    ['a deep name', `a${'[b]'.repeat(20)}=1`, 'application/x-www-form-urlencoded', 422],
    ['a long name', `${'a'.repeat(500)}=1`, 'application/x-www-form-urlencoded', 422],
    ['many fields', 'a=1&'.repeat(limits.maxFields + 1), 'application/x-www-form-urlencoded', 422],
    ['XML', '<a/>', 'application/xml', 415],
    ['plain text', 'a', 'text/plain', 415],
  ])('%s is refused in a sentence', async (_name, body, type, status) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(status);
    expect(answer.message).toMatch(/^[A-Z].*\.$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('too many multipart fields are refused', async () => {
    const data = form();
    for (let at = 0; at <= limits.maxFields; at += 1) data.append('a[]', '1');
    expect(await send(data)).toMatchObject({ status: 413, message: 'The form has too many fields.' });
  });
});

describe('files', () => {
  test('arrive whole, with fields around them', async () => {
    const answer = await send(
      form(
        ['name', 'x'],
        ['image', new Blob(['picture']), 'a.png'],
        ['audio', new Blob(['sound']), 'b'],
        ['z', '1'],
      ),
    );
    expect(answer).toMatchObject({ status: 200, values: { name: 'x', z: '1' }, files: ['image', 'audio'] });
    expect(received).toEqual({ image: 'picture', audio: 'sound' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('count in the hash by content, not by name', async () => {
    const hash = async (content: string, name: string) =>
      (await send(form(['image', new Blob([content]), name]))).sha256;
    expect(await hash('one', 'a')).toBe(await hash('one', 'b'));
    expect(await hash('one', 'a')).not.toBe(await hash('two', 'a'));
  });

  test('of unknown fields are read past', async () => {
    const answer = await send(form(['other', new Blob(['x'.repeat(300_000)]), 'a'], ['name', 'x']));
    expect(answer).toMatchObject({ status: 200, values: { name: 'x' }, files: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  test('a blank file input counts as absent', async () => {
    const body = '--b\r\ncontent-disposition: form-data; name="image"; filename=""\r\n\r\n\r\n--b--\r\n';
    expect(await send(body, 'multipart/form-data; boundary=b')).toMatchObject({ status: 200, files: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  test('two for one field are refused', async () => {
    const answer = await send(form(['image', new Blob(['1']), 'a'], ['image', new Blob(['2']), 'b']));
    expect(answer).toMatchObject({ status: 422, errors: { image: expect.any(String) } });
    expect(await readdir(folder)).toEqual([]);
  });

  test('above the limit are refused by name of the limit, and the connection lives on', async () => {
    const large = new Blob([new Uint8Array(8 * MIB)]);
    for (let round = 0; round < 3; round += 1) {
      const answer = await send(form(['audio', new Blob(['x']), 'b'], ['image', large, 'a'], ['name', 'x']));
      expect(answer).toMatchObject({
        status: 413,
        message: 'The picture is too large. It may have at most 1000 bytes.',
      });
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('of someone who is refused before are not even received, and the answer arrives', async () => {
    const answer = await send(
      form(['image', new Blob([new Uint8Array(8 * MIB)]), 'a']),
      undefined,
      '/refuse',
    );
    expect(answer.status).toBe(401);
    expect(await readdir(folder)).toEqual([]);
  });

  test('100 MiB take no memory to speak of', async () => {
    const file = new Blob(Array.from({ length: 100 }, () => new Uint8Array(MIB)));
    const body = form(['audio', file, 'a']);
    await send(form(['audio', new Blob(['x']), 'a']));
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const answer = await send(body);
    clearInterval(watch);
    expect(answer.status).toBe(200);
    expect(received).toEqual({ audio: `${100 * MIB} bytes` });
    // The sender lives in this process too.
    expect((most - before) / MIB).toBeLessThan(96);
  });
});

describe('a client that', () => {
  const start = '--b\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\n';
  const end = '\r\n--b--\r\n';
  const head = (fileBytes: number) =>
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `content-length: ${start.length + fileBytes + end.length}\r\n\r\n${start}`;

  function open() {
    return connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  }

  test('goes away leaves nothing', async () => {
    const socket = open();
    socket.write(head(10 * MIB) + 'x'.repeat(300_000));
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
    socket.destroy();
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(0));
  });

  test('falls silent is given up', async () => {
    const socket = open();
    socket.on('error', () => undefined).resume();
    socket.write(head(10 * MIB) + 'x'.repeat(300_000));
    await once(socket, 'close');
    expect(await readdir(folder)).toEqual([]);
  });

  test('is slow but moves is served', async () => {
    const part = 'x'.repeat(100);
    const socket = open();
    socket.write(head(8 * part.length));
    const answer = once(socket, 'data');
    for (let sent = 0; sent < 8; sent += 1) {
      await sleep(60);
      socket.write(part);
    }
    socket.write(end);
    expect(String((await answer)[0])).toContain('200 OK');
    socket.destroy();
  });

  test('sends rubbish gets an answer', async () => {
    for (const body of [
      '--b\r\n\r\n--b--',
      '--b--',
      '--b\r\n: \r\n\r\nx\r\n--b--',
      '\r\n\r\n',
      `--b\r\n${'a'.repeat(99_999)}`,
    ]) {
      const answer = await send(body, 'multipart/form-data; boundary=b');
      expect([200, 413, 422]).toContain(answer.status);
    }
  });
});
