import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type ResourceDeclaration, hasIdInPath } from '#contract/core/define-resource';
import { allPermissions, builtInRoles } from '#contract/core/permissions';
import { resources } from '#contract/core/resources';
import type { TestResponse, CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

/* The common behaviour of all resources except books. */

interface Kind {
  readonly declaration: ResourceDeclaration;
  /** The field that contains the name of the record. */
  readonly called: 'name' | 'title';
  /** The fields that a new record of this resource requires. */
  readonly needs: object;
}

const { books: _books, ...declarations } = resources;

const kinds = Object.values(declarations).map((declaration): Kind => {
  const needs: Partial<Record<string, object>> = {
    'sub-categories': { category_code: 'holder' },
    collections: { book_codes: ['BK-000001'] },
    series: { books: [{ code: 'BK-000001', position: '1' }] },
    challenges: {
      description: 'Of books',
      day_count: 7,
      items: [{ book_code: 'BK-000001', order_index: 0 }],
    },
  };
  return {
    declaration,
    called: /categories|publishers/.test(declaration.endpoints.list.path) ? 'name' : 'title',
    needs: needs[declaration.name] ?? {},
  };
});

eachDatabase('the API of records', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const tokens: Record<string, string | undefined> = { anonymous: undefined, 'a stranger': 'x'.repeat(43) };

  beforeAll(async () => {
    tokens['an admin'] = await api.tokenFor(allPermissions);
    tokens['a viewer'] = await api.tokenFor([]);
    tokens['an editor'] = await api.tokenFor(builtInRoles.editor);
    tokens['a remover'] = await api.tokenFor(builtInRoles.deleter);
    const token = tokens['an admin'];
    await api.call('POST', '/api/books/create', { token, json: { name: 'A book' } });
    await api.call('POST', '/api/books/categories', { token, json: { name: 'Holder' } });
  });
  afterAll(() => api.close());

  /** Sends a request about a record. The declaration determines the position of its ID. */
  const call = (
    who: string,
    {
      endpoint,
      id,
      options = {},
    }: {
      readonly endpoint: Endpoint;
      readonly id?: number | string | undefined;
      readonly options?: CallOptions | undefined;
    },
  ) => {
    const token = tokens[who];
    const isInBody = id !== undefined && !hasIdInPath(endpoint);
    const path = `/api${endpoint.path.replace(':id', String(id ?? ''))}`;
    return api.call(endpoint.method, path, {
      ...options,
      ...(token !== undefined && { token }),
      ...(isInBody && !options.form && { json: { id, ...(options.json as object | undefined) } }),
      ...(isInBody && options.form && { form: { id: String(id), ...options.form } }),
    });
  };

  function expectError({ status, body }: TestResponse, expected: number): void {
    expect([status, body.success, body.data]).toEqual([expected, false, null]);
    expect(body.message).toMatch(/^\S[^\n]{3,300}$/);
  }

  describe.each(kinds)('$declaration.plural', ({ declaration, called, needs }) => {
    const { endpoints, plural, messages } = declaration;
    const valid = (name = 'A record'): Record<string, unknown> => ({ [called]: name, ...needs });
    const add = (json: object, headers: Record<string, string> = {}) =>
      call('an admin', { endpoint: endpoints.create, options: { json, headers } });
    const change = (id: number, json: object, headers: Record<string, string> = {}) =>
      call('an admin', { endpoint: endpoints.update, id, options: { json, headers } });
    const list = async (query: Record<string, string> = {}) =>
      (await call('a viewer', { endpoint: endpoints.list, options: { query } })).body.data;
    const total = async () => (await list()).total;

    test.each<[string, keyof typeof endpoints, object | undefined, number | string, number]>([
      ['nobody', 'list', undefined, '', 401],
      ['nobody', 'create', {}, '', 401],
      ['nobody', 'remove', {}, 1, 401],
      ['a stranger', 'list', undefined, '', 401],
      ['a viewer', 'create', {}, '', 403],
      ['a viewer', 'update', { is_admin: 1 }, 1, 403],
      ['a viewer', 'remove', {}, 1, 403],
      ['an editor', 'remove', {}, 1, 403],
      ['a remover', 'create', {}, '', 403],
      ['a remover', 'update', {}, 1, 403],
      ['a viewer', 'get', undefined, 999_999, 404],
      ['a viewer', 'get', undefined, 'none', 404],
      ['an editor', 'update', {}, 999_999, 404],
      ['a remover', 'remove', {}, 999_999, 404],
      // An ID in the path makes the path unknown, and one in the body is an invalid value.
      ['an editor', 'update', {}, 'none', hasIdInPath(endpoints.update) ? 404 : 422],
    ])('for %s rejects %s %j of %s with %i', async (who, verb, json, id, status) => {
      const response = await call(who, {
        endpoint: endpoints[verb],
        id: id === '' ? undefined : id,
        options: json && { json },
      });
      expectError(response, status);
    });

    test.each([' ', null, ['A', 'B'], { toString: 'A' }, 'x'.repeat(501)])(
      'rejects the name %j',
      async (name) => {
        const before = await total();
        const createResponse = await add({ ...needs, [called]: name });
        expectError(createResponse, 422);
        expect(createResponse.body.errors).toHaveProperty(called);
        expect(await total()).toBe(before);
      },
    );

    test('creates, lists, updates and deletes a record', async () => {
      const before = await total();
      const createResponse = await add(valid('Kısa ömür'));
      expect([createResponse.status, createResponse.body.success, createResponse.body.message]).toEqual([
        200,
        true,
        messages.created,
      ]);
      const item = createResponse.body.data;
      expect(await list({ q: 'KISA OMUR', is_admin: '1', language: 'en' })).toEqual({
        items: [item],
        total: 1,
        objects: { total: 1 },
      });
      expect((await call('a viewer', { endpoint: endpoints.get, id: item.id })).body.data).toEqual(item);

      const updateResponse = await change(item.id, { [called]: 'Changed', version: 1 });
      expect(updateResponse.body).toMatchObject({
        success: true,
        message: messages.updated,
        data: { ...item, [called]: 'Changed', version: 2, updated_at: expect.any(String) },
      });
      for (const stale of [
        await change(item.id, { [called]: 'Late', version: 1 }),
        await change(item.id, {}, { 'if-match': '"1"' }),
      ]) {
        expectError(stale, 409);
        expect(stale.body.message).toContain('was changed by someone else since you opened it');
      }
      const last = await change(item.id, { [called]: 'Last' }, { 'if-match': '"2"' });
      expect(last.body.data).toMatchObject({ [called]: 'Last', version: 3 });

      const deleteResponse = await call('an admin', { endpoint: endpoints.remove, id: item.id });
      expect(deleteResponse.body).toEqual({ success: true, message: messages.deleted, data: null });
      expect(await total()).toBe(before);
      expectError(await call('a viewer', { endpoint: endpoints.get, id: item.id }), 404);
    });

    test('accepts forms like JSON', async () => {
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
      const fields = Object.entries(valid('Sent as a form')).map(([key, value]) =>
        key === 'book_codes' ? ['book_codes[]', value] : [key, text(value)],
      );
      const createResponse = await call('an admin', {
        endpoint: endpoints.create,
        options: {
          form: Object.fromEntries(fields),
        },
      });
      const asJson = await add(valid('Sent as JSON'));
      const changingFields = { [called]: '', id: 0, code: '', updated_at: '' };
      expect({ ...createResponse.body.data, ...changingFields }).toEqual({
        ...asJson.body.data,
        ...changingFields,
      });
      const updateResponse = await call('an admin', {
        endpoint: endpoints.update,
        id: createResponse.body.data.id,
        options: {
          form: { [called]: 'Changed by a form', version: '1' },
        },
      });
      expect(updateResponse.body.data).toMatchObject({ [called]: 'Changed by a form', version: 2 });
    });

    test('clamps pages, and treats % and _ as plain characters', async () => {
      const ids: number[] = [];
      for (const name of ['Paged 1', 'Paged 2%', 'Paged 3_'])
        ids.unshift((await add(valid(name))).body.data.id);
      const search = async (query: Record<string, string>) => {
        const page = await list({ search: 'paged', ...query });
        return [page.items.map(({ id }: { id: number }) => id), page.total];
      };
      expect(await search({})).toEqual([ids, 3]);
      expect(await search({ page: '2', items_per_page: '2' })).toEqual([ids.slice(2), 3]);
      expect(await search({ page: '9999', items_per_page: '2' })).toEqual([[], 3]);
      expect(await search({ page: 'x', items_per_page: '-5' })).toEqual([ids.slice(0, 1), 3]);
      expect(await search({ page: '0', items_per_page: '100000' })).toEqual([ids, 3]);
      expect(await search({ search: '%' })).toEqual([[ids[1]], 1]);
      expect(await search({ search: '_' })).toEqual([[ids[0]], 1]);
      expect(await search({ search: '', q: ' PAGED 1 ' })).toEqual([[ids[2]], 1]);
    });

    test('creates one record for ten equal concurrent requests, and rejects another body with the same key', async () => {
      const before = await total();
      const headers = { 'idempotency-key': `ten ${plural}` };
      const responses = await Promise.all(Array.from({ length: 10 }, () => add(valid('Once'), headers)));
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
      expect(await total()).toBe(before + 1);
      expectError(await add(valid('Another'), headers), 422);
    });

    test('accepts one of several concurrent changes of a version', async () => {
      const { id } = (await add(valid())).body.data;
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, n) => change(id, { version: 1, [called]: `Try ${n}` })),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409,
      ]);
    });
  });
});
