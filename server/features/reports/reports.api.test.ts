import { type HealthCheck, healthCheckNames } from '#contract/catalogue-health/health-checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analytics } from '#contract/analytics/analytics';
import type { HealthReport, HealthIssue } from '#contract/catalogue-health/catalogue-health';
import { addDays, toDay } from '#contract/analytics/periods';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openTestApp } from '#server/testing/open-test-app';

const context = contextWith();

eachDatabase('reports', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  let token: string;
  beforeAll(async () => {
    token = await api.tokenFor(allPermissions);
  });
  afterAll(() => api.close());

  const add = async (path: string, json: object) =>
    (await api.call('POST', `/api/books/${path}`, { token, json })).body.data;
  const addBook = (json: object) =>
    api
      .call('POST', '/api/books/create', { token, json })
      .then(({ body }) => body.data as { id: number; code: string; version: number });
  const report = async (): Promise<HealthReport> =>
    (await api.call('GET', '/api/reports/health', { token })).body.data;
  const countOf = async (rule: HealthCheck) => (await report()).rules.find((entry) => entry.rule === rule);
  const find = async (rule: HealthCheck, query: Record<string, string> = {}): Promise<HealthIssue[]> =>
    (await api.call('GET', '/api/reports/health/issues', { token, query: { rule, ...query } })).body.data
      .items;
  const namesOf = async (rule: HealthCheck, query: Record<string, string> = {}) =>
    (await find(rule, query)).map(({ name }) => name);

  describe('catalogue health', () => {
    test('returns no issue for an empty catalogue, and lists every check', async () => {
      const { remaining, rules } = await report();
      expect(remaining).toBe(0);
      expect(rules.map(({ rule }) => rule)).toEqual(healthCheckNames);
      expect(rules.filter(({ count }) => count > 0)).toEqual([]);
    });

    test('finds missing values of books, and describes differences', async () => {
      const author = { name: 'Ayşe' };
      const { id } = await addBook({
        name: 'Salt',
        author,
        chapter_count: 3,
        duration: 100,
        description: 'D',
      });
      await addBook({ name: 'salt', author: { name: 'Ayse' }, language: 1, is_backup: 0 });
      const isActive = { publication_status: 'active' };
      await addBook({ name: 'SALT', author, language: 1, ...isActive, isbn: '9783161484100' });
      await addBook({ name: 'chapter_01.mp3', author: { name: 'Bo' }, ...isActive });
      await api.services.books.replaceChapters(
        id,
        [
          { name: 'One', duration: 60, text_items: [{ text: 'Once upon a time' }] },
          { name: 'Two', duration: 60, text_items: [] },
        ],
        context,
      );
      // The API does not allow this difference.
      await database.kysely.updateTable('books').set({ chapter_count: 3 }).where('id', '=', id).execute();
      expect(await namesOf('book_without_cover')).toEqual(['chapter_01.mp3', 'SALT', 'salt', 'Salt']);
      expect(await countOf('book_without_cover')).toMatchObject({ count: 4, dismissed: 0, kind: 'books' });
      expect(await namesOf('book_without_description')).toEqual(['chapter_01.mp3', 'SALT', 'salt']);
      expect(await namesOf('book_title_is_file_name')).toEqual(['chapter_01.mp3']);
      expect(await namesOf('book_without_isbn')).toEqual(['chapter_01.mp3']);
      expect(await find('book_duplicated')).toMatchObject([
        { name: 'SALT' },
        { name: 'Salt', detail: 'Ayşe' },
      ]);
      expect(await find('book_chapter_count_differs')).toMatchObject([
        { name: 'Salt', detail: '3 entered, 2 actual', code: 'BK-000001', dismissal: null },
      ]);
      expect(await find('book_duration_differs')).toMatchObject([
        { detail: '1:40 entered, 2:00 in chapters' },
      ]);
      expect(await find('book_chapter_without_text')).toMatchObject([{ detail: '1 of 2 chapters' }]);
      expect(await find('author_duplicate_spelling')).toMatchObject([
        { name: 'Ayse', detail: 'Ayşe' },
        { name: 'Ayşe', detail: 'Ayse' },
      ]);
    });

    test('searches, filters and pages issues', async () => {
      expect(await namesOf('book_without_cover', { search: 'SAL' })).toEqual(['SALT', 'salt', 'Salt']);
      expect(await namesOf('book_without_cover', { language: 'tr' })).toEqual(['SALT', 'salt']);
      expect(await namesOf('book_without_cover', { language: 'tr', is_backup: '0' })).toEqual(['salt']);
      expect(await namesOf('book_without_cover', { category_code: 'none' })).toEqual([]);
      expect(await namesOf('book_without_cover', { search: 'sal', is_backup: '0' })).toEqual(['salt']);
      // One of many books that match the filter, and one of many issues.
      expect(await namesOf('book_title_is_file_name', { is_backup: '1' })).toEqual(['chapter_01.mp3']);
      expect(await namesOf('book_title_is_file_name', { is_backup: '0' })).toEqual([]);
      const { body } = await api.call('GET', '/api/reports/health/issues', {
        token,
        query: { rule: 'book_without_cover', page: '2', items_per_page: '3' },
      });
      expect(body.data).toMatchObject({ total: 4, items: [{ name: 'Salt' }] });
      expect(
        (await api.call('GET', '/api/reports/health/issues', { token, query: { rule: 'x' } })).status,
      ).toBe(422);
    });

    test('hides dismissed issues until the record changes', async () => {
      const [first] = await find('book_chapter_count_differs');
      if (!first) throw new Error('nothing found');
      const rule = 'book_chapter_count_differs';
      const dismiss = (json: object, by = token) =>
        api.call('POST', '/api/reports/health/dismissals', {
          token: by,
          json: { rule, id: first.id, ...json },
        });
      const reader = await api.tokenFor(['collections:edit']);
      expect((await dismiss({ reason: 'No' }, reader)).status).toBe(403);
      expect((await dismiss({ reason: ' ' })).status).toBe(422);
      expect((await dismiss({ reason: 'Old', version: first.version + 1 })).status).toBe(409);
      expect((await dismiss({ reason: 'Gone', id: 999 })).status).toBe(404);
      expect((await dismiss({ reason: 'As printed', version: first.version })).status).toBe(200);
      expect(await countOf(rule)).toMatchObject({ count: 0, dismissed: 1 });
      expect(await find(rule)).toEqual([]);
      expect(await find(rule, { is_backup: '1' })).toEqual([]);
      expect(await find(rule, { search: 'salt' })).toEqual([]);
      expect(await find(rule, { dismissed: '1', is_backup: '0' })).toEqual([]);
      expect(await find(rule, { dismissed: '1', search: 'wind' })).toEqual([]);
      for (const narrow of [{}, { is_backup: '1' }, { search: 'salt' }])
        expect(await find(rule, { dismissed: '1', ...narrow })).toMatchObject([
          { dismissal: { reason: 'As printed', by: 'Someone' } },
        ]);
      await api.call('POST', '/api/reports/health/dismissals/end', { token, json: { rule, id: first.id } });
      expect(await namesOf(rule)).toEqual(['Salt']);
      await dismiss({ reason: 'As printed' });
      await api.services.books.update({ id: first.id, narrator: 'Cem' }, context);
      expect(await countOf(rule)).toMatchObject({ count: 1, dismissed: 0 });
    });

    test('checks records with books, and home screens', async () => {
      const { id } = await add('collections', { title: 'By the sea', description: '', book_codes: [] });
      const { id: collectionId } = await add('collections', {
        title: 'Kept',
        description: 'D',
        book_codes: ['BK-000001'],
      });
      const challenge = await add('challenges', {
        title: 'Week',
        description: 'D',
        day_count: 7,
        is_active: false,
        items: [{ book_code: 'BK-000001', order_index: 0 }],
      });
      await add('categories', { name: 'Sea' });
      await add('mobile-configs', {
        title: 'Home',
        is_main_service: true,
        config: [
          { title: 'Shelves', type: 'list_collection', data: { items: [{ id }, { id: collectionId }] } },
          { title: 'Days', type: 'challenges', data: { items: [{ id: challenge.id }] } },
        ],
      });
      expect(await namesOf('collection_without_books')).toEqual(['By the sea']);
      expect(await namesOf('collection_without_description')).toEqual(['By the sea']);
      expect(await find('challenge_days_differ')).toMatchObject([
        { name: 'Week', detail: '7 days, 1 books' },
      ]);
      expect(await namesOf('category_without_books')).toEqual(['Sea']);
      expect(await find('home_names_backup_only')).toMatchObject([{ detail: '“Shelves”, “Days”' }]);
      expect(await find('home_challenge_inactive')).toMatchObject([{ name: 'Home', detail: '“Days”' }]);
      await api.call('POST', '/api/books/collections/delete', { token, json: { id } });
      expect(await find('home_block_shortened')).toMatchObject([{ detail: '“Shelves”' }]);
      expect(await namesOf('collection_without_books', { search: 'sea' })).toEqual([]);
    });

    test('downloads issues as a file in which no text is a formula', async () => {
      await addBook({ name: '=1+1, "quoted"' });
      const { text, headers, status } = await api.call('GET', '/api/reports/health/issues.csv', {
        token,
        query: { rule: 'book_without_cover' },
      });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(text.split('\r\n').slice(0, 2)).toEqual([
        '\uFEFFid,code,name,found,dismissal reason',
        '5,BK-000005,"\'=1+1, ""quoted""",,',
      ]);
      expect((await api.call('GET', '/api/reports/health/issues.csv')).status).toBe(401);
    });
  });

  describe('analytics', () => {
    const analytics = async (query: Record<string, string> = {}, by = token): Promise<Analytics> =>
      (await api.call('GET', '/api/reports/analytics', { token: by, query })).body.data;

    test('return the growth of the catalogue by day and filter', async () => {
      const today = toDay(new Date());
      const { periods, interval, from, to, matrix, lengths } = await analytics();
      expect({ interval, from, to, days: periods.length }).toEqual({
        interval: 'day',
        from: addDays(today, -29),
        to: today,
        days: 30,
      });
      expect(periods.at(-2)).toMatchObject({ books: 0, added: 0 });
      expect(periods.at(-1)).toMatchObject({ starts_on: today, books: 5, added: 5, changed: 2, deleted: 0 });
      expect(matrix).toMatchObject([
        { language: 1, category: null, books: 2 },
        { language: 3, category: null, books: 3 },
      ]);
      expect(lengths.map(({ books }) => books)).toEqual([4, 1, 0, 0, 0, 0, 0, 0, 0]);
      const turkish = await analytics({ language: 'tr' });
      expect(turkish.periods.at(-1)).toMatchObject({ books: 2, added: 2 });
      expect((await analytics({ is_backup: '0' })).periods.at(-1)).toMatchObject({ books: 1 });
      expect((await analytics({ category_code: 'sea' })).periods.at(-1)).toMatchObject({ books: 0 });
    });

    test('choose the interval by the range, and include earlier days', async () => {
      const today = toDay(new Date());
      const year = await analytics({ from: addDays(today, -300), to: today });
      expect(year.interval).toBe('week');
      expect(year.periods.at(-1)).toMatchObject({ books: 5, added: 5 });
      const before = await analytics({ from: '2020-01-01', to: '2021-12-31' });
      expect(before.interval).toBe('month');
      expect(before.periods).toHaveLength(24);
      expect(before.periods.at(-1)).toMatchObject({ starts_on: '2021-12-01', books: 0 });
      expect((await analytics({ from: 'soon', to: '9999-99-99' })).periods).toHaveLength(30);
    });

    test('return the deliveries of home screens', async () => {
      const home = () => api.call('GET', '/api/mobile/home');
      const { headers } = await home();
      await home();
      await api.call('GET', '/api/mobile/home', { headers: { 'if-none-match': String(headers['etag']) } });
      const permissions: Permission[] = [];
      await api.flush();
      token = await api.tokenFor(permissions);
      const { deliveries, delivered } = await analytics({}, token);
      expect(deliveries.at(-1)).toMatchObject({ calls: 3, unchanged: 1 });
      expect(delivered).toMatchObject([{ title: 'Home', calls: 3, unchanged: 1 }]);
    });
  });

  test('checks blocks of books, also after a delete and a restore', async () => {
    token = await api.tokenFor(allPermissions);
    const main = await addBook({ name: 'In the main service', is_backup: false });
    const backup = await addBook({ name: 'In the backup service', is_backup: true });
    const block = (title: string, ...ids: number[]) => ({
      title,
      type: 'books',
      data: { items: ids.map((id) => ({ id })) },
    });
    const config = [block('Both', main.id, backup.id), block('Hidden', backup.id), block('One', main.id)];
    const { id: home } = await add('mobile-configs', { title: 'Books', is_main_service: true, config });
    const detailOf = async (rule: HealthCheck) => (await find(rule)).find(({ id }) => id === home)?.detail;
    expect(await detailOf('home_names_backup_only')).toBe('“Hidden”');
    expect(await detailOf('home_block_empty')).toBeUndefined();
    await api.services.books.remove(main.id, context);
    expect(await detailOf('home_block_empty')).toBe('“One”');
    expect(await detailOf('home_block_shortened')).toBe('“Both”');
    const { body } = await api.call('GET', '/api/trash', { token, query: { kind: 'books' } });
    await api.call('POST', `/api/trash/${body.data.items[0].id}/restore`, { token });
    expect(await detailOf('home_block_empty')).toBeUndefined();
    await api.call('POST', '/api/books/mobile-configs/delete', { token, json: { id: home } });
  });
});
