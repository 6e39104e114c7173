import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { TestResponse } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

interface TestBook {
  readonly id: number;
  readonly code: string;
  readonly version: number;
}

eachDatabase('editions', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const create = async (name: string, fields: object = {}): Promise<TestBook> =>
    (await call('POST', '/books/create', { name, ...fields })).body.data;
  const link = (book: TestBook, edition_of: string, query = '') =>
    call('POST', `/books/update${query}`, { id: book.id, edition_of });
  const read = async ({ id }: TestBook) => (await call('GET', `/books/${id}`)).body.data;
  const undo = (response: TestResponse) =>
    call('POST', `/audit-log/${String(response.headers['x-audit-log-entry'])}/undo`);
  const workOf = async ({ code }: TestBook, query = '') => {
    const { items, total } = (await call('GET', `/books/list?work_of=${code}${query}`)).body.data;
    expect(total).toBe(items.length);
    return items.map(({ name }: { name: string }) => name).toSorted();
  };
  const restore = async ({ id }: TestBook) => {
    const { items } = (await call('GET', '/trash?kind=books&items_per_page=100')).body.data;
    const row = items.find(({ record }: { record: { id: number } }) => record.id === id);
    return call('POST', `/trash/${row.id}/restore`);
  };
  const three = async (prefix: string) => {
    const first = await create(`${prefix} 1`);
    const second = await create(`${prefix} 2`, { edition_of: first.code });
    const third = await create(`${prefix} 3`, { edition_of: second.code });
    return [first, second, third] as const;
  };

  test('links books to the first edition, and lists the work of each', async () => {
    const [first, second, third] = await three('Work');
    const { name, language } = await read(first);
    expect(await read(third)).toMatchObject({
      edition_of: { id: first.id, code: first.code, name, language },
    });
    expect(await read(first)).not.toHaveProperty('edition_of');
    for (const book of [first, second, third])
      expect(await workOf(book)).toEqual(['Work 1', 'Work 2', 'Work 3']);
    expect(await workOf(first, '&search=2')).toEqual(['Work 2']);
    expect(await workOf(first, '&language=es')).toEqual([]);
    const single = await create('Single');
    expect(await workOf(single)).toEqual(['Single']);
    await link(second, '');
    expect(await read(second)).not.toHaveProperty('edition_of');
    expect(await workOf(first)).toEqual(['Work 1', 'Work 3']);
    expect(await workOf(second)).toEqual(['Work 2']);
    await call('POST', '/books/update', { id: third.id, name: 'Work 3 renamed' });
    expect(await workOf(first)).toEqual(['Work 1', 'Work 3 renamed']);
  });

  test.each([
    ['BK-999999', 'No book found with code BK-999999.', 'reference.unknown'],
    ['none', 'No book found with code none.', 'reference.unknown'],
  ])('rejects the code %s', async (code, message, errorCode) => {
    const book = await create('Rejected');
    const { status, body } = await link(book, code);
    expect([status, body.code, body.errors]).toEqual([422, errorCode, { edition_of: message }]);
    expect((await call('POST', '/books/create', { name: 'New', edition_of: code })).status).toBe(422);
    expect((await call('GET', `/books/list?work_of=${code}`)).body.data.total).toBe(0);
  });

  test('rejects the code of the book itself, and null in a list', async () => {
    const book = await create('Alone');
    const { status, body } = await link(book, book.code);
    expect([status, body.code]).toEqual([422, 'reference.to_itself']);
    expect(body.errors.edition_of).toBe('A book can’t be an edition of itself.');
    expect((await call('POST', '/books/update', { id: book.id, edition_of: [null] })).status).toBe(422);
  });

  test('moves the editions of a book with it, and returns them when the change is undone', async () => {
    const [first, second, third] = await three('Moved');
    const target = await create('Target');
    const response = await link(first, target.code);
    expect(await workOf(third)).toEqual(['Moved 1', 'Moved 2', 'Moved 3', 'Target']);
    const [entry] = (await call('GET', `/books/${third.id}/history`)).body.data.items;
    expect(entry.cause_id).toBe(Number(response.headers['x-audit-log-entry']));
    const { changes } = (await call('GET', `/audit-log/${entry.id}`)).body.data;
    expect(changes).toMatchObject([
      {
        field: 'edition_of',
        before: { id: first.id, name: 'Moved 1' },
        after: { id: target.id, name: 'Target' },
      },
    ]);
    // A later change of an edition remains.
    await link(second, '');
    const undoResponse = await undo(response);
    expect(undoResponse.status).toBe(200);
    expect(await workOf(first)).toEqual(['Moved 1', 'Moved 3']);
    expect(await workOf(target)).toEqual(['Target']);
    await call('POST', `/audit-log/${undoResponse.body.data.entry_id}/undo`);
    expect(await workOf(target)).toEqual(['Moved 1', 'Moved 3', 'Target']);
  });

  test('makes an edition the first one', async () => {
    const [first, second, third] = await three('Swapped');
    const response = await link(first, second.code);
    for (const book of [first, third]) expect((await read(book)).edition_of.code).toBe(second.code);
    expect(await read(second)).not.toHaveProperty('edition_of');
    await undo(response);
    for (const book of [second, third]) expect((await read(book)).edition_of.code).toBe(first.code);
    expect(await read(first)).not.toHaveProperty('edition_of');
  });

  test('links the books of a work while its first edition is in the trash', async () => {
    const [first, second, third] = await three('Trashed');
    await call('DELETE', `/books/${first.id}`);
    expect(await read(second)).not.toHaveProperty('edition_of');
    expect(await workOf(third)).toEqual(['Trashed 2', 'Trashed 3']);
    const unlinkResponse = await link(third, '');
    expect(await workOf(second)).toEqual(['Trashed 2']);
    expect((await undo(unlinkResponse)).status).toBe(200);
    await restore(first);
    expect((await read(third)).edition_of.code).toBe(first.code);
    expect(await workOf(first)).toEqual(['Trashed 1', 'Trashed 2', 'Trashed 3']);
  });

  test('restores a deleted edition into the current work of its first edition', async () => {
    const [first, second] = await three('Restored');
    const target = await create('New first');
    await call('DELETE', `/books/${second.id}`);
    await link(first, target.code);
    await restore(second);
    expect((await read(second)).edition_of.code).toBe(target.code);
  });

  test('names the first edition in the spreadsheet and in the JSON export', async () => {
    const [first, second] = await three('Exported');
    const [header = '', ...rows] = (
      await call('GET', `/spreadsheets/books/export?format=csv&work_of=${second.code}`)
    ).text
      .trim()
      .split(/\r?\n/);
    const column = header.split(',').indexOf('edition_of');
    expect(rows.map((row) => row.split(',')[column])).toEqual([first.code, first.code, '']);
    const exportedBook = JSON.parse((await call('GET', `/books/${second.id}/export?as=json`)).text);
    expect(exportedBook.edition_of).toEqual({ code: first.code, name: 'Exported 1' });
  });

  test('links books in a release, and publishes the link', async () => {
    const [first, second] = await three('Released');
    const target = await create('Released target');
    const release = (await call('POST', '/releases', { name: 'Editions' })).body.data;
    expect((await link(first, target.code, `?release=${release.id}`)).status).toBe(200);
    expect(await workOf(target)).toEqual(['Released target']);
    expect(await workOf(target, `&release=${release.id}`)).toHaveLength(4);
    const publishResponse = await call('POST', `/releases/${release.id}/publish`);
    expect(publishResponse.status).toBe(200);
    expect((await read(second)).edition_of.code).toBe(target.code);
    expect((await call('POST', `/releases/${release.id}/roll-back`)).status).toBe(200);
    expect((await read(second)).edition_of.code).toBe(first.code);
    expect(await workOf(target)).toEqual(['Released target']);
  });
});
