import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { contextWith } from '#server/testing/factories';

const collections = '/api/books/collections';
const stories = '/api/books/story-books';
const validate = '/api/books/validate-item';

eachDatabase('the API of story books', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  const viewer = await api.tokenFor([]);
  const codes: string[] = [];
  /** Codes of a text. */
  let reference: Record<'book_code' | 'chapter_code' | 'text_item_code', string>;

  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await post('/api/books/create', { name });
      codes.push(body.data.code);
    }
    await api.services.books.replaceChapters(
      1,
      [{ name: 'First', duration: 60, code: 'C1', text_items: [{ text: 'It began.', code: 'T1' }] }],
      contextWith(),
    );
    reference = { book_code: codes[0] ?? '', chapter_code: 'C1', text_item_code: 'T1' };
  });
  afterAll(() => api.close());

  const post = (url: string, json: unknown) => api.call('POST', url, { token, json });
  const codesIn = (body: { data: { books: { code: string }[] } }) => body.data.books.map(({ code }) => code);

  describe('validate-item', () => {
    test('is allowed for all users, and returns the name of the book', async () => {
      const { status, body } = await api.call('POST', validate, { token: viewer, json: reference });
      expect([status, body]).toEqual([200, { success: true, message: 'OK', data: { book_name: 'One' } }]);
      expect((await api.call('POST', validate, { json: reference })).status).toBe(401);
    });

    test.each([
      ['book_code', 'BK-000009', 'No book found with code BK-000009.'],
      ['chapter_code', 'C9', 'The book “One” has no chapter with code C9.'],
      ['text_item_code', 'T9', 'The chapter “First” of “One” has no text item with code T9.'],
    ])('returns a wrong %s in a successful response', async (field, code, message) => {
      const { status, body } = await post(validate, { ...reference, [field]: code });
      expect([status, body]).toEqual([200, { success: false, message, data: null }]);
    });

    test.each([{}, { book_code: ' ' }, { chapter_code: null }, { text_item_code: '' }])(
      'returns 422 for blanks as in %j',
      async (changes) => {
        const json = Object.keys(changes).length === 0 ? {} : { ...reference, ...changes };
        const { status, body } = await post(validate, json);
        expect([status, body.message]).toEqual([422, 'All fields are required']);
      },
    );
  });

  describe('story books', () => {
    const ok = { book_code: 'BK-000001', chapter_code: 'C1', text_item_code: 'T1' };
    test.each<[string, () => unknown]>([
      ['a JSON list', () => [{ ...reference, is_featured: true }]],
      ['JSON texts', () => [JSON.stringify({ ...reference, is_featured: 1 })]],
      ['one JSON text', () => JSON.stringify([{ ...reference, is_featured: 'true' }])],
      ['ids', () => [{ book_code: 1, chapter_code: 1, text_item_code: 1, is_featured: true }]],
    ])('accepts items as %s', async (_what, make) => {
      const { body } = await post(stories, { title: 'Told', story_items: make() });
      expect(body.data.story_items).toEqual([{ ...reference, is_featured: true, book: { name: 'One' } }]);
    });

    test.each<[string, unknown, string, RegExp]>([
      [
        'a blank part',
        [{ book_code: 'BK-000001' }],
        'story_items.0.chapter_code',
        /^All fields are required$/,
      ],
      ['no objects', ['x'], 'story_items.0', /^Must be an object$/],
      [
        'a text that is not there',
        [ok, { ...ok, text_item_code: 'T9' }],
        'story_items.1.text_item_code',
        /^The chapter “First” of “One” has no text item with code T9\.$/,
      ],
    ])('rejects %s', async (_what, story_items, field, message) => {
      const { status, body } = await post(stories, { title: 'Never', story_items });
      expect([status, body.success]).toEqual([422, false]);
      expect(body.errors[field]).toMatch(message);
      const { body: listed } = await api.call('GET', stories, { token, query: { search: 'never' } });
      expect(listed.data.total).toBe(0);
    });
  });

  test('removes a deleted book from collections and story items, and increases their versions', async () => {
    const collection = (await post(collections, { title: 'Names', book_codes: codes })).body.data;
    const story = (await post(stories, { title: 'Names', story_items: [reference] })).body.data;
    expect((await api.call('DELETE', '/api/books/1', { token })).status).toBe(200);
    const shelf = await api.call('GET', `${collections}/${collection.id}`, { token });
    expect([codesIn(shelf.body), shelf.body.data.version]).toEqual([codes.slice(1), 2]);
    const response = await api.call('GET', `${stories}/${story.id}`, { token });
    expect(response.body.data).toMatchObject({ version: 2, story_items: [{ ...reference, book: null }] });
    const late = await post(`${collections}/update`, { id: collection.id, version: 1, title: 'Late' });
    expect(late.status).toBe(409);
  });
});
