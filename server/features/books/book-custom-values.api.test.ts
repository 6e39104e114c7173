import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import type { TestResponse } from '#server/testing/build-test-app';
import { customFieldOfEachType } from '#server/testing/custom-fields';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const values = {
  note: 'Ünïque\nnote',
  season: -2.5,
  signed_on: '2026-02-28',
  is_exclusive: false,
  mood: 'Calm',
  page: 'https://example.org/a?b=c',
};

eachDatabase('values of custom fields', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    for (const field of customFieldOfEachType) await call('POST', '/custom-fields/create', field);
  });
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const create = async (custom: unknown, json: object = {}): Promise<Book> =>
    (await call('POST', '/books/create', { name: 'Book', custom, ...json })).body.data;
  const update = (id: number, custom: unknown) => call('POST', '/books/update', { id, custom });
  const read = async (id: number) => (await call('GET', `/books/${id}`)).body.data;
  const entryOf = ({ headers }: TestResponse) => Number(headers['x-audit-log-entry']);
  const idsOf = async (query: string) =>
    (await call('GET', `/books/list?with_chapters=0&${query}`)).body.data.items.map(({ id }: Book) => id);

  test('are typed, and unsent ones stay', async () => {
    const { id, custom } = await create(values);
    expect(custom).toEqual(values);
    const changes = { note: '', season: ' 3 ', is_exclusive: 'yes', mood: 'DARK', page: null };
    expect((await update(id, changes)).body.data.custom).toEqual({
      season: 3,
      signed_on: values.signed_on,
      is_exclusive: true,
      mood: 'Dark',
      page: values.page,
    });
    expect((await read(id)).custom.season).toBe(3);
    expect((await call('POST', '/books/update', { id, name: 'Other' })).body.data.custom.season).toBe(3);
    const blanks = Object.fromEntries(Object.keys(values).map((key) => [key, '']));
    expect((await update(id, blanks)).body.data).not.toHaveProperty('custom');
  });

  test('are also accepted in forms, as fields or as JSON text', async () => {
    const form = { name: 'Form', 'custom[season]': '1.50', 'custom[is_exclusive]': 'true' };
    const response = await api.call('POST', '/api/books/create', { token, form });
    expect(response.body.data.custom).toEqual({ season: 1.5, is_exclusive: true });
    const { id } = response.body.data;
    const text = { id: String(id), custom: '{"season":"","mood":"Calm"}' };
    const updateResponse = await api.call('POST', '/api/books/update', { token, form: text });
    expect(updateResponse.body.data.custom).toEqual({ is_exclusive: true, mood: 'Calm' });
  });

  test.each([
    [{ unknown: 'x' }, 'custom.unknown', 'No custom field has the key unknown.'],
    [{ season: 'three' }, 'custom.season', 'Season must be a number'],
    [{ season: '1e999' }, 'custom.season', 'Season must be a number'],
    [{ season: '0x10' }, 'custom.season', 'Season must be a number'],
    [{ signed_on: '2026-02-30' }, 'custom.signed_on', 'Signed on must be a date in the format YYYY-MM-DD'],
    [{ is_exclusive: 'maybe' }, 'custom.is_exclusive', 'Is exclusive must be true or false'],
    [{ mood: 'Merry' }, 'custom.mood', 'Mood must be one of: Calm, Dark'],
    [{ page: 'javascript:alert(1)' }, 'custom.page', 'Page must be an http or https address'],
    [{ page: 'https://' }, 'custom.page', 'Page must be an http or https address'],
    [{ note: 'x'.repeat(2001) }, 'custom.note', 'Note must be at most 2000 characters'],
    [{ note: ['x'] }, 'custom.note', 'Must be text, a number, true or false'],
    [{ note: { a: 1 } }, 'custom.note', 'Must be text, a number, true or false'],
    [['x'], 'custom', 'Must be an object'],
    ['text', 'custom', 'Must be an object'],
    [7, 'custom', 'Must be an object'],
  ])('reject %j', async (custom, path, message) => {
    const { status, body } = await call('POST', '/books/create', { name: 'Book', custom });
    expect([status, body.errors]).toEqual([422, { [path]: message }]);
  });

  test('are in the history, and are undone and restored', async () => {
    const { id } = await create({ mood: 'Calm', season: 1 });
    const response = await update(id, { mood: '', season: 2 });
    const entry = (await call('GET', `/audit-log/${entryOf(response)}`)).body.data;
    expect(entry.changes).toEqual([
      { type: 'value', field: 'custom.season', before: 1, after: 2 },
      { type: 'value', field: 'custom.mood', before: 'Calm', after: null },
    ]);
    expect((await update(id, { season: '2.0' })).body.data.version).toBe(3);
    expect((await call('POST', `/audit-log/${entryOf(response)}/undo`)).status).toBe(409);
    const last = await update(id, { season: 9, note: 'N' });
    expect((await call('POST', `/audit-log/${entryOf(last)}/undo`)).status).toBe(200);
    expect((await read(id)).custom).toEqual({ season: 2 });

    await call('DELETE', `/books/${id}`);
    expect(await idsOf('custom.season=2')).not.toContain(id);
    const [item] = (await call('GET', '/trash')).body.data.items;
    expect((await call('POST', `/trash/${item.id}/restore`)).status).toBe(200);
    expect((await read(id)).custom).toEqual({ season: 2 });
    expect(await idsOf('custom.season=2')).toContain(id);
  });

  test('filter the list of books, also after changes', async () => {
    const first = await create({ season: 10, mood: 'Dark', signed_on: '2025-01-01', note: 'Filter ME' });
    const second = await create({ season: 9, mood: 'Dark', is_exclusive: true });
    const third = await create({ season: -10, page: 'https://example.org/x' });
    const own = [first.id, second.id, third.id];
    const matches = async (query: string) => {
      // The second request reads the cached list.
      await idsOf(query);
      return (await idsOf(query)).filter((id: number) => own.includes(id)).toReversed();
    };
    expect(await matches('custom.mood=dark')).toEqual([first.id, second.id]);
    expect(await matches('custom[mood]=Dark&custom.is_exclusive=1')).toEqual([second.id]);
    expect(await matches('custom.season=10.0')).toEqual([first.id]);
    expect(await matches('custom.season.from=-10&custom.season.to=9.5')).toEqual([second.id, third.id]);
    expect(await matches('custom.season.from=-10&custom.season=9')).toEqual([second.id]);
    expect(await matches('custom.season=9&custom.season.to=8')).toEqual([]);
    expect(await matches('custom.season.from=-10&custom.mood=dark&language=0')).toEqual([]);
    const ids = await matches('custom.season.from=-10&sort_by_field=publication_date&sort_direction=asc');
    expect(ids.toSorted((a: number, b: number) => a - b)).toEqual(own);
    expect(await matches('custom.signed_on.to=2025-01-01')).toEqual([first.id]);
    expect(await matches('custom.note=fílter%20me')).toEqual([first.id]);
    expect(await matches('custom.page=https://example.org/X')).toEqual([third.id]);
    for (const query of ['unknown=1', 'mood=Merry', 'mood.from=Dark', 'season=x', 'season.from='])
      expect([query, await matches(`custom.${query}`)]).toEqual([query, query === 'season.from=' ? own : []]);
    await update(second.id, { mood: 'Calm' });
    await update(third.id, { mood: 'Dark' });
    expect(await matches('custom.mood=dark')).toEqual([first.id, third.id]);
    const data = (await call('GET', '/books/list?with_chapters=0&custom.mood=Dark')).body.data;
    expect([data.total, data.items[0].custom]).toEqual([2, expect.objectContaining({ mood: 'Dark' })]);
  });

  test('are part of saved views', async () => {
    const query = { 'custom.mood': 'Dark', language: 'en' };
    const response = await call('POST', '/views', { list: 'books', name: 'Dark', query });
    expect(response.body.data.query).toEqual(query);
    const views = await call('GET', '/views?list=books&counts=1');
    expect(views.body.data.items[0].count).toBe(2);
    const wrong = await call('POST', '/views', { list: 'series', name: 'Dark', query });
    expect(wrong.body.errors).toMatchObject({ 'query.custom.mood': 'Unknown filter.' });
  });

  test('are written by spreadsheets', async () => {
    const { code, id } = await create({ season: 1 }, { name: 'Sheet' });
    const csv = `code,name,custom.season,Custom.Mood,custom.is_exclusive\n${code},Sheet,2,Calm,no\n,New,,Dark,yes\n,Bad,x,,\n`;
    const preview = (await call('POST', '/spreadsheets/preview', { kind: 'books', csv })).body.data;
    expect(preview).toMatchObject({ created: 1, changed: 1, rejected: 1, ignored_columns: [] });
    expect(preview.errors).toEqual([{ line: 4, column: 'custom.season', reason: 'Must be a number.' }]);
    await call('POST', `/spreadsheets/${preview.id}/apply`, {});
    await api.runJob('spreadsheet', preview.id);
    expect((await read(id)).custom).toEqual({ season: 2, is_exclusive: false, mood: 'Calm' });
    const text = (await api.call('GET', '/api/spreadsheets/books/export?search=Sheet', { token })).text;
    const [header = '', row = ''] = text.replace('\uFEFF', '').split('\r\n');
    const cells = new Map(header.split(',').map((name, index) => [name, row.split(',')[index]]));
    expect([cells.get('custom.season'), cells.get('custom.mood'), cells.get('custom.is_exclusive')]).toEqual([
      '2',
      'Calm',
      'no',
    ]);
  });

  test('are saved into a release', async () => {
    const { id } = await create({ mood: 'Calm' });
    const release = (await call('POST', '/releases', { name: 'Spring' })).body.data;
    await call('POST', `/books/update?release=${release.id}`, { id, custom: { mood: 'Dark', season: 7 } });
    expect((await read(id)).custom).toEqual({ mood: 'Calm' });
    const inRelease = await call('GET', `/books/${id}?release=${release.id}`);
    expect(inRelease.body.data.custom).toEqual({ mood: 'Dark', season: 7 });
    expect(await idsOf(`custom.season=7&release=${release.id}`)).toEqual([id]);
    expect(await idsOf('custom.season=7')).toEqual([]);
    const response = await call('POST', `/releases/${release.id}/publish`, {});
    expect(response.status).toBe(200);
    expect((await read(id)).custom).toEqual({ mood: 'Dark', season: 7 });
  });

  test('must exist if the field is required', async () => {
    const { id } = await create({});
    const withNote = await create({ note: 'x' });
    const fields = (await call('GET', '/custom-fields')).body.data.items;
    const note = fields.find(({ key }: { key: string }) => key === 'note');
    await call('POST', '/custom-fields/update', { id: note.id, is_required: true });
    const { status, body } = await call('POST', '/books/create', { name: 'Without' });
    expect([status, body.message, body.errors]).toEqual([
      422,
      'Note is required.',
      { 'custom.note': 'Note is required.' },
    ]);
    expect((await update(id, { season: 1 })).status).toBe(200);
    expect((await update(id, { note: '' })).status).toBe(200);
    expect((await update(withNote.id, { note: ' ' })).body.errors).toEqual({
      'custom.note': 'Note is required.',
    });
    const csv = `code,name,custom.note\n,New,\n${withNote.code},Book,\n`;
    const preview = (await call('POST', '/spreadsheets/preview', { kind: 'books', csv })).body.data;
    expect(preview.errors).toEqual([
      { line: 2, column: 'custom.note', reason: 'Is required.' },
      { line: 3, column: 'custom.note', reason: 'Is required.' },
    ]);
    await call('POST', '/custom-fields/update', { id: note.id, is_required: false });
  });
});
