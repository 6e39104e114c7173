import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailNames } from '#contract/books/book-details';
import { allPermissions } from '#contract/core/permissions';
import type { TestResponse } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { record } from '#server/testing/publication-record';

/** The values as they are stored. */
const storedRecord = {
  ...record,
  gtin: '4006381333931',
  doi: '10.1000/182',
  original_language: 'fr',
  localized_texts: [{ language: 'fr', name: 'Au phare', description: 'Deux\nlignes.' }],
  age_to: 16,
  subjects: [{ scheme: 'Own', code: 'A1', label: 'First' }],
  rights: [
    { territories: ['DE', 'AT'], to: '2099-12-31' },
    { territories: ['WORLD'], except: ['US'], service: 'main' },
  ],
};

eachDatabase('the publication record', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await call('POST', '/subject-schemes/create', { name: 'Own' });
  });
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const create = async (fields: object) =>
    (await call('POST', '/books/create', { name: 'Book', ...fields })).body.data;
  const update = (id: number, fields: object) => call('POST', '/books/update', { id, ...fields });
  const read = async (id: number) => (await call('GET', `/books/${id}`)).body.data;
  const undo = (response: TestResponse) =>
    call('POST', `/audit-log/${Number(response.headers['x-audit-log-entry'])}/undo`);
  const matchesOf = async (search: string) =>
    (await call('GET', `/books/list?search=${encodeURIComponent(search)}`)).body.data.items.map(
      ({ id }: { id: number }) => id,
    );

  test('stores every field, keeps unsent ones and clears blank ones', async () => {
    expect(Object.keys(record)).toEqual(detailNames);
    const { id } = await create(record);
    expect(await read(id)).toMatchObject(storedRecord);
    await update(id, { name: 'Other', keywords: '' });
    const { keywords: _cleared, ...rest } = storedRecord;
    const book = await read(id);
    expect(book).toMatchObject({ ...rest, name: 'Other' });
    expect(book).not.toHaveProperty('keywords');
    const blanks = Object.fromEntries(detailNames.map((name) => [name, name.startsWith('age_') ? 0 : '']));
    await update(id, blanks);
    for (const name of detailNames) expect(await read(id)).not.toHaveProperty(name);
  });

  test('converts an ISBN-10 and rejects the ISBN of another book, whatever its hyphens', async () => {
    const { id, isbn } = await create({ isbn: '0-306-40615-2', name: 'First' });
    expect(isbn).toBe('978-0-306-40615-7');
    const response = await call('POST', '/books/create', { name: 'Second', isbn: '9780306406157' });
    expect([response.status, response.body.code]).toEqual([409, 'books.isbn_taken']);
    expect(response.body.errors.isbn).toMatch(/^The book “First” \(BK-\d+\) has this ISBN\.$/);
    expect((await update(id, { isbn: '978-0306406157' })).body.data.isbn).toBe('978-0306406157');
    await update(id, { isbn: '' });
    expect(await create({ isbn: '9780306406157' })).toMatchObject({ isbn: '9780306406157' });
  });

  test.each([
    ['isbn', '978-0-306-40615-8'],
    ['gtin', '4006381333930'],
    ['doi', 'doi'],
    ['publication_status', 'sold'],
    ['abridgement', 'short'],
    ['publication_date', '2026-02-30'],
    ['on_sale_date', '1 March'],
    ['original_language', 'xx'],
    ['age_from', 121],
    ['age_to', -1],
    ['rights', 'DE; XX'],
    ['rights', [{ territories: ['DE'], from: '2027-01-01', to: '2026-12-31' }]],
    ['short_description', 'x'.repeat(501)],
    ['other_identifiers', 'B07H4T2QK1'],
    ['localized_texts', 'French', 'localized_texts.0'],
    ['localized_texts', null],
    ['localized_texts', [{ name: 'Au phare' }], 'localized_texts.0.language'],
    ['localized_texts', [{ language: 'xx', name: 'Au phare' }], 'localized_texts.0.language'],
    ['localized_texts', [{ language: 'fr' }, { language: 'FR' }], 'localized_texts.1.language'],
    ['localized_texts', [{ language: 'fr', name: 'x'.repeat(501) }], 'localized_texts.0.name'],
  ])('rejects %s: %s', async (name, value, field = name) => {
    const response = await call('POST', '/books/create', { name: 'Book', [name]: value });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });

  test('rejects a highest age below the lowest one, also if only one is sent', async () => {
    const { id } = await create({ age_from: 8 });
    const response = await update(id, { age_to: 7 });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['age_to']]);
    expect((await update(id, { age_to: 8 })).body.data).toMatchObject({ age_from: 8, age_to: 8 });
  });

  test('finds a book by its identifiers with and without hyphens', async () => {
    const { id } = await create({ isbn: '979-10-90636-07-1', own_number: 'QX 77/3' });
    for (const search of ['979-10-90636-07-1', '9791090636071', '979109063', 'qx 77/3', 'QX77/3'])
      expect(await matchesOf(search), search).toEqual([id]);
    await update(id, { isbn: '', own_number: '' });
    expect(await matchesOf('9791090636071')).toEqual([]);
  });

  test('finds codes and long numbers in any text of a book, also after a change', async () => {
    const { id, code } = await create({ gtin: '4006381333931', name: 'Pocket atlas' });
    const { id: guide } = await create({ name: `Guide to ${code}x`, own_number: 'Q99400638133393177' });
    expect(await matchesOf(code)).toEqual([guide, id]);
    expect(await matchesOf('4006381333931')).toEqual([guide, id]);
    expect(await matchesOf('4006381333')).toEqual([guide, id]);
    expect(await matchesOf('94006381333931')).toEqual([guide]);
    await update(guide, { name: 'Guide', own_number: '' });
    expect(await matchesOf(code)).toEqual([id]);
    expect(await matchesOf('4006381333931')).toEqual([id]);
    await update(id, { gtin: '' });
  });

  test('finds a book by its ISBN, however it is hyphenated, in lists and in the command menu', async () => {
    const { id } = await create({ isbn: '9780306406140' });
    const hits = async (search: string) =>
      (await call('GET', `/search?search=${search}`)).body.data.flatMap(
        ({ items }: { items: { id: number }[] }) => items.map((item) => item.id),
      );
    // The last text is the ISBN-10 of the book.
    for (const search of ['9780306406140', '978-0-306-40614-0', '978-03064-0614-0', '0-306-40614-4']) {
      expect(await matchesOf(search), search).toEqual([id]);
      expect(await hits(search), search).toEqual([id]);
    }
    expect(await matchesOf('9780306406141')).toEqual([]);
  });

  test('filters by the choices, alone and with a search, also after a change', async () => {
    const { id: active } = await create({ name: 'Harbour lights', publication_status: 'active' });
    const { id: withdrawn } = await create({
      name: 'Harbour nights',
      publication_status: 'withdrawn',
      abridgement: 'abridged',
    });
    const idsOf = async (query: string) =>
      (await call('GET', `/books/list?search=harbour&with_chapters=0&${query}`)).body.data.items.map(
        ({ id }: { id: number }) => id,
      );
    expect(await idsOf('publication_status=WITHDRAWN')).toEqual([withdrawn]);
    expect(await idsOf('abridgement=abridged&publication_status=active')).toEqual([]);
    for (const query of ['publication_status=sold', 'abridgement=none'])
      expect(await idsOf(query)).toEqual([]);
    expect(await idsOf('publication_status=')).toEqual([withdrawn, active]);
    // The cached list is updated.
    await update(active, { publication_status: 'withdrawn' });
    expect(await idsOf('publication_status=withdrawn')).toEqual([withdrawn, active]);
    await update(withdrawn, { publication_status: '' });
    expect(await idsOf('publication_status=withdrawn')).toEqual([active]);
    const all = await call('GET', '/books/list?publication_status=withdrawn&with_chapters=0');
    expect(all.body.data.items.map(({ id }: { id: number }) => id)).toContain(active);
    for (const { publication_status } of all.body.data.items) expect(publication_status).toBe('withdrawn');
  });

  test('undoes a change, and restores a deleted book with its record', async () => {
    const { id } = await create({ ...record, isbn: '978-1-4028-9462-6' });
    const before = await read(id);
    const change = await update(id, { isbn: '', age_from: 0, publication_status: 'withdrawn' });
    expect((await undo(change)).status).toBe(200);
    const { version: _version, updated_at: _time, ...rest } = before;
    expect(await read(id)).toMatchObject(rest);
    const deletion = await call('DELETE', `/books/${id}`);
    expect((await undo(deletion)).status).toBe(200);
    expect(await read(id)).toMatchObject(rest);
    expect(await matchesOf('9781402894626')).toEqual([id]);
  });

  test('clears every field when the change that set it is undone', async () => {
    const { id } = await create({});
    const change = await update(id, { ...record, isbn: '978-0-306-40617-1' });
    expect(change.status).toBe(200);
    expect((await undo(change)).status).toBe(200);
    for (const name of detailNames) expect(await read(id)).not.toHaveProperty(name);
  });

  test('does not restore a deleted book whose ISBN another book has now', async () => {
    const { id } = await create({ isbn: '978-0-14-044913-6' });
    const deletion = await call('DELETE', `/books/${id}`);
    const { id: other } = await create({ isbn: '9780140449136' });
    const response = await undo(deletion);
    expect([response.status, response.body.code]).toEqual([409, 'books.isbn_taken']);
    await update(other, { isbn: '' });
    expect((await undo(deletion)).status).toBe(200);
  });
});
