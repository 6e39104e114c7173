import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

/* Any value in a request is accepted or rejected. No value causes an internal error. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const values: Json[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  -9_007_199_254_740_992,
  '',
  'text',
  '\u0000\ud800',
  '{"toString":1}',
  '[null]',
  [],
  [null],
  [{ toString: 1 }],
  { toString: 1 },
  { id: null },
  { item: { item: { item: { item: 1 } } } },
  JSON.parse('{"__proto__":{"a":1}}') as Json,
  JSON.parse('{"constructor":{"prototype":{"a":1}}}') as Json,
];

const storyItem = { book_code: 'BK-000001', chapter_code: '1', text_item_code: '1', is_featured: true };
const bodies: [string, string, Json][] = [
  ['POST', '/api/auth/login', { email: 'a@example.org', password: 'x' }],
  [
    'POST',
    '/api/books/create',
    {
      name: 'A',
      description: 'A',
      chapter_count: 1,
      duration: 60,
      category_code: 'kids',
      sub_category_code: 'small',
      is_backup: 1,
      language: 3,
      author: { id: 1, name: 'A' },
    },
  ],
  ['POST', '/api/books/update', { id: 1, version: 1, name: 'A', duration: 60, author: { id: 1, name: 'A' } }],
  ['POST', '/api/books/categories', { name: 'A', code: 'a' }],
  ['PUT', '/api/books/categories/1', { name: 'A', code: 'a', version: 1 }],
  ['POST', '/api/books/sub-categories', { name: 'A', code: 'a', category_code: 'kids' }],
  ['PUT', '/api/books/sub-categories/1', { name: 'A', code: 'a', category_code: 'kids' }],
  ['POST', '/api/books/collections', { title: 'A', description: 'A', book_codes: ['BK-000001'] }],
  ['POST', '/api/books/collections/update', { id: 1, version: 1, title: 'A', book_codes: ['BK-000001'] }],
  ['POST', '/api/books/collections/delete', { id: 1 }],
  ['POST', '/api/books/story-books', { title: 'A', description: 'A', story_items: [storyItem] }],
  ['POST', '/api/books/story-books/update', { id: 1, version: 1, title: 'A', story_items: [storyItem] }],
  ['POST', '/api/books/story-books/delete', { id: 1 }],
  ['POST', '/api/books/validate-item', { book_code: 'BK-000001', chapter_code: '1', text_item_code: '1' }],
  [
    'POST',
    '/api/books/mobile-configs',
    {
      title: 'A',
      is_main_service: true,
      config: [{ title: 'A', type: 'categories', data: { items: [{ id: 1 }] } }],
    },
  ],
  [
    'POST',
    '/api/books/mobile-configs/update',
    { id: 1, version: 1, config: [{ title: 'A', type: 'story_book', data: { id: 1 } }] },
  ],
  ['POST', '/api/books/mobile-configs/delete', { id: 1 }],
  [
    'POST',
    '/api/books/challenges',
    {
      title: 'A',
      description: 'A',
      day_count: 1,
      is_active: true,
      items: [{ book_code: 'BK-000001', order_index: 0, is_featured: true }],
    },
  ],
  [
    'POST',
    '/api/books/challenges/update',
    { id: 1, version: 1, title: 'A', day_count: 1, items: [{ book_code: 'BK-000001', order_index: 0 }] },
  ],
  ['POST', '/api/books/challenges/delete', { id: 1 }],
];

/** Yields copies of the body, each with one value replaced, and the value itself in place of the whole body. */
function* withValueIn(body: Json, value: Json): Generator<Json> {
  yield value;
  if (typeof body !== 'object' || body === null) return;
  for (const [key, inner] of Object.entries(body)) {
    for (const changedJson of withValueIn(inner, value)) {
      yield Array.isArray(body)
        ? body.map((item, index) => (String(index) === key ? changedJson : item))
        : { ...body, [key]: changedJson };
    }
  }
}

const lists = [
  'list',
  'categories',
  'sub-categories',
  'collections',
  'story-books',
  'mobile-configs',
  'challenges',
];
const parameters = [
  'page items_per_page search q language type is_backup category_id category_code sub_category_code',
  'sort_by_field sort_direction with_chapters service',
].flatMap((line) => line.split(' '));

eachDatabase('any value', async (openEmpty, engine) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await api.call('POST', '/api/books/categories', { token, json: { name: 'Kids' } });
    await api.call('POST', '/api/books/create', { token, json: { name: 'First' } });
  });
  afterAll(() => api.close());

  const expectResponse = (response: { status: number; text: string }, what: unknown) => {
    expect(
      response.status,
      `${JSON.stringify(what).slice(0, 300)}: ${response.text.slice(0, 300)}`,
    ).toBeLessThan(500);
  };

  test.each(bodies)(
    'causes no internal error in %s %s as JSON',
    async (method, path, body) => {
      for (const value of values) {
        for (const input of withValueIn(body, value)) {
          const response = await api.app.inject({
            method: method as 'POST',
            url: path,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            payload: JSON.stringify(input),
          });
          expectResponse({ status: response.statusCode, text: response.body }, input);
        }
      }
    },
    120_000,
  );

  // Form parsing does not depend on the database, so one database is enough.
  const forms = engine.name === 'SQLite' ? bodies : [];
  test.each(forms)(
    'causes no internal error in %s %s as a form field',
    async (method, path, body) => {
      for (const [field, inner] of Object.entries(body as Record<string, Json>)) {
        for (const value of values) {
          const text = typeof value === 'string' ? value : JSON.stringify(value);
          for (const name of [field, `${field}[toString]`]) {
            const rest = Object.entries(body as Record<string, Json>).filter(([key]) => key !== field);
            const form = new URLSearchParams(
              rest.map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)]),
            );
            form.append(name, text);
            form.append(name, Array.isArray(inner) ? 'x' : text);
            const response = await api.app.inject({
              method: method as 'POST',
              url: path,
              headers: {
                authorization: `Bearer ${token}`,
                'content-type': 'application/x-www-form-urlencoded',
              },
              payload: form.toString(),
            });
            expectResponse({ status: response.statusCode, text: response.body }, [name, text]);
          }
        }
      }
    },
    120_000,
  );

  test('causes no internal error as a query parameter of a list', async () => {
    for (const path of [...lists.map((list) => `/api/books/${list}`), '/api/mobile/home']) {
      for (const value of values) {
        const text = encodeURIComponent(JSON.stringify(value).toWellFormed());
        for (const shape of ['NAME=TEXT', 'NAME=1&NAME=TEXT', 'NAME[toString]=TEXT']) {
          const query = parameters
            .map((name) => shape.replaceAll('NAME', name).replaceAll('TEXT', text))
            .join('&');
          expectResponse(await api.call('GET', `${path}?${query}`, { token }), [path, query]);
        }
      }
    }
  }, 120_000);

  test.each<[string, Json, string]>([
    ['/api/books/collections', { title: 'A', book_codes: null }, 'book_codes'],
    ['/api/books/collections', { title: 'A', book_codes: [null] }, 'book_codes.0'],
    ['/api/books/collections', { title: 'A', book_codes: ['BK-000001', null] }, 'book_codes.1'],
    ['/api/books/story-books', { title: 'A', story_items: null }, 'story_items'],
    ['/api/books/story-books', { title: 'A', story_items: [null] }, 'story_items.0'],
    ['/api/books/story-books/update', { id: 1, story_items: [storyItem, null] }, 'story_items.1'],
    ['/api/books/mobile-configs', { title: 'A', config: null }, 'config'],
    ['/api/books/mobile-configs', { title: 'A', config: [null] }, 'config.0'],
    [
      '/api/books/mobile-configs',
      { title: 'A', config: [{ title: 'A', type: 'categories', data: null }] },
      'config.0.data',
    ],
    [
      '/api/books/mobile-configs/update',
      { id: 1, config: [{ title: 'A', type: 'categories', data: { items: null } }] },
      'config.0.data',
    ],
    [
      '/api/books/mobile-configs/update',
      { id: 1, config: [{ title: 'A', type: 'categories', data: { items: [1, null] } }] },
      'config.0.data.1',
    ],
    ['/api/books/challenges', { title: 'A', description: 'A', day_count: 1, items: null }, 'items'],
    ['/api/books/challenges/update', { id: 1, items: [null] }, 'items.0'],
  ])('returns the path of a null in a list: %s %j', async (path, json, nullPath) => {
    const response = await api.call('POST', path, { token, json });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toContain(nullPath);
    const { body } = await api.call('POST', path, {
      token,
      form: Object.fromEntries(
        Object.entries(json as Record<string, Json>).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    });
    expect(Object.keys(body.errors)).toContain(nullPath);
  });
});
