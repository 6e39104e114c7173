import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewLimits, viewLists } from '#contract/saved-views/view-lists';
import type { View } from '#contract/saved-views/saved-views';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import type { Counters } from './count-views.ts';
import { createViewService } from './saved-views.service.ts';

eachDatabase('views', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const editor = await api.tokenFor(['books:edit']);
  const viewer = await api.tokenFor([]);
  const admin = await api.tokenFor(['settings:edit', 'books:edit']);
  beforeAll(async () => {
    for (const [name, language] of [
      ['Ay', 1],
      ['Moon', 3],
      ['Moonrise', 3],
    ] as const)
      await api.call('POST', '/api/books/create', {
        token: editor,
        json: { name, language, author: { name: 'Ada Marsh' } },
      });
  });
  afterAll(() => api.close());

  const create = (token: string, json: object) => api.call('POST', '/api/views', { token, json });
  const change = (
    token: string,
    {
      id,
      json,
      headers = {},
    }: { readonly id: number; readonly json: object; readonly headers?: {} | undefined },
  ) => api.call('PUT', `/api/views/${id}`, { token, json, headers });
  const remove = (token: string, id: number) => api.call('DELETE', `/api/views/${id}`, { token });
  async function createView(token: string, json: object): Promise<View> {
    const { status, body } = await create(token, json);
    expect([status, body.message]).toEqual([200, 'View created successfully']);
    return body.data;
  }
  async function listViews(token: string, query: Record<string, string> = {}): Promise<View[]> {
    const { body } = await api.call('GET', '/api/views', { token, query: { list: 'books', ...query } });
    expect(body.data.total).toBe(body.data.items.length);
    return body.data.items;
  }
  const namesOf = (views: readonly View[]) => views.map(({ name }) => name);

  test('are stored per account with the query of the list, and counted in one request', async () => {
    const token = await api.tokenFor([]);
    const moons = await createView(token, {
      list: 'books',
      name: ' Moons ',
      query: { q: ' moon ', language: 'en', sort_by_field: 'reading_time', category_code: '', page: 3 },
      columns: ['duration', 'author'],
      density: 'compact',
    });
    expect(moons).toMatchObject({
      list: 'books',
      name: 'Moons',
      query: { language: 'en', search: 'moon', sort_by_field: 'reading_time' },
      columns: ['author', 'duration'],
      density: 'compact',
      is_shared: false,
      is_own: true,
      may_change: true,
      count: null,
      version: 1,
    });
    await createView(token, { list: 'books', name: 'All' });
    await createView(token, { list: 'authors', name: 'Ada', query: { search: 'ad' } });
    const views = await listViews(token, { counts: '1' });
    expect(views.map(({ name, count }) => [name, count])).toEqual([
      ['All', 3],
      ['Moons', 2],
    ]);
    expect((await listViews(token)).map(({ count }) => count)).toEqual([null, null]);
    const [ada] = await listViews(token, { list: 'authors', counts: '1' });
    expect(ada).toMatchObject({ name: 'Ada', count: 1, columns: null, density: null });
    expect(await listViews(await api.tokenFor([]))).toEqual([]);
    const response = await api.call('GET', `/api/views/${moons.id}`, { token });
    expect(response.body.data).toEqual(moons);
    expect((await api.call('GET', `/api/views/${moons.id}`, { token: viewer })).status).toBe(404);
  });

  test('count the records of every list', async () => {
    const token = await api.tokenFor([]);
    for (const list of viewLists) {
      await createView(token, { list, name: list });
      const [view] = await listViews(token, { list, counts: 'true' });
      expect([list, view?.count]).toEqual([list, list === 'books' ? 3 : list === 'authors' ? 1 : 0]);
    }
  });

  test('omit a slow count, and return the response without it', async () => {
    const { id } = await createView(await api.tokenFor([]), { list: 'books', name: 'Slow' });
    const row = await database.kysely
      .selectFrom('list_views')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const seven = async () => 7;
    const counters = Object.fromEntries(viewLists.map((list) => [list, seven])) as unknown as Counters;
    const user = { id: row.user_id, permissions: new Set<never>() };
    const countsWithin = async (countMs: number) => {
      const service = createViewService({ database, counters, countMs });
      return (await service.list(user, { list: 'books', counts: true })).map(({ count }) => count);
    };
    expect(await countsWithin(60_000)).toEqual([7]);
    expect(await countsWithin(0)).toEqual([null]);
  });

  test('are shared by editors, visible to all, and changed by the owner or an administrator', async () => {
    const rejectedShare = await create(viewer, { list: 'books', name: 'Mine', is_shared: true });
    expect([rejectedShare.status, rejectedShare.body.code]).toEqual([403, 'permission.missing']);
    expect((await create(editor, { list: 'collections', name: 'Ours', is_shared: true })).status).toBe(403);
    const ours = await createView(editor, { list: 'books', name: 'Ours', is_shared: true });
    const [sharedView] = await listViews(viewer);
    expect(sharedView).toMatchObject({ id: ours.id, is_own: false, may_change: false, owner: ours.owner });
    expect((await change(viewer, { id: ours.id, json: { name: 'Theirs' } })).status).toBe(403);
    expect((await remove(viewer, ours.id)).status).toBe(403);
    const renameResponse = await change(admin, { id: ours.id, json: { name: 'For all' } });
    expect(renameResponse.body.data).toMatchObject({
      name: 'For all',
      is_shared: true,
      is_own: false,
      version: 2,
    });
    expect((await change(editor, { id: ours.id, json: { is_shared: false } })).body.data.is_shared).toBe(
      false,
    );
    expect(await listViews(viewer)).toEqual([]);
    expect((await change(admin, { id: ours.id, json: { name: 'Not hers' } })).status).toBe(404);
    const own = await createView(viewer, { list: 'books', name: 'Own' });
    expect((await change(viewer, { id: own.id, json: { is_shared: true } })).body.code).toBe(
      'permission.missing',
    );
    expect((await remove(viewer, own.id)).body).toMatchObject({ message: 'View deleted successfully' });
    expect((await remove(viewer, own.id)).body.code).toBe('views.not_found');
  });

  test('can only be made private by an owner who lost the permission to edit', async () => {
    const { id } = await createView(editor, { list: 'books', name: 'Once ours', is_shared: true });
    const owner = await database.kysely
      .selectFrom('list_views')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const storePermissions = (permissions: readonly string[]) =>
      database.kysely
        .updateTable('users')
        .set({ permissions: JSON.stringify(permissions) })
        .where('id', '=', owner.user_id)
        .execute();
    await storePermissions([]);
    expect((await change(editor, { id, json: { name: 'Still ours' } })).status).toBe(403);
    expect((await change(editor, { id, json: { is_shared: false } })).status).toBe(200);
    expect((await change(editor, { id, json: { name: 'Mine' } })).body.data.version).toBe(3);
    await storePermissions(['books:edit']);
    await remove(editor, id);
  });

  test('replace sent values, and reject a change of an older version', async () => {
    const token = await api.tokenFor([]);
    const { id } = await createView(token, {
      list: 'books',
      name: 'Moons',
      query: { search: 'moon' },
      columns: ['author'],
    });
    const updateResponse = await change(token, {
      id,
      json: { query: {}, columns: null, density: 'compact', version: 1 },
    });
    expect(updateResponse.body.data).toMatchObject({
      name: 'Moons',
      query: {},
      columns: null,
      density: 'compact',
      version: 2,
    });
    expect((await change(token, { id, json: { density: null, version: 1 } })).body.code).toBe(
      'views.version_conflict',
    );
    expect(
      (await change(token, { id, json: { density: null }, headers: { 'if-match': '"1"' } })).status,
    ).toBe(409);
    expect((await change(token, { id, json: {}, headers: { 'if-match': '"2"' } })).body.data.density).toBe(
      'compact',
    );
    await createView(token, { list: 'books', name: 'Suns' });
    const response = await change(token, { id, json: { name: 'SUNS' } });
    expect([response.status, response.body.code]).toEqual([409, 'views.name_taken']);
    expect((await create(token, { list: 'books', name: 'suns' })).body.code).toBe('views.name_taken');
    expect((await create(token, { list: 'categories', name: 'Suns' })).status).toBe(200);
  });

  test('accept one of several conflicting concurrent changes', async () => {
    const token = await api.tokenFor([]);
    const names = ['One', 'Two', 'Three', 'Four'];
    const views = await Promise.all(names.map((name) => createView(token, { list: 'books', name })));
    const renameResponses = await Promise.all(
      views.map(({ id }) => change(token, { id, json: { name: 'The same' } })),
    );
    expect(renameResponses.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(new Set(renameResponses.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'views.name_taken']),
    );
    const [view] = views;
    const responses = await Promise.all(
      ['compact', 'comfortable', null].map((density) =>
        change(token, {
          id: view?.id ?? 0,
          json: { density, version: renameResponses[0]?.status === 200 ? 2 : 1 },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      200, 409, 409,
    ]);
  });

  test('name values that the list does not support', async () => {
    const wrong = await create(viewer, {
      list: 'collections',
      name: 'Wrong',
      query: { languages: 'en', search: 'x'.repeat(201), sort_by_field: 'title' },
      columns: ['books', 'title', 'actions'],
    });
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
      422,
      ['columns.1', 'columns.2', 'query.languages', 'query.search', 'query.sort_by_field'],
    ]);
    const nameless = await create(viewer, { list: 'shelves', name: ' ', density: 'huge', query: [] });
    expect(Object.keys(nameless.body.errors).toSorted()).toEqual(['density', 'list', 'name', 'query']);
    expect((await create(viewer, { list: 'books', name: 'x'.repeat(81) })).status).toBe(422);
    expect((await api.call('GET', '/api/views', { token: viewer })).status).toBe(422);
    expect((await create('', { list: 'books', name: 'Nobody’s' })).status).toBe(401);
  });

  test('are limited in number per account and list', async () => {
    const token = await api.tokenFor([]);
    for (let index = 0; index < viewLimits.maxOwn; index++)
      await createView(token, { list: 'challenges', name: `${index}` });
    expect((await create(token, { list: 'challenges', name: 'one more' })).body.code).toBe('record.conflict');
    expect((await create(token, { list: 'books', name: 'one more' })).status).toBe(200);
    expect(namesOf(await listViews(token))).toEqual(['one more']);
  });
});
