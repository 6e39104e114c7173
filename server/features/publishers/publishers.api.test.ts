import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

interface Named {
  readonly id: number;
  readonly name: string;
}

eachDatabase('the API of publishers', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  let number = 0;

  afterAll(() => api.close());

  const post = (path: string, json: object = {}, query: Record<string, string> = {}) =>
    api.call('POST', `/api${path}`, { token, json, query });
  const get = async (path: string, query: Record<string, string> = {}) =>
    (await api.call('GET', `/api${path}`, { token, query })).body.data;
  const remove = (path: string) => api.call('DELETE', `/api${path}`, { token });
  /** Creates a publisher with a new name. */
  const create = async (...imprints: string[]) =>
    (
      await post('/publishers/create', {
        name: `House ${(number += 1)}`,
        imprints: imprints.map((name) => ({ name })),
      })
    ).body.data;
  const createBook = (fields: object) => post('/books/create', { name: 'Book', language: 1, ...fields });
  const bookWith = async (fields: object) => (await createBook(fields)).body.data;
  const updateBook = async (id: number, fields: object) =>
    (await post('/books/update', { id, ...fields })).body.data;
  const namesOf = ({ publisher, imprint }: { publisher?: Named; imprint?: Named }) =>
    [publisher?.name, imprint?.name].filter(Boolean).join(' / ');
  const imprintsOf = async (id: number) =>
    (await get(`/publishers/${id}`)).imprints.map(({ name }: Named) => name).join(', ');
  const latestEntry = async (path: string) => (await get(`${path}/history`)).items[0];
  const latestTrashId = async () => (await get('/trash')).items[0].id;
  const undo = async (path: string) => post(`/audit-log/${(await latestEntry(path)).id}/undo`);

  test('requires unique names, regardless of case and spaces', async () => {
    const { id, name } = await create();
    const repeatedCreate = await post('/publishers/create', { name: ` ${name.toUpperCase()}  ` });
    expect([repeatedCreate.status, repeatedCreate.body.code]).toEqual([409, 'publishers.name_taken']);
    expect(repeatedCreate.body.errors).toEqual({
      name: `A publisher named “${name.toUpperCase()}” already exists.`,
    });
    expect((await post('/publishers/update', { id, name: name.toLowerCase() })).status).toBe(200);
    const other = await create();
    expect((await post('/publishers/update', { id: other.id, name })).status).toBe(409);
  });

  test('finds or creates the publisher and the imprint of a book by name', async () => {
    const book = await bookWith({ publisher: '  Tern   Press', imprint: 'First line' });
    expect(namesOf(book)).toBe('Tern Press / First line');
    const other = await bookWith({ publisher: 'TERN press', imprint: 'FIRST  line' });
    expect([other.publisher, other.imprint]).toEqual([book.publisher, book.imprint]);
    const publisher = await get(`/publishers/${book.publisher.id}`);
    expect(publisher).toMatchObject({ name: 'Tern Press', imprints: [{ name: 'First line' }], version: 1 });
    const third = await bookWith({ publisher: 'Tern Press', imprint: 'Second line' });
    expect(await imprintsOf(third.publisher.id)).toBe('First line, Second line');
    const [extended, created] = (await get(`/publishers/${third.publisher.id}/history`)).items;
    expect([created.action, extended.action]).toEqual(['created', 'changed']);
    const cause = await get(`/audit-log/${created.cause_id}`);
    expect(cause).toMatchObject({ kind: 'books', record: { id: book.id } });
    expect((await get(`/publishers/${third.publisher.id}`)).version).toBe(2);
    expect(await bookWith({})).not.toHaveProperty('publisher');
  });

  test('changes and clears publisher and imprint of a book', async () => {
    const book = await bookWith({ publisher: 'Gannet', imprint: 'Cliff' });
    const change = async (fields: object) => namesOf(await updateBook(book.id, fields));
    expect(await change({ name: 'Renamed' })).toBe('Gannet / Cliff');
    expect(await change({ publisher: 'gannet' })).toBe('Gannet / Cliff');
    expect(await change({ imprint: 'Harbour' })).toBe('Gannet / Harbour');
    expect(await change({ publisher: 'Fulmar' })).toBe('Fulmar');
    expect(await change({ publisher: 'Gannet', imprint: 'cliff' })).toBe('Gannet / Cliff');
    expect(await change({ imprint: '' })).toBe('Gannet');
    expect(await change({ imprint: 'Cliff' })).toBe('Gannet / Cliff');
    expect(await change({ publisher: ' ' })).toBe('');
  });

  test('finds an imprint without its publisher, if it is the only one with the name', async () => {
    const { name } = await create('Lone line', 'Shared line');
    await create('Shared line');
    expect(namesOf(await bookWith({ imprint: 'lone LINE' }))).toBe(`${name} / Lone line`);
    for (const [imprint, message] of [
      ['Shared line', 'Several publishers have an imprint named “Shared line”. Enter the publisher too.'],
      ['No line', 'No imprint found named “No line”. Enter its publisher too.'],
    ] as const) {
      const { status, body } = await createBook({ imprint });
      expect([status, body.errors]).toEqual([422, { imprint: message }]);
    }
    const { status } = await createBook({ publisher: { id: 1 } });
    expect(status).toBe(422);
  });

  test('renames publishers and imprints on their books', async () => {
    const book = await bookWith({ publisher: 'Before', imprint: 'Old line' });
    const { id } = book.publisher;
    const imprints = [{ name: 'New line' }, { id: book.imprint.id, name: 'Renamed line' }];
    const { body } = await post('/publishers/update', { id, name: 'After', imprints });
    expect(body.data.imprints).toMatchObject([{ name: 'New line' }, { id: book.imprint.id }]);
    expect(namesOf(await get(`/books/${book.id}`))).toBe('After / Renamed line');
    const { items } = await get('/books/list', { publisher_id: String(id) });
    expect(items.map(namesOf)).toEqual(['After / Renamed line']);
    const swappedImprints = [
      { id: body.data.imprints[0].id, name: 'Renamed line' },
      { id: book.imprint.id, name: 'New line' },
    ];
    expect((await post('/publishers/update', { id, imprints: swappedImprints })).status).toBe(200);
    expect(namesOf(await get(`/books/${book.id}`))).toBe('After / New line');
    const unknown = await post('/publishers/update', { id, imprints: [{ id: 999_999, name: 'X' }] });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { imprints: 'The publisher has no imprint with ID 999999.' },
    ]);
  });

  test('rejects the removal of a publisher and an imprint that books use', async () => {
    const { id, name } = await create('Used line', 'Unused line');
    const book = await bookWith({ publisher: name, imprint: 'Used line' });
    const deletion = await remove(`/publishers/${id}`);
    expect([deletion.status, deletion.body.code, deletion.body.message]).toEqual([
      409,
      'publishers.in_use',
      'This publisher can’t be deleted because it’s used by 1 book.',
    ]);
    expect(await get(`/publishers/${id}/references`)).toMatchObject({
      keeps: true,
      references: [{ kind: 'books', total: 1, items: [{ id: book.id }] }],
    });
    const update = await post('/publishers/update', { id, imprints: [{ name: 'Unused line' }] });
    expect([update.status, update.body.code, update.body.errors]).toEqual([
      409,
      'imprints.in_use',
      { imprints: 'The imprint “Used line” can’t be removed because it’s used by 1 book.' },
    ]);
    expect(await imprintsOf(id)).toBe('Used line, Unused line');
    await updateBook(book.id, { publisher: '' });
    expect((await post('/publishers/update', { id, imprints: [] })).status).toBe(200);
    expect((await remove(`/publishers/${id}`)).status).toBe(200);
  });

  test('lists the books of a publisher and of an imprint, also after changes', async () => {
    const { id, name, imprints } = await create('Line A', 'Line B');
    const first = await bookWith({ name: 'First', publisher: name, imprint: 'Line A' });
    const second = await bookWith({ name: 'Second', publisher: name, imprint: 'Line B', language: 2 });
    const list = async (query: Record<string, string>) => {
      const { items, total } = await get('/books/list', { with_chapters: '0', ...query });
      return [items.map((book: Named) => book.name).join(' '), total];
    };
    const publisher_id = String(id);
    const imprint_id = String(imprints[0].id);
    expect(await list({ publisher_id })).toEqual(['Second First', 2]);
    expect(await list({ publisher_id, items_per_page: '1', page: '2' })).toEqual(['First', 2]);
    expect(await list({ publisher_id, language: '2' })).toEqual(['Second', 1]);
    expect(await list({ publisher_id, search: 'fir' })).toEqual(['First', 1]);
    expect(await list({ imprint_id })).toEqual(['First', 1]);
    expect(await list({ imprint_id: 'x' })).toEqual(['', 0]);
    expect(await list({ publisher_id, sort_by_field: 'reading_time' })).toEqual(['First Second', 2]);
    await updateBook(second.id, { imprint: 'line a' });
    expect(await list({ imprint_id })).toEqual(['Second First', 2]);
    await updateBook(first.id, { publisher: '' });
    expect([await list({ publisher_id }), await list({ imprint_id })]).toEqual([
      ['Second', 1],
      ['Second', 1],
    ]);
    expect(await get('/books/languages', { publisher_id })).toEqual([{ language: 2, total: 1 }]);
    const { text } = await api.call('GET', '/api/spreadsheets/books/export', {
      token,
      query: { publisher_id },
    });
    expect(text.match(/BK-\d+/g)).toEqual([second.code]);
  });

  test('records and undoes the publisher of a book with names', async () => {
    const book = await bookWith({ publisher: 'Auk', imprint: 'Rock' });
    await updateBook(book.id, { publisher: 'Knot' });
    const entry = await get(`/audit-log/${(await latestEntry(`/books/${book.id}`)).id}`);
    expect(entry.changes).toMatchObject([
      { type: 'record', field: 'publisher', before: { name: 'Auk' }, after: { name: 'Knot' } },
      { type: 'record', field: 'imprint', before: { name: 'Rock' }, after: null },
    ]);
    await post('/publishers/update', { id: book.publisher.id, name: 'Little Auk' });
    expect((await undo(`/books/${book.id}`)).status).toBe(200);
    expect(namesOf(await get(`/books/${book.id}`))).toBe('Little Auk / Rock');
    await updateBook(book.id, { publisher: '' });
    await remove(`/publishers/${book.publisher.id}`);
    expect((await undo(`/books/${book.id}`)).status).toBe(200);
    expect(namesOf(await get(`/books/${book.id}`))).toBe('Little Auk / Rock');
  });

  test('undoes changes of imprints, and restores a deleted publisher with them', async () => {
    const { id, imprints } = await create('One', 'Two', 'Three');
    const [first, , third] = imprints;
    const changedImprints = [{ ...third, name: 'Drei' }, first];
    await post('/publishers/update', { id, imprints: changedImprints });
    expect(await imprintsOf(id)).toBe('Drei, One');
    expect((await undo(`/publishers/${id}`)).status).toBe(200);
    expect(await imprintsOf(id)).toBe('One, Two, Three');
    expect((await get(`/publishers/${id}`)).imprints[0]).toEqual(first);
    const { name } = await get(`/publishers/${id}`);
    await remove(`/publishers/${id}`);
    const trashId = await latestTrashId();
    await post('/publishers/create', { name: name.toUpperCase() });
    const restoreResponse = await post(`/trash/${trashId}/restore`);
    expect([restoreResponse.status, restoreResponse.body.code]).toEqual([409, 'publishers.name_taken']);
    const { items } = await get('/publishers/list', { search: name });
    await remove(`/publishers/${items[0].id}`);
    expect((await post(`/trash/${trashId}/restore`)).status).toBe(200);
    expect(await imprintsOf(id)).toBe('One, Two, Three');
  });

  test('restores a deleted book with its publisher, which is created again if it was deleted', async () => {
    const book = await bookWith({ publisher: 'Plover', imprint: 'Shore' });
    await remove(`/books/${book.id}`);
    await post(`/trash/${await latestTrashId()}/restore`);
    expect((await get(`/books/${book.id}`)).imprint).toEqual(book.imprint);
    await remove(`/books/${book.id}`);
    const trashId = await latestTrashId();
    expect((await remove(`/publishers/${book.publisher.id}`)).status).toBe(200);
    await post(`/trash/${trashId}/restore`);
    expect(namesOf(await get(`/books/${book.id}`))).toBe('Plover / Shore');
  });

  test('publishes a publisher and a book that names it in a release', async () => {
    const { id } = (await post('/releases', { name: 'Autumn' })).body.data;
    const release = { release: String(id) };
    const live = await bookWith({ name: 'In a release' });
    const createResponse = await post(
      '/publishers/create',
      { name: 'Autumn House', imprints: [{ name: 'Leaf' }] },
      release,
    );
    expect(createResponse.status).toBe(200);
    const update = { id: live.id, publisher: 'autumn house', imprint: 'Leaf' };
    expect(namesOf((await post('/books/update', update, release)).body.data)).toBe('Autumn House / Leaf');
    const impliedUpdate = await post('/books/update', { id: live.id, imprint: 'Implied' }, release);
    expect(namesOf(impliedUpdate.body.data)).toBe('Autumn House / Implied');
    expect(namesOf(await get(`/books/${live.id}`))).toBe('');
    expect(namesOf(await get(`/books/${live.id}`, release))).toBe('Autumn House / Implied');
    expect((await post(`/releases/${id}/publish`, {})).status).toBe(200);
    const book = await get(`/books/${live.id}`);
    expect([namesOf(book), book.publisher.id]).toEqual([
      'Autumn House / Implied',
      createResponse.body.data.id,
    ]);
    expect(await imprintsOf(book.publisher.id)).toBe('Leaf, Implied');
  });

  test('publishes the publisher that a book names in a release, although its ID was given to another one', async () => {
    const { id } = (await post('/releases', { name: 'Winter' })).body.data;
    const live = await bookWith({ name: 'Named in a release' });
    const update = { id: live.id, publisher: 'Winter House', imprint: 'Frost' };
    await post('/books/update', update, { release: String(id) });
    await bookWith({ publisher: 'Someone else', imprint: 'Other' });
    await post(`/releases/${id}/publish`, {});
    expect(namesOf(await get(`/books/${live.id}`))).toBe('Winter House / Frost');
  });
});
