import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('the API of series', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  const books: { id: number; code: string }[] = [];

  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await api.call('POST', '/api/books/create', { token, json: { name } });
      books.push(body.data);
    }
  });
  afterAll(() => api.close());

  const post = (path: string, json: object = {}) => api.call('POST', `/api${path}`, { token, json });
  const get = async (path: string) => (await api.call('GET', `/api${path}`, { token })).body.data;
  const entriesAt = (...positions: string[]) =>
    positions.map((position, index) => ({ code: books[index]?.code ?? '', position }));
  const createdSeries = async (...positions: string[]) =>
    (await post('/series/create', { title: 'Cycle', books: entriesAt(...positions) })).body.data;
  const positionsOf = async (id: number) =>
    (await get(`/series/${id}`)).books.map(({ position }: { position: string }) => position).join(' ');
  const latestTrashId = async () => (await get('/trash')).items[0].id;

  test('accepts a form with one JSON text', async () => {
    const form = { title: 'Sent', books: JSON.stringify(entriesAt('1', '2')) };
    const { body } = await api.call('POST', '/api/series/create', { token, form });
    expect(body).toMatchObject({ message: 'Series created successfully' });
    expect(await positionsOf(body.data.id)).toBe('1 2');
  });

  test('reports a missing series with its error code', async () => {
    const { status, body } = await api.call('GET', '/api/series/999999', { token });
    expect([status, body.code]).toEqual([404, 'series.not_found']);
  });

  test('records changed positions, and undoes them', async () => {
    const { id } = await createdSeries('1', '2', '4');
    await post('/series/update', { id, books: entriesAt('1', '2', '3') });
    const { items } = await get(`/series/${id}/history`);
    const entry = await get(`/audit-log/${items[0].id}`);
    expect(entry.changes).toMatchObject([
      { field: 'books', changed: [{ before: { position: '4' }, after: { position: '3' } }] },
    ]);
    expect((await post(`/audit-log/${items[0].id}/undo`)).status).toBe(200);
    expect(await positionsOf(id)).toBe('1 2 4');
  });

  test('restores a deleted series with its positions', async () => {
    const { id } = await createdSeries('1', '2.5', '3');
    await api.call('DELETE', `/api/series/${id}`, { token });
    expect((await api.call('GET', `/api/series/${id}`, { token })).status).toBe(404);
    await post(`/trash/${await latestTrashId()}/restore`);
    expect(await positionsOf(id)).toBe('1 2.5 3');
  });

  test('returns a restored book to its series at its position', async () => {
    const { id } = await createdSeries('1', '2.5', '3');
    await api.call('DELETE', `/api/books/${books[1]?.id ?? 0}`, { token });
    expect(await positionsOf(id)).toBe('1 3');
    await post(`/trash/${await latestTrashId()}/restore`);
    expect(await positionsOf(id)).toBe('1 2.5 3');
    expect(await get(`/series/${id}`)).toMatchObject({ version: 3 });
  });

  test('reverts to a version before a book was deleted, with its position', async () => {
    const { id } = await createdSeries('1', '2.5', '3');
    const bookId = books[1]?.id ?? 0;
    await api.call('DELETE', `/api/books/${bookId}`, { token });
    const bookTrash = await latestTrashId();
    await api.call('DELETE', `/api/series/${id}`, { token });
    const seriesTrash = await latestTrashId();
    await post(`/trash/${bookTrash}/restore`);
    await post(`/trash/${seriesTrash}/restore`);
    expect(await positionsOf(id)).toBe('1 2.5 3');
  });

  test('shows the series of a book, and lists the books of a series in its order', async () => {
    const names = ['Third', 'First', 'Second'];
    const newBooks: { id: number; code: string }[] = [];
    for (const name of names) newBooks.push((await post('/books/create', { name, language: 1 })).body.data);
    const [third, first, second] = newBooks.map(({ code }) => code);
    const entries = [
      { code: first, position: '1' },
      { code: second, position: '2' },
      { code: third, position: '3' },
    ];
    const { id } = (await post('/series/create', { title: 'Ordered', books: entries })).body.data;
    const other = (await post('/series/create', { title: 'Another', books: [{ code: first }] })).body.data;
    expect(await get(`/books/${newBooks[1]?.id ?? 0}`)).toMatchObject({
      series: [
        { id, title: 'Ordered', position: '1' },
        { id: other.id, title: 'Another', position: '' },
      ],
    });

    const list = async (query: Record<string, string>) => {
      const filter = { series_id: String(id), with_chapters: '0', ...query };
      const { body } = await api.call('GET', '/api/books/list', { token, query: filter });
      const { items, total } = body.data;
      return [items.map(({ name }: { name: string }) => name).join(' '), total];
    };
    expect(await list({})).toEqual(['First Second Third', 3]);
    expect(await list({ items_per_page: '2', page: '2' })).toEqual(['Third', 3]);
    expect(await list({ search: 'fir' })).toEqual(['First', 1]);
    expect(await list({ language: '2' })).toEqual(['', 0]);
    expect(await list({ series_id: 'x' })).toEqual(['', 0]);
    await post('/books/update', { id: newBooks[2]?.id, name: 'Changed' });
    await post('/series/update', { id, books: entries.toReversed() });
    expect(await list({})).toEqual(['Third Changed First', 3]);
    await post('/books/update', { id: newBooks[0]?.id, name: 'Last' });
    expect(await list({})).toEqual(['Last Changed First', 3]);

    const { text } = await api.call('GET', '/api/spreadsheets/books/export', {
      token,
      query: { series_id: String(id) },
    });
    expect(text.match(/BK-\d+/g)).toEqual([third, second, first]);
  });

  test('finds gaps and duplicates in the positions of ordered series', async () => {
    const find = async (rule: string) =>
      (await get(`/reports/health/issues?rule=${rule}`)).items
        .filter(({ name }: { name: string }) => name.startsWith('Checked'))
        .map(({ name, detail }: { name: string; detail: string }) => [name, detail]);
    const add = async (title: string, positions: string[], is_ordered = true) =>
      (await post('/series/create', { title, is_ordered, books: entriesAt(...positions) })).body.data;
    const { id } = await add('Checked gap', ['1', '2', '4']);
    await add('Checked duplicate', ['1', '2', '2']);
    await add('Checked without an order', ['1', '1', '4'], false);
    expect(await find('series_gap')).toEqual([['Checked gap', '3']]);
    expect(await find('series_duplicate')).toEqual([['Checked duplicate', '2']]);
    await post('/series/update', { id, books: entriesAt('1', '2', '3') });
    expect(await find('series_gap')).toEqual([]);
  });
});
