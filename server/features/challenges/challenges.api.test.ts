import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { TestResponse, CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { makeImage } from '#server/testing/media-files';

const challenges = '/api/books/challenges';
const jsonOf = (value: unknown) => JSON.stringify(value);

eachDatabase('the API of challenges', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const tokens: Record<string, string | undefined> = { anonymous: undefined };
  /** Codes of three books. */
  const codes: string[] = [];

  beforeAll(async () => {
    tokens['an admin'] = await api.tokenFor(allPermissions);
    tokens['a viewer'] = await api.tokenFor([]);
    tokens['an editor'] = await api.tokenFor(['challenges:edit']);
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
  const challenge = (changes: object = {}) => ({
    title: 'A week',
    description: 'Of books',
    day_count: 7,
    items: [{ book_code: codes[0], order_index: 0 }],
    ...changes,
  });
  const total = async (url: string) => (await call('a viewer', { method: 'GET', url })).body.data.total;

  function expectError({ status, body }: TestResponse, expected: number): void {
    expect([status, body.success, body.data]).toEqual([expected, false, null]);
    expect(body.message).toMatch(/^\S[^\n]{3,300}$/);
  }

  describe('challenges', () => {
    test.each<[string, object, string, RegExp]>([
      ['no days', { day_count: undefined }, 'day_count', /^Duration is required$/],
      ['days below one', { day_count: '0' }, 'day_count', /at least 1 day$/],
      ['no books', { items: [] }, 'items', /^At least one book is required$/],
      ['a blank list', { items: '' }, 'items', /^At least one book is required$/],
      ['an unknown book', { items: [{ book_code: 'BK-999999' }] }, 'items', /code BK-999999\.$/],
      [
        'a book twice',
        { items: [{ book_code: 'BK-000001' }, { book_code: 'BK-000001' }] },
        'items.1.book_code',
        /^Book BK-000001 is already in this list$/,
      ],
      ['unreadable items', { items: ['{"book_code":'] }, 'items.0', /^Must be an object$/],
      ['lists of lists', { items: [[{ book_code: 'BK-000001' }]] }, 'items.0', /^Must be an object$/],
      ['a blank description', { description: ' ' }, 'description', /^Description is required$/],
    ])('rejects %s', async (_what, changes, field, message) => {
      const before = await total(challenges);
      const createResponse = await post(challenges, challenge(changes));
      expectError(createResponse, 422);
      expect(createResponse.body.errors[field]).toMatch(message);
      expect(await total(challenges)).toBe(before);
    });

    const first = () => ({ book_code: codes[2], order_index: 0, is_featured: true });
    const second = () => ({ book_code: codes[0], order_index: 1 });
    test.each<[string, () => CallOptions]>([
      ['repeated JSON texts', () => ({ form: { 'items[]': [jsonOf(second()), jsonOf(first())] } })],
      [
        'numbered fields',
        () => ({
          form: {
            'items[0][book_code]': codes[2] ?? '',
            'items[0][order_index]': '0',
            'items[0][is_featured]': 'true',
            'items[1][book_code]': codes[0] ?? '',
            'items[1][order_index]': '1',
          },
        }),
      ],
      ['one JSON text', () => ({ form: { items: jsonOf([first(), second()]) } })],
      ['a JSON body', () => ({ json: { items: [second(), first()] } })],
    ])('accepts books as %s', async (_what, make) => {
      const options = make();
      const fields = { title: 'Sent', description: 'In many ways', day_count: '2', is_active: 'true' };
      const createResponse = await call('an editor', {
        method: 'POST',
        url: challenges,
        options: {
          ...(options.form && { form: { ...fields, ...options.form } }),
          ...(options.json !== undefined && { json: { ...fields, ...options.json } }),
        },
      });
      expect(createResponse.body.data).toMatchObject({ day_count: 2, is_active: true });
      expect(createResponse.body.data.items).toEqual([
        { ...first(), book: { name: 'Three' } },
        { ...second(), book: { name: 'One' } },
      ]);
    });

    test('stores the image of a form, and keeps it when no file is sent', async () => {
      const image = { bytes: await makeImage('png', { width: 60, height: 40 }), name: 'a.png' };
      const form = { title: 'Seen', description: 'd', day_count: '1', items: jsonOf([second()]), image };
      const { body } = await call('an editor', { method: 'POST', url: challenges, options: { form } });
      expect((await call('nobody', { method: 'GET', url: body.data.image })).headers['content-type']).toBe(
        'image/webp',
      );
      const response = await call('an editor', {
        method: 'POST',
        url: `${challenges}/update`,
        options: {
          form: { id: String(body.data.id), is_active: 'false' },
        },
      });
      expect(response.body.data).toMatchObject({
        image: body.data.image,
        is_active: false,
        items: body.data.items,
      });
      const text = { bytes: Buffer.from('no picture'), name: 'a.png' };
      expectError(
        await call('an editor', {
          method: 'POST',
          url: challenges,
          options: { form: { ...form, image: text } },
        }),
        415,
      );
    });

    test('sorts the list by days, and accepts the common query of lists', async () => {
      const ids: number[] = [];
      for (const day_count of [5, 2, 9])
        ids.push((await post(challenges, challenge({ title: 'Ordered', day_count }))).body.data.id);
      const list = async (query: Record<string, string>) => {
        const { body } = await call('a viewer', {
          method: 'GET',
          url: challenges,
          options: {
            query: { search: 'ordered', ...query },
          },
        });
        return body.data.items.map((item: { id: number }) => ids.indexOf(item.id));
      };
      expect(await list({})).toEqual([2, 1, 0]);
      expect(await list({ sort_by_field: 'day_count', sort_direction: 'asc' })).toEqual([1, 0, 2]);
      expect(await list({ sort_by_field: 'day_count', sort_direction: 'DESC' })).toEqual([2, 0, 1]);
      expect(await list({ sort_by_field: 'title', language: 'en' })).toEqual([2, 1, 0]);
      expect(await list({ items_per_page: '1', page: '2' })).toEqual([1]);
      expect(await list({ page: 'x', items_per_page: '-5' })).toHaveLength(1);
    });

    test('removes a deleted book, and renumbers the days', async () => {
      const code = await addBook('Going');
      const items = [codes[0], code, codes[1]].map((book_code, order_index) => ({ book_code, order_index }));
      const { id } = (await post(challenges, challenge({ items }))).body.data;
      const listResponse = await call('a viewer', {
        method: 'GET',
        url: '/api/books/list',
        options: { query: { search: code } },
      });
      const deleteResponse = await api.call('DELETE', `/api/books/${listResponse.body.data.items[0].id}`, {
        token: tokens['an admin'] ?? '',
      });
      expect(deleteResponse.status).toBe(200);
      const { body } = await call('a viewer', { method: 'GET', url: `${challenges}/${id}` });
      expect(body.data.items).toEqual([
        { book_code: codes[0], order_index: 0, book: { name: 'One' } },
        { book_code: codes[1], order_index: 1, book: { name: 'Two' } },
      ]);
      expectError(await post(`${challenges}/update`, { id, version: 1, title: 'Late' }), 409);
      expectError(await post(`${challenges}/update`, { id, items }), 422);
    });
  });
});
