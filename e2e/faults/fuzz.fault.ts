import fc from 'fast-check';
import { openApi } from '../api.ts';
import { png, wav } from '../media.ts';
import { backends, expect, test } from './backends.ts';

const requests = 1_500;
const uploads = 80;

interface Operation {
  readonly method: string;
  readonly path: string;
}

/** Everything the API says it has. */
async function operations(url: string): Promise<Operation[]> {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const methods = ['get', 'post', 'put', 'delete'];
  return Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs)
      .filter((verb) => methods.includes(verb))
      .map((verb) => ({ method: verb.toUpperCase(), path: path.startsWith('/api') ? path : `/api${path}` })),
  );
}

const fieldNames = [
  'id name code page items_per_page search q language type is_backup category_code',
  'sub_category_code category_id sort_by_field sort_direction with_chapters chapter_count',
  'duration description version author author[id] author[name] items[0][book_code]',
  'book_codes[] email password image audio __proto__[x] constructor [ ] a[b][c][d][e][f][g]',
].flatMap((line) => line.split(' '));

const names = fc.oneof(fc.constantFrom(...fieldNames), fc.string({ unit: 'binary', maxLength: 12 }));
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    '9'.repeat(40),
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\u0000',
    'İı',
    '../../x',
  ),
  fc.constantFrom('NaN', 'null', 'true', '[]', '{}', '3', '10', '2147483648', '🙂', 'a'.repeat(3_000)),
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const pairs = fc.array(fc.tuple(names, texts), { maxLength: 8 });

/** A body as a client would make it, nearly would make it, or never would. */
const bodies = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(names, fc.jsonValue(), { maxKeys: 8 }).map((value) => ({
    type: 'application/json',
    content: JSON.stringify(value),
  })),
  fc.jsonValue().map((value) => ({ type: 'application/json', content: JSON.stringify(value) })),
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'application/json', content })),
  pairs.map((fields) => ({
    type: 'application/x-www-form-urlencoded',
    content: fields
      .map((field) => field.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
      .join('&'),
  })),
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'application/x-www-form-urlencoded', content })),
  pairs.map((fields) => ({
    type: 'multipart/form-data; boundary=edge',
    content: `${fields
      .map(([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--edge--\r\n`,
  })),
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'multipart/form-data; boundary=edge', content })),
  fc
    .constantFrom('multipart/form-data', 'text/plain', 'image/png', 'x')
    .map((type) => ({ type, content: 'abc' })),
);

const identities = fc.constantFrom(
  '1',
  '2',
  '0',
  '-1',
  'abc',
  '99999999999999999999',
  '%00',
  '1%2F2',
  "1'--",
  '%F0',
);

for (const backend of backends) {
  test(`fuzzed requests are never the server's own fault: ${backend}`, async ({ settingsOf, start }) => {
    const server = await start(await settingsOf(backend));
    const api = await openApi(server.url);
    const known = (await operations(server.url)).filter(({ path }) => !path.endsWith('/auth/logout'));
    expect(known.length).toBeGreaterThan(8);

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...known),
        identities,
        pairs,
        bodies,
        fc.boolean(),
        async ({ method, path }, id, query, body, signedIn) => {
          const search = query
            .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
            .join('&');
          const answer = await fetch(`${server.url}${path.replace(/\{\w+\}|:\w+/, id)}?${search}`, {
            method,
            headers: {
              ...(signedIn && { authorization: api.authorization }),
              ...(body && method !== 'GET' && { 'content-type': body.type }),
            },
            ...(body && method !== 'GET' && { body: body.content }),
          });
          const text = await answer.text();
          expect(answer.status, `${method} ${path}: ${text.slice(0, 300)}`).toBeLessThan(500);
          if (answer.headers.get('content-type')?.startsWith('application/json') && answer.status >= 400) {
            expect(JSON.parse(text)).toMatchObject({
              success: false,
              data: null,
              message: expect.any(String),
            });
          }
        },
      ),
      { numRuns: requests },
    );
    expect(await server.stop(), server.output()).toBe(0);
  });
}

test('malformed media is refused, not stumbled over', async ({ settingsOf, start }) => {
  const server = await start(await settingsOf('SQLite'));
  const api = await openApi(server.url);
  const beginnings = [
    'RIFF\x00\x00\x00\x00WAVEfmt ',
    'ID3\x04\x00\x00',
    'OggS\x00\x02',
    'fLaC',
    '\xff\xfb\x90\x00',
  ];
  const pictures = [
    '\xff\xd8\xff\xe0',
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF\x10\x00\x00\x00WEBPVP8 ',
    '<svg xmlns=',
  ];
  const boxes = ['\x00\x00\x00\x20ftypM4A ', '\x00\x00\x00\x20ftypavif', '\x00\x00\x00\x08moov'];
  const sound = fc.constantFrom(png(20, 30), wav(0.2));
  const malformed = fc.oneof(
    fc
      .tuple(fc.constantFrom(...beginnings, ...pictures, ...boxes), fc.uint8Array({ maxLength: 4_000 }))
      .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest])),
    fc.tuple(sound, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 40 })).map(([file, at, bytes]) => {
      const broken = Buffer.from(file);
      broken.set(bytes.subarray(0, broken.length - (at % broken.length)), at % broken.length);
      return broken;
    }),
    fc.tuple(sound, fc.nat()).map(([file, at]) => file.subarray(0, at % file.length)),
  );
  await fc.assert(
    fc.asyncProperty(malformed, fc.constantFrom('image', 'audio'), async (content, field) => {
      const form = new FormData();
      form.set('name', 'Malformed');
      form.set(field, new Blob([new Uint8Array(content)]), 'file.bin');
      const answer = await fetch(`${server.url}/api/books/create`, {
        method: 'POST',
        headers: { authorization: api.authorization },
        body: form,
      });
      const text = await answer.text();
      expect([200, 413, 415, 422], text).toContain(answer.status);
    }),
    { numRuns: uploads },
  );
  expect(await server.stop(), server.output()).toBe(0);
});
