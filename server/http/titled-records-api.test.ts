import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions, type Permission } from '#contract/permissions';
import { openDiskStore } from '#server/blobs/disk';
import { type Answer, type CallOptions, type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';

/* What every record with calls in the manner of `/update` and `/delete` promises its callers, whatever its kind. */

const titled = ['collections', 'story-books', 'mobile-configs', 'challenges'] as const;
const all = (verb: 'edit' | 'delete') => titled.map((name): Permission => `${name}:${verb}`);

eachDatabase('the API of titled records', (openEmpty) => {
  let api: TestApp;
  let folder: string;
  const tokens: Record<string, string | undefined> = { nobody: undefined, 'a stranger': 'x'.repeat(43) };
  let code: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
    api = await buildTestApp(await openEmpty(), await openDiskStore(folder));
    tokens['an admin'] = await api.tokenFor(allPermissions);
    tokens['a viewer'] = await api.tokenFor([]);
    tokens['an editor'] = await api.tokenFor(all('edit'));
    tokens['a remover'] = await api.tokenFor(all('delete'));
    code = (await post('/api/books/create', { name: 'A book' })).body.data.code;
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (who: string, method: 'GET' | 'POST', url: string, options: CallOptions = {}) => {
    const token = tokens[who];
    return api.call(method, url, { ...options, ...(token !== undefined && { token }) });
  };
  const post = (url: string, json: unknown, headers: Record<string, string> = {}) =>
    call('an admin', 'POST', url, { json, headers });
  const total = async (url: string) => (await call('a viewer', 'GET', url)).body.data.total;

  function expectFailure({ status, body }: Answer, expected: number): void {
    expect([status, body.success, body.data]).toEqual([expected, false, null]);
    expect(body.message).toMatch(/^\S[^\n]{3,300}$/);
  }

  /** A record of each kind, as it is created. */
  const kinds: [url: string, valid: (changes?: object) => object][] = [
    ['/api/books/collections', (changes = {}) => ({ title: 'Shelf', book_codes: [code], ...changes })],
    ['/api/books/story-books', (changes = {}) => ({ title: 'Story', story_items: [], ...changes })],
    ['/api/books/mobile-configs', (changes = {}) => ({ title: 'Home', config: [], ...changes })],
    [
      '/api/books/challenges',
      (changes = {}) => ({
        title: 'A week',
        description: 'Of books',
        day_count: 7,
        items: [{ book_code: code, order_index: 0 }],
        ...changes,
      }),
    ],
  ];

  describe.each(kinds)('%s', (url, valid) => {
    test.each<[string, 'GET' | 'POST', string, object | undefined, number]>([
      ['nobody', 'GET', '', undefined, 401],
      ['nobody', 'POST', '', {}, 401],
      ['nobody', 'POST', '/delete', { id: 1 }, 401],
      ['a stranger', 'GET', '', undefined, 401],
      ['a viewer', 'POST', '', {}, 403],
      ['a viewer', 'POST', '/update', { id: 1, is_admin: 1 }, 403],
      ['a viewer', 'POST', '/delete', { id: 1 }, 403],
      ['an editor', 'POST', '/delete', { id: 1 }, 403],
      ['a remover', 'POST', '', {}, 403],
      ['a remover', 'POST', '/update', { id: 1 }, 403],
      ['a viewer', 'GET', '/999999', undefined, 404],
      ['a viewer', 'GET', '/none', undefined, 404],
      ['an editor', 'POST', '/update', { id: 999_999, title: 'A' }, 404],
      ['a remover', 'POST', '/delete', { id: 999_999 }, 404],
      ['an editor', 'POST', '/update', { title: 'A' }, 422],
      ['a remover', 'POST', '/delete', {}, 422],
      ['an editor', 'POST', '', { title: ' ' }, 422],
      ['an editor', 'POST', '', { title: ['A', 'B'] }, 422],
      ['an editor', 'POST', '', { title: 'x'.repeat(501) }, 422],
    ])('%s: %s …%s %j gives %i', async (who, method, path, json, status) => {
      const answer = await call(who, method, `${url}${path}`, json && { json });
      expectFailure(answer, status);
    });

    test('a record lives from creation to deletion', async () => {
      const before = await total(url);
      const created = await post(url, valid({ title: 'Kısa ömür' }));
      expect([created.status, created.body.success]).toEqual([200, true]);
      expect(created.body.message).toMatch(/ created successfully$/);
      const item = created.body.data;
      const list = await call('a viewer', 'GET', url, { query: { q: 'KISA OMUR', is_admin: '1' } });
      expect(list.body.data).toEqual({ items: [item], total: 1, objects: { total: 1 } });
      expect((await call('a viewer', 'GET', `${url}/${item.id}`)).body.data).toEqual(item);

      const update = (changes: object, headers?: Record<string, string>) =>
        post(`${url}/update`, { id: item.id, ...changes }, headers);
      const changed = await update({ title: 'Changed', version: 1 });
      expect(changed.body).toMatchObject({ success: true, data: { title: 'Changed', version: 2 } });
      expect(changed.body.message).toMatch(/ updated successfully$/);
      for (const stale of [
        await update({ title: 'Late', version: 1 }),
        await update({}, { 'if-match': '"1"' }),
      ]) {
        expectFailure(stale, 409);
        expect(stale.body.message).toContain('was changed by someone else since you opened it');
      }
      expect((await update({ title: 'Last' }, { 'if-match': '"2"' })).body.data).toMatchObject({
        version: 3,
      });

      const removed = await post(`${url}/delete`, { id: item.id });
      expect(removed.body).toEqual({
        success: true,
        message: expect.stringMatching(/ deleted successfully$/),
        data: null,
      });
      expect(await total(url)).toBe(before);
      expectFailure(await call('a viewer', 'GET', `${url}/${item.id}`), 404);
    });

    test('ten equal submits at once make one record; another body under the key is refused', async () => {
      const before = await total(url);
      const headers = { 'idempotency-key': `ten ${url}` };
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(url, valid(), headers)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      expect(await total(url)).toBe(before + 1);
      expectFailure(await post(url, valid({ title: 'Another' }), headers), 422);
    });

    test('of concurrent changes of one version, one wins', async () => {
      const { id } = (await post(url, valid())).body.data;
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => post(`${url}/update`, { id, version: 1, title: `Try ${n}` })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409,
      ]);
    });
  });
});
