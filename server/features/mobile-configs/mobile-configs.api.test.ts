import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { TestResponse, CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const configs = '/api/books/mobile-configs';
const jsonOf = (value: unknown) => JSON.stringify(value);

eachDatabase('the API of mobile configs', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const tokens: Record<string, string | undefined> = { anonymous: undefined };
  /** Codes of three books. */
  const codes: string[] = [];

  beforeAll(async () => {
    tokens['an admin'] = await api.tokenFor(allPermissions);
    tokens['a viewer'] = await api.tokenFor([]);
    tokens['an editor'] = await api.tokenFor(['mobile-configs:edit']);
    for (const name of ['One', 'Two', 'Three']) codes.push(await addBook(name));
  });
  afterAll(() => api.close());

  const call = (
    who: string,
    {
      method,
      url,
      options = {},
    }: { readonly method: 'GET' | 'POST'; readonly url: string; readonly options?: CallOptions | undefined },
  ) => {
    const token = tokens[who];
    return api.call(method, url, { ...options, ...(token !== undefined && { token }) });
  };
  const post = (url: string, json: unknown, headers: Record<string, string> = {}) =>
    call('an admin', { method: 'POST', url, options: { json, headers } });
  async function addBook(name: string): Promise<string> {
    return (await post('/api/books/create', { name })).body.data.code;
  }
  const total = async (url: string) => (await call('a viewer', { method: 'GET', url })).body.data.total;

  function expectError({ status, body }: TestResponse, expected: number): void {
    expect([status, body.success, body.data]).toEqual([expected, false, null]);
    expect(body.message).toMatch(/^\S[^\n]{3,300}$/);
  }

  describe('mobile configs', () => {
    const block = { title: 'Block', type: 'categories', data: { items: [] } };
    test.each<[string, object, string, RegExp]>([
      [
        'a block without title',
        { config: [block, { ...block, title: '' }] },
        'config.1.title',
        /^Block title/,
      ],
      ['an unknown type', { config: [{ ...block, type: 'radio' }] }, 'config.0.type', /unknown$/],
      ['no id', { config: [{ ...block, data: 'novels' }] }, 'config.0.data.0', /^Must be an ID$/],
      [
        'an unknown id',
        { config: [{ ...block, data: [77_777] }] },
        'config.0.data',
        /no category .* 77777\.$/,
      ],
      ['a config that is no list', { config: 'home' }, 'config.0', /^Must be an object$/],
      [
        'a reference in many wrappers',
        { config: [{ ...block, data: `${'{"item":'.repeat(12)}1${'}'.repeat(12)}` }] },
        'config.0.data.0',
        /^Must be an ID$/,
      ],
      [
        'an object that refers to nothing',
        { config: [{ ...block, data: { items: [{ code: 'novels' }] } }] },
        'config.0.data.0',
        /^Must be an ID$/,
      ],
      [
        'too many blocks',
        { config: Array.from({ length: 201 }, () => block) },
        'config',
        /^Must have at most 200 blocks$/,
      ],
    ])('rejects %s', async (_what, changes, field, message) => {
      const before = await total(configs);
      const createResponse = await post(configs, { title: 'Home', ...changes });
      expectError(createResponse, 422);
      expect(createResponse.body.errors[field]).toMatch(message);
      expect(await total(configs)).toBe(before);
    });

    test('rejects a reference in endless wrappers before it is unwrapped', async () => {
      const data = `${'{"item":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
      const response = await post(configs, { title: 'Home', config: [{ ...block, data }] });
      expectError(response, 422);
      expect(response.body.message).toBe('The request is nested too deeply.');
    });

    test('removes deleted records from blocks, and saves an old config', async () => {
      const add = async (title: string) =>
        (await post('/api/books/collections', { title, book_codes: codes })).body.data.id;
      const [deletedId, remainingId] = [await add('Gone'), await add('Kept')];
      const config = [
        { title: 'One', type: 'one_collection', data: { id: deletedId } },
        {
          title: 'Many',
          type: 'list_collection',
          data: { items: [{ id: deletedId }, { id: remainingId }, { id: remainingId }] },
        },
      ];
      const newConfig = (await post(configs, { title: 'Home', config: jsonOf(config) })).body.data;
      expect(newConfig.config[1].data.items.map((item: { id: number }) => item.id)).toEqual([
        deletedId,
        remainingId,
      ]);
      expect(newConfig.config[0].data.item).toMatchObject({ id: deletedId, title: 'Gone', image: null });
      await post('/api/books/collections/delete', { id: deletedId });
      const after = (await call('a viewer', { method: 'GET', url: `${configs}/${newConfig.id}` })).body.data;
      expect(after.config.map(({ data }: { data: object }) => data)).toMatchObject([
        { item: null },
        { items: [{ id: remainingId }] },
      ]);
      const saveResponse = await post(`${configs}/update`, { id: newConfig.id, version: 1, config });
      expect(saveResponse.body.data).toEqual({ ...after, version: 2, updated_at: expect.any(String) });
      expectError(await post(configs, { title: 'New', config }), 422);
    });
  });
});
