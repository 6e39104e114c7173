import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

/** The plain code with a combining accent and invisible characters. */
const pastedCode = '\uFEFFcafe\u0301\u200B';
const plain = 'café';

eachDatabase('equivalent codes', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);

  afterAll(() => api.close());

  const post = async (path: string, json: object) => {
    const { status, body } = await api.call('POST', `/api/books/${path}`, { token, json });
    return status === 200 ? body.data : status;
  };
  const total = async (query: Record<string, string>) =>
    (await api.call('GET', '/api/books/list', { token, query })).body.data.total;

  test('are stored in plain form, unique, and found in any form', async () => {
    expect((await post('categories', { name: 'Coffee', code: pastedCode })).code).toBe(plain);
    expect((await post('categories', { name: 'Coffee', code: plain })).code).toBe(`${plain}-2`);
    const sub = await post('sub-categories', {
      name: 'Beans',
      code: 'b\u00ADeans',
      category_code: pastedCode,
    });
    expect([sub.code, sub.category_code]).toEqual(['beans', plain]);

    const book = await post('create', {
      name: 'Roast',
      category_code: pastedCode,
      sub_category_code: 'bean\u200Ds',
    });
    expect([book.category.code, book.sub_category.code]).toEqual([plain, 'beans']);
    expect(await total({ category_code: pastedCode })).toBe(1);
    expect(await total({ sub_category_code: '\u2060beans' })).toBe(1);

    const book_code = book.code.replace('-', '\u200B-');
    const shelf = await post('collections', { title: 'Shelf', book_codes: [book_code, book.code] });
    expect(shelf.books).toEqual([{ code: book.code, name: 'Roast' }]);
    const items = [{ book_code, order_index: 0 }];
    const plan = { title: 'Plan', description: 'Of one day', day_count: 1 };
    expect((await post('challenges', { ...plan, items })).items).toMatchObject([{ book_code: book.code }]);
    expect(await post('challenges', { ...plan, items: [...items, { book_code: book.code }] })).toBe(422);
  });

  test.each(['categories', 'sub-categories'])(
    'for new %s are proposed to every signed-in user',
    async (resource) => {
      const path = `/api/books/proposed-codes/${resource}`;
      const request = (query: Record<string, string>, caller = token) =>
        api.call('GET', path, { token: caller, query });
      await post('categories', { name: 'Taken' });
      await post('sub-categories', { name: 'Taken', category_code: 'taken' });
      const viewer = await api.tokenFor([]);
      const { status, body } = await request({ name: ' Taken ' }, viewer);
      expect([status, body.data.code]).toEqual([200, expect.stringMatching(/^taken-[2-9]$/)]);
      expect((await request({ name: 'Çocuk & Co' })).body.data).toEqual({ code: 'cocuk-co' });
      for (const query of [{}, { name: ' ' }])
        expect((await request(query)).body.errors).toEqual({ name: 'Name is required' });
      expect((await request({ name: 'x'.repeat(501) })).status).toBe(422);
      expect((await api.call('GET', path, { query: { name: 'Taken' } })).status).toBe(401);
    },
  );

  test('of invisible characters only count as empty', async () => {
    expect((await post('categories', { name: 'Tea', code: '\u200B' })).code).toBe('tea');
    expect(await post('sub-categories', { name: 'Green', category_code: '\u200B' })).toBe(422);
  });
});
