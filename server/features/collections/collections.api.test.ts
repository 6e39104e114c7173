import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const collections = '/api/books/collections';

eachDatabase('the API of collections', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  const viewer = await api.tokenFor([]);
  const codes: string[] = [];

  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await post('/api/books/create', { name });
      codes.push(body.data.code);
    }
  });
  afterAll(() => api.close());

  const post = (url: string, json: unknown) => api.call('POST', url, { token, json });
  const send = (url: string, options: CallOptions) => api.call('POST', url, { token, ...options });
  const codesIn = (body: { data: { books: { code: string }[] } }) => body.data.books.map(({ code }) => code);

  describe('collections', () => {
    const two = () => [codes[2] ?? '', codes[0] ?? ''];
    test.each<[string, () => CallOptions]>([
      ['repeated fields', () => ({ form: { title: 'Sent', 'book_codes[]': two() } })],
      [
        'numbered fields',
        () => ({ form: { title: 'Sent', 'book_codes[0]': two()[0] ?? '', 'book_codes[1]': two()[1] ?? '' } }),
      ],
      ['one JSON text', () => ({ form: { title: 'Sent', book_codes: JSON.stringify(two()) } })],
      ['a JSON list', () => ({ json: { title: 'Sent', book_codes: two() } })],
      ['a list that repeats itself', () => ({ json: { title: 'Sent', book_codes: [...two(), ...two()] } })],
    ])('accepts books as %s', async (_what, make) => {
      const { status, body } = await send(collections, make());
      expect(status).toBe(200);
      expect(codesIn(body)).toEqual(two());
    });

    test('keeps books that are not sent, and removes them for one blank code', async () => {
      const { id } = (await post(collections, { title: 'Kept', book_codes: two() })).body.data;
      const response = await send(`${collections}/update`, { form: { id: String(id), title: 'Renamed' } });
      expect(codesIn(response.body)).toEqual(two());
      const emptyResponse = await send(`${collections}/update`, {
        form: { id: String(id), 'book_codes[]': [''] },
      });
      expect(emptyResponse.body.data).toMatchObject({ title: 'Renamed', books: [] });
    });

    test.each<[string, object, string, RegExp]>([
      ['no title', { title: ' ' }, 'title', /^Title is required$/],
      ['an unknown code', { book_codes: ['BK-999999'] }, 'book_codes', /BK-999999\.$/],
      ['an id for a code', { book_codes: [1] }, 'book_codes', /code 1\.$/],
      ['an object for a code', { book_codes: [{ code: 'BK-000001' }] }, 'book_codes.0', /text/],
      ['an object for the list', { book_codes: { a: 'BK-000001' } }, 'book_codes.0', /text/],
      ['too long a description', { description: 'x'.repeat(20_001) }, 'description', /at most 20000/],
      [
        'too many codes',
        { book_codes: Array.from({ length: 5_001 }, (_, index) => `BK-${index + 1_000_000}`) },
        'book_codes',
        /^Must have at most 5000 entries$/,
      ],
    ])('rejects %s', async (_what, changes, field, message) => {
      const before = await api.call('GET', collections, { token });
      const { status, body } = await post(collections, { title: 'New', ...changes });
      expect([status, body.success]).toEqual([422, false]);
      expect(body.errors[field]).toMatch(message);
      expect((await api.call('GET', collections, { token })).body).toEqual(before.body);
    });

    test('folds the search of the list and ignores the language', async () => {
      const { data } = (await post(collections, { title: 'Işık 100%_' })).body;
      const search = async (text: string) => {
        const query = { search: text, language: 'tr', items_per_page: '5' };
        const { body } = await api.call('GET', collections, { token: viewer, query });
        return body.data.items.map(({ id }: { id: number }) => id);
      };
      expect(await search('ISIK')).toEqual([data.id]);
      expect(await search('%_')).toEqual([data.id]);
      expect(await search('100_')).toEqual([]);
    });
  });
});
