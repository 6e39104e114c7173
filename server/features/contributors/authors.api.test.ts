import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openSqliteApp } from '#server/testing/sqlite-app';

const api = await openSqliteApp();
const viewer = await api.tokenFor([]);

beforeAll(async () => {
  const token = await api.tokenFor(allPermissions);
  for (const name of ['Ada Marsh', 'Ada Marsh', 'Ödön Adler'])
    await api.call('POST', '/api/books/create', { token, json: { name: 'A book', author: { name } } });
});
afterAll(() => api.close());

const request = (query: Record<string, string>, token: string | undefined = viewer) =>
  api.call('GET', '/api/books/authors', { token, query });

test('lists authors for all users', async () => {
  const { status, body } = await request({});
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: 'OK',
      data: {
        items: [
          { id: 1, name: 'Ada Marsh', book_count: 2, version: 1, similar: [] },
          { id: 2, name: 'Ödön Adler', book_count: 1, version: 1, similar: [] },
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
])('sorts by %j', async (query, names, total) => {
  const { data } = (await request(query)).body;
  expect([data.items.map(({ name }: { name: string }) => name), data.total]).toEqual([names, total]);
});

test('returns 422 for a search that is too long', async () => {
  expect((await request({ search: 'a'.repeat(201) })).status).toBe(422);
});

test('renames an author in every book and in searches, logs it, and can be undone', async () => {
  const token = await api.tokenFor(['books:edit', 'reports:read']);
  const rename = (id: number, json: object, headers = {}) =>
    api.call('PUT', `/api/books/authors/${id}`, { token, json, headers });
  const presentedAuthor = async (name: string) =>
    (await api.call('GET', '/api/books/list', { token, query: { author: name } })).body.data.total;
  const errorResponse = await rename(1, { name: ' ödön  ADLER' });
  expect([errorResponse.status, errorResponse.body.code]).toEqual([409, 'authors.name_taken']);
  expect((await rename(99, { name: 'Nobody' })).body.code).toBe('authors.not_found');
  expect((await rename(1, { name: ' ' })).status).toBe(422);
  expect((await api.call('PUT', '/api/books/authors/1', { token: viewer, json: { name: 'X' } })).status).toBe(
    403,
  );
  expect((await rename(1, { name: 'X', version: 7 })).body.code).toBe('authors.version_conflict');
  expect((await rename(1, { name: 'X' }, { 'if-match': '"7"' })).status).toBe(409);

  const response = await rename(1, { name: ' Ada  Lovelace ', version: 1 });
  expect(response.body).toMatchObject({
    message: 'Author updated successfully',
    data: { id: 1, name: 'Ada Lovelace', book_count: 2, version: 2 },
  });
  expect([await presentedAuthor('ada LOVELACE'), await presentedAuthor('Ada Marsh')]).toEqual([2, 0]);
  expect((await request({ search: 'love' })).body.data.total).toBe(1);
  expect((await request({ search: 'marsh' })).body.data.total).toBe(0);
  const { body } = await api.call('GET', '/api/audit-log', { token, query: { kind: 'authors' } });
  const entry = Number(response.headers['x-audit-log-entry']);
  expect(body.data.items).toMatchObject([
    { id: entry, kind: 'authors', action: 'changed', record: { id: 1, name: 'Ada Lovelace' } },
  ]);
  expect((await api.call('GET', `/api/audit-log/${entry}`, { token })).body.data.changes).toEqual([
    { type: 'value', field: 'name', before: 'Ada Marsh', after: 'Ada Lovelace' },
  ]);
  // Only the case changes, so no other author can have the name.
  await rename(1, { name: 'ADA Lovelace' });
  expect((await api.call('POST', `/api/audit-log/${entry}/undo`, { token })).body.code).toBe(
    'audit_log.changed_since',
  );
  expect((await api.call('POST', `/api/audit-log/${entry + 1}/undo`, { token })).status).toBe(200);
  expect((await api.call('GET', '/api/books/authors/1', { token })).body.data.name).toBe('Ada Lovelace');
});
