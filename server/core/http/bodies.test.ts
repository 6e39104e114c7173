import { afterAll, expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { makeForm, openBodyReader } from '#server/testing/body-reader';

const reader = await openBodyReader();
afterAll(() => reader.close());

const sendJson = (value: unknown) => reader.send(JSON.stringify(value), 'application/json');

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

test.each(rows)('reads %s from multipart and urlencoded forms alike', async (_name, entries, values) => {
  const multipart = await reader.send(makeForm(...entries));
  const formResponse = await reader.send(new URLSearchParams(entries));
  expect(multipart).toMatchObject({ status: 200, values });
  expect(formResponse).toEqual(multipart);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('reads the same values and hash from JSON, in any order of its keys', async () => {
  const multipart = await reader.send(makeForm(['name', 'x'], ['author[id]', '3']));
  const response = await sendJson({ name: 'x', author: { id: '3' } });
  expect(response).toEqual(multipart);
  expect((await sendJson({ author: { id: '3' }, name: 'x' })).sha256).toBe(response.sha256);
  expect((await sendJson({ author: { id: '4' }, name: 'x' })).sha256).not.toBe(response.sha256);
});

test('reads an empty body as no fields', async () => {
  expect(await reader.send(undefined)).toMatchObject({ status: 200, values: {} });
  expect(await reader.send('', 'application/json')).toMatchObject({ status: 200, values: {} });
  expect(await reader.send(makeForm())).toMatchObject({ status: 200, values: {} });
});

test.each<[string, string | Uint8Array<ArrayBuffer>, string, number]>([
  ['broken JSON', '{"name":', 'application/json', 422],
  ['a JSON list', '[1]', 'application/json', 422],
  ['a JSON string', '"name"', 'application/json', 422],
  ['text that is not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'application/json', 422],
  ['very deep JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 422],
  ['a very long text', JSON.stringify({ a: 'x'.repeat(limits.maxFieldBytes + 1) }), 'application/json', 422],
  ['JSON above the size limit', `{"a":"${'x'.repeat(limits.maxBodyBytes)}"}`, 'application/json', 413],
  ['a form without a boundary', 'x', 'multipart/form-data', 422],
  ['text that is not a form', 'hello', 'multipart/form-data; boundary=b', 422],
  [
    'an incomplete form',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nhello',
    'multipart/form-data; boundary=b',
    422,
  ],
  ['a deeply nested name', `a${'[b]'.repeat(20)}=1`, 'application/x-www-form-urlencoded', 422],
  ['a long name', `${'a'.repeat(500)}=1`, 'application/x-www-form-urlencoded', 422],
  ['many fields', 'a=1&'.repeat(limits.maxFields + 1), 'application/x-www-form-urlencoded', 413],
  ['XML', '<a/>', 'application/xml', 415],
  ['plain text', 'a', 'text/plain', 415],
])('rejects %s with a message', async (_name, body, type, status) => {
  const response = await reader.send(body, type);
  expect(response.status).toBe(status);
  expect(response.message).toMatch(/^[A-Z].*\.$/);
  expect(await reader.staged()).toEqual([]);
});

const times = (count: number, createItem: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => createItem(index));

test.each<[string, string, string]>([
  ['values', JSON.stringify({ a: times(limits.maxValues + 1, () => '') }), 'application/json'],
  [
    'keys of one object',
    `{"a":{${times(limits.maxKeys + 1, (index) => `"k${index}":1`).join()}}}`,
    'application/json',
  ],
  [
    'names',
    times(limits.maxKeys + 1, (index) => `k${index}=1`).join('&'),
    'application/x-www-form-urlencoded',
  ],
  [
    'names in names',
    times(6_000, (index) => `a[${index}][b][c][d][e]=1`).join('&'),
    'application/x-www-form-urlencoded',
  ],
])('rejects too many %s', async (_what, body, type) => {
  expect(await reader.send(body, type)).toMatchObject({ status: 413, code: 'request.too_many_values' });
});

test('reads the longest list of objects from JSON and from form fields', async () => {
  const keys = ['book_code', 'chapter_code', 'text_item_code', 'is_featured'];
  const item = Object.fromEntries(keys.map((key) => [key, '1']));
  const values = { title: 'x', story_items: Array.from({ length: limits.maxListLength }, () => item) };
  const fields = times(limits.maxListLength, (index) =>
    keys.map((key) => `story_items[${index}][${key}]=1`).join('&'),
  );
  const form = `title=x&${fields.join('&')}`;
  expect(await sendJson(values)).toMatchObject({ status: 200, values });
  expect(await reader.send(form, 'application/x-www-form-urlencoded')).toMatchObject({ status: 200, values });
});

test('rejects too many multipart fields', async () => {
  const data = makeForm();
  for (let index = 0; index <= limits.maxFields; index += 1) data.append('a[]', '1');
  expect(await reader.send(data)).toMatchObject({
    status: 413,
    message: 'The form contains too many fields.',
  });
});
