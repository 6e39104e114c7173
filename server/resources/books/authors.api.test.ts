import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/permissions';
import { openSqliteApp } from '#server/testing/sqlite-app';

let api: Awaited<ReturnType<typeof openSqliteApp>>;
let viewer: string;

beforeAll(async () => {
  api = await openSqliteApp();
  const token = await api.tokenFor(allPermissions);
  viewer = await api.tokenFor([]);
  for (const name of ['Ada Marsh', 'Ada Marsh', 'Ödön Adler'])
    await api.call('POST', '/api/books/create', { token, json: { name: 'A book', author: { name } } });
});
afterAll(() => api.close());

const ask = (query: Record<string, string>, token: string | undefined = viewer) =>
  api.call('GET', '/api/books/authors', { token, query });

test('whoever is signed in lists authors', async () => {
  const { status, body } = await ask({});
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: 'OK',
      data: {
        items: [
          { id: 1, name: 'Ada Marsh', book_count: 2 },
          { id: 2, name: 'Ödön Adler', book_count: 1 },
        ],
        total: 2,
        objects: { total: 2 },
      },
    },
  ]);
  expect((await api.call('GET', '/api/books/authors')).status).toBe(401);
});

test.each<[Record<string, string>, string[], number]>([
  [{ search: 'ODON' }, ['Ödön Adler'], 1],
  [{ q: 'ad' }, ['Ada Marsh', 'Ödön Adler'], 2],
  [{ search: 'ad', items_per_page: '1', page: '2' }, ['Ödön Adler'], 2],
  [{ search: 'nobody' }, [], 0],
  [{ page: 'x', items_per_page: '9999' }, ['Ada Marsh', 'Ödön Adler'], 2],
])('by %j', async (query, names, total) => {
  const { data } = (await ask(query)).body;
  expect([data.items.map(({ name }: { name: string }) => name), data.total]).toEqual([names, total]);
});

test('a search that is too long is 422', async () => {
  expect((await ask({ search: 'a'.repeat(201) })).status).toBe(422);
});
