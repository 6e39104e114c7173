import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import type { TestResponse } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('renamed subject schemes', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await call('POST', '/subject-schemes/create', { name: 'Thema' });
    await call('POST', '/subject-schemes/create', { name: 'Own' });
    const text = 'FBA,Modern fiction\nFL,Science fiction\n';
    await call('POST', '/subject-schemes/upload', { id: 1, text });
  });
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const rename = (name: string, id = 1) => call('POST', '/subject-schemes/update', { id, name });
  const create = async (subjects: string, json: object = {}): Promise<Book> =>
    (await call('POST', '/books/create', { name: 'Book', subjects, ...json })).body.data;
  const textOf = ({ subjects = [] }: Pick<Book, 'subjects'>) =>
    subjects.map(({ scheme, code, label = '' }) => `${scheme}:${code}=${label}`).join('; ');
  const read = async (id: number, query = '') =>
    textOf((await call('GET', `/books/${id}${query}`)).body.data);
  const entryOf = ({ headers }: TestResponse) => Number(headers['x-audit-log-entry']);
  const idsOf = async (subject: string) =>
    (await call('GET', `/books/list?with_chapters=0&subject=${subject}`)).body.data.items.map(
      ({ id }: Book) => id,
    );

  test('have the new name in books, lists, filters and searches at once', async () => {
    const book = await create('Thema:FBA; Own:a');
    expect((await call('GET', '/subject-schemes/1')).body.data.book_count).toBe(1);
    const { status, body } = await rename('Thema 1.5');
    expect([status, body.data.name, body.message]).toEqual([
      200,
      'Thema 1.5',
      'Subject scheme updated successfully',
    ]);
    expect(await read(book.id)).toBe('Thema 1.5:FBA=Modern fiction; Own:a=');
    expect((await call('GET', `/books/${book.id}`)).body.data.version).toBe(book.version);
    await rename('Codes');
    expect((await call('GET', '/subject-schemes/1')).body.data).toMatchObject({
      name: 'Codes',
      book_count: 1,
      code_count: 2,
    });
    for (const name of ['Thema', 'THEMA%201.5', 'Codes'])
      expect(await idsOf(`${name}:fba`), name).toEqual([book.id]);
    for (const name of ['Thema', 'Codes'])
      expect((await call('GET', `/subjects?scheme=${name}&search=fl`)).body.data.items).toEqual([
        { scheme: 'Codes', code: 'FL', label: 'Science fiction' },
      ]);
    // The cached lists follow later changes.
    const other = await create('Thema 1.5:FBA; Thema:FBA; Codes:fl');
    expect(await read(other.id)).toBe('Codes:FBA=Modern fiction; Codes:fl=Science fiction');
    expect(await idsOf('Thema:FBA')).toEqual([other.id, book.id]);
    await call('DELETE', `/books/${other.id}`);
    const log = (await api.call('GET', '/api/security-log', { token, query: { kind: 'settings_changed' } }))
      .body.data.items;
    const details = log.map(({ detail }: { detail: string }) => detail);
    expect(details.slice(0, 2)).toEqual([
      'Subjects: “Thema 1.5” renamed to “Codes”',
      'Subjects: “Thema” renamed to “Thema 1.5”',
    ]);
  });

  test('reject names that another scheme has or had', async () => {
    const messageOf = async (response: Promise<TestResponse>) => {
      const { status, body } = await response;
      return [status, body.errors?.name];
    };
    const nameTaken = [409, 'A subject scheme named “Own” already exists.'];
    expect(await messageOf(rename('OWN'))).toEqual(nameTaken);
    expect(await messageOf(call('POST', '/subject-schemes/create', { name: 'own' }))).toEqual(nameTaken);
    const earlier = [409, 'The subject scheme “Codes” was named “thema” before.'];
    expect(await messageOf(rename('thema', 2))).toEqual(earlier);
    expect(await messageOf(call('POST', '/subject-schemes/create', { name: 'thema' }))).toEqual(earlier);
    expect(await messageOf(rename('A:B'))).toEqual([422, expect.any(String)]);
    expect(await messageOf(rename(' '))).toEqual([422, expect.any(String)]);
    expect((await rename('Missing', 9)).status).toBe(404);
    const conflict = { id: 1, version: 1, name: 'Other' };
    expect((await call('POST', '/subject-schemes/update', conflict)).status).toBe(409);
    // An earlier name of the same scheme is free, and so is another case.
    for (const name of ['THEMA', 'Codes', 'codes', 'Codes']) expect((await rename(name)).status).toBe(200);
  });

  test('have the new name in history, undo and the trash', async () => {
    await rename('Thema');
    const book = await create('Thema:FBA');
    const response = await call('POST', '/books/update', { id: book.id, subjects: 'Thema:FL' });
    await rename('Codes');
    const detail = (await call('GET', `/audit-log/${entryOf(response)}`)).body.data;
    expect(detail.changes).toEqual([
      { type: 'value', field: 'subjects', before: 'Codes:FBA', after: 'Codes:FL' },
    ]);
    expect((await call('POST', `/audit-log/${entryOf(response)}/undo`)).status).toBe(200);
    expect(await read(book.id)).toBe('Codes:FBA=Modern fiction');
    await call('DELETE', `/books/${book.id}`);
    await rename('Thema 2');
    const [item] = (await call('GET', '/trash')).body.data.items;
    await call('POST', `/trash/${item.id}/restore`);
    expect(await read(book.id)).toBe('Thema 2:FBA=Modern fiction');
    expect(await idsOf('Thema 2:FBA')).toContain(book.id);
  });

  test('have the new name in bulk edits and their undo', async () => {
    await rename('Thema');
    const book = await create('Thema:FBA; Own:a');
    const changes = { add_subjects: 'Codes:FL', remove_subjects: 'thema:fba' };
    await rename('Codes');
    const input = { ids: [book.id], changes };
    const plan = (await call('POST', '/books/bulk/preview', input)).body.data;
    expect(plan.examples[0].changes).toEqual([
      { field: 'subjects', before: 'Codes:FBA; Own:a', after: 'Own:a; Codes:FL' },
    ]);
    const { id } = (await call('POST', '/books/bulk', input)).body.data;
    await api.runJob('bulk', id);
    await rename('Thema 3');
    expect(await read(book.id)).toBe('Own:a=; Thema 3:FL=Science fiction');
    const undo = (await call('POST', `/books/bulk/${id}/undo`, {})).body.data;
    await api.runJob('bulk', undo.id);
    expect(await read(book.id)).toBe('Thema 3:FBA=Modern fiction; Own:a=');
  });

  test('have the new name in releases', async () => {
    const book = await create('Own:a');
    await rename('Thema');
    const release = (await call('POST', '/releases', { name: 'Spring' })).body.data.id;
    await call('POST', `/books/update?release=${release}`, { id: book.id, subjects: 'Thema:FL' });
    await rename('Codes');
    expect(await read(book.id, `?release=${release}`)).toBe('Codes:FL=Science fiction');
    const [change] = (await call('GET', `/releases/${release}/changes`)).body.data.items;
    expect(change.changes).toEqual([
      { type: 'value', field: 'subjects', before: 'Own:a', after: 'Codes:FL' },
    ]);
    expect((await call('POST', `/releases/${release}/publish`, {})).status).toBe(200);
    expect(await read(book.id)).toBe('Codes:FL=Science fiction');
  });

  test('have the new name in defaults of categories', async () => {
    const input = { name: 'Novels', default_subjects: 'codes:FBA' };
    const category = (await call('POST', '/books/categories', input)).body.data;
    await rename('Thema 4');
    const path = `/books/categories/${category.id}`;
    expect(textOf({ subjects: (await call('GET', path)).body.data.default_subjects })).toBe('Thema 4:FBA=');
    const book = (await call('POST', '/books/create', { name: 'Book', category_code: category.code })).body;
    expect(textOf(book.data)).toBe('Thema 4:FBA=Modern fiction');
    const response = await call('PUT', path, { default_subjects: 'Thema 4:FL' });
    const detail = (await call('GET', `/audit-log/${entryOf(response)}`)).body.data;
    expect(detail.changes).toEqual([
      { type: 'value', field: 'default_subjects', before: 'Thema 4:FBA', after: 'Thema 4:FL' },
    ]);
  });

  test('keep their list, and can’t be deleted while books have their subjects', async () => {
    await rename('Codes');
    const upload = await call('POST', '/subject-schemes/upload', { id: 1, text: 'FBA,Novels\n' });
    expect(upload.body.data.code_count).toBe(1);
    const book = await create('Codes:FBA');
    expect(await read(book.id)).toBe('Codes:FBA=Novels');
    const update = await call('POST', '/subject-schemes/update', { id: 1, is_listed_only: true });
    expect(update.body.data).toMatchObject({ name: 'Codes', is_listed_only: true });
    const { body } = await call('POST', '/books/create', { name: 'Book', subjects: 'Thema:FL' });
    expect(body.errors).toEqual({ subjects: 'The list of Codes doesn’t contain the code FL.' });
    expect((await call('DELETE', '/subject-schemes/1')).status).toBe(409);
    await call('POST', '/subject-schemes/create', { name: 'Unused' });
    await rename('Never used', 3);
    expect((await call('DELETE', '/subject-schemes/3')).status).toBe(200);
    // The names of a deleted scheme are free.
    expect((await call('POST', '/subject-schemes/create', { name: 'Unused' })).status).toBe(200);
  });
});
