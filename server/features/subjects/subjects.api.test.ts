import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import type { TestResponse } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('subjects', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await call('POST', '/subject-schemes/create', { name: 'Thema' });
    await call('POST', '/subject-schemes/create', { name: 'Own' });
    const text =
      'code,label\nFBA,"Modern fiction, literary"\nFB,Fiction\nFL,Science fiction\nFLC,Classic science fiction\n';
    await call('POST', '/subject-schemes/upload', { id: 1, version: 1, text });
  });
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const create = async (subjects: unknown, json: object = {}): Promise<Book> =>
    (await call('POST', '/books/create', { name: 'Book', subjects, ...json })).body.data;
  const read = async (id: number): Promise<Book> => (await call('GET', `/books/${id}`)).body.data;
  const entryOf = ({ headers }: TestResponse) => Number(headers['x-audit-log-entry']);
  const idsOf = async (query: string) =>
    (await call('GET', `/books/list?with_chapters=0&${query}`)).body.data.items.map(({ id }: Book) => id);

  test('have the names of their schemes, and labels of the lists or of their own', async () => {
    const book = await create('thema:FBA; Own:sea-stories=Stories of the sea; THEMA:fba; Thema:XX');
    const subjects = [
      { scheme: 'Thema', code: 'FBA', label: 'Modern fiction, literary' },
      { scheme: 'Own', code: 'sea-stories', label: 'Stories of the sea' },
      { scheme: 'Thema', code: 'XX' },
    ];
    expect(book.subjects).toEqual(subjects);
    const other = await create(subjects);
    expect((await read(other.id)).subjects).toEqual(subjects);
    const response = await call('POST', '/books/update', { id: book.id, subjects: [] });
    expect(response.body.data).not.toHaveProperty('subjects');
    await call('POST', `/audit-log/${entryOf(response)}/undo`);
    expect((await read(book.id)).subjects).toEqual(subjects);
  });

  test.each([
    ['Unknown:FBA', 'No subject scheme is named “Unknown”.'],
    ['FBA', 'Subject 1: Must be a scheme and a code, such as Thema:FBA'],
    ['Thema:FBA; Thema:', 'Subject 2: Must be a scheme and a code, such as Thema:FBA'],
    [[{ scheme: 'Thema', code: 'A;B' }], 'Subject 1: Must be a scheme and a code, such as Thema:FBA'],
    [[null], 'Must be a list of subjects, or text such as Thema:FBA; BISAC:FIC019000'],
    [7, 'Must be a list of subjects, or text such as Thema:FBA; BISAC:FIC019000'],
  ])('reject %j', async (subjects, message) => {
    const { status, body } = await call('POST', '/books/create', { name: 'Book', subjects });
    expect([status, body.errors]).toEqual([422, { subjects: message }]);
  });

  test('of a release are live after it was published', async () => {
    const book = await create('Thema:FB', { name: 'Planned' });
    const release = (await call('POST', '/releases', { name: 'Spring' })).body.data.id;
    const codesIn = async (query: string) =>
      (await call('GET', `/books/${book.id}${query}`)).body.data.subjects.map(
        ({ code }: { code: string }) => code,
      );
    const fields = { id: book.id, subjects: 'Own:spring; Thema:FBA' };
    expect((await call('POST', `/books/update?release=${release}`, fields)).status).toBe(200);
    expect(await codesIn('')).toEqual(['FB']);
    expect(await codesIn(`?release=${release}`)).toEqual(['spring', 'FBA']);
    expect(await idsOf(`subject=own:spring&release=${release}`)).toEqual([book.id]);
    expect(await idsOf('subject=own:spring')).toEqual([]);
    await call('POST', `/releases/${release}/publish`, {});
    expect(await codesIn('')).toEqual(['spring', 'FBA']);
    expect(await idsOf('subject=own:spring')).toEqual([book.id]);
    await call('POST', `/releases/${release}/roll-back`, {});
    expect(await codesIn('')).toEqual(['FB']);
  });

  test('filter the list of books, also after changes', async () => {
    const first = await create('Thema:FLC');
    const second = await create('Own:FLC');
    expect(await idsOf('subject=thema:flc')).toEqual([first.id]);
    await call('POST', '/books/update', { id: second.id, subjects: 'Own:FLC; Thema:FLC' });
    expect(await idsOf('subject=thema:flc')).toEqual([second.id, first.id]);
    await call('DELETE', `/books/${first.id}`);
    expect(await idsOf('subject=Thema:FLC')).toEqual([second.id]);
    const [item] = (await call('GET', '/trash')).body.data.items;
    await call('POST', `/trash/${item.id}/restore`);
    expect(await idsOf('subject=Thema:FLC')).toEqual([second.id, first.id]);
    expect(await idsOf('subject=Thema')).toEqual([]);
  });

  test('are found by code and label', async () => {
    const search = async (query: string) =>
      (await call('GET', `/subjects?${query}`)).body.data.items.map(({ code }: { code: string }) => code);
    expect(await search('scheme=thema&search=fl')).toEqual(['FL', 'FLC']);
    expect(await search('search=SCIENCE')).toEqual(['FL', 'FLC']);
    expect(await search('scheme=Own&search=fl')).toEqual([]);
    expect(await search('search=%25')).toEqual([]);
  });

  test('come from the category of a new book without subjects', async () => {
    const category = (
      await call('POST', '/books/categories', { name: 'Novels', default_subjects: 'Thema:FBA' })
    ).body.data;
    expect(category.default_subjects).toEqual([{ scheme: 'Thema', code: 'FBA' }]);
    const { code } = category;
    expect((await create(undefined, { category_code: code })).subjects?.[0]?.code).toBe('FBA');
    expect(await create('', { category_code: code })).not.toHaveProperty('subjects');
    const sub = { name: 'Sea', category_code: code, default_subjects: 'own:sea=Sea; Thema:FBA=Other' };
    const subCategory = (await call('POST', '/books/sub-categories', sub)).body.data;
    const defaults = [
      { scheme: 'Own', code: 'sea', label: 'Sea' },
      { scheme: 'Thema', code: 'FBA', label: 'Other' },
    ];
    expect(subCategory.default_subjects).toEqual(defaults);
    const [entry] = (await call('GET', `/books/categories/${category.id}`)).body.data.sub_categories;
    expect(entry.default_subjects).toEqual(defaults);
    // Those of the sub-category follow those of the category, each once.
    const inSubCategory = await create(undefined, { sub_category_code: subCategory.code });
    expect(inSubCategory.subjects?.map((subject) => Object.values(subject))).toEqual([
      ['Thema', 'FBA', 'Modern fiction, literary'],
      ['Own', 'sea', 'Sea'],
    ]);
    const path = `/books/sub-categories/${subCategory.id}`;
    const response = await call('PUT', path, { default_subjects: [] });
    expect(response.body.data).not.toHaveProperty('default_subjects');
    await call('POST', `/audit-log/${entryOf(response)}/undo`);
    expect((await call('GET', path)).body.data.default_subjects).toEqual(defaults);
    const unknown = await call('PUT', path, { default_subjects: 'None:A' });
    expect(unknown.body.errors).toEqual({ default_subjects: 'No subject scheme is named “None”.' });
    const wrong = await call('PUT', `/books/categories/${category.id}`, { default_subjects: 'None:A' });
    expect(wrong.body.errors).toEqual({ default_subjects: 'No subject scheme is named “None”.' });
  });

  test('must be in the list if the scheme requires it, and keep their scheme', async () => {
    const version = (await call('GET', '/subject-schemes')).body.data.items[1].version;
    await call('POST', '/subject-schemes/update', { id: 1, version, is_listed_only: true });
    const { status, body } = await call('POST', '/books/create', { name: 'Book', subjects: 'Thema:ZZ' });
    expect([status, body.message]).toEqual([422, 'The list of Thema doesn’t contain the code ZZ.']);
    const response = await call('DELETE', '/subject-schemes/2');
    expect([response.status, response.body.message]).toEqual([409, '4 books have subjects of Own.']);
    const list = await call('POST', '/subject-schemes/upload', { id: 1, text: 'A\tLabel\n\tNo code\n' });
    expect(list.body.errors.text).toMatch(/^Line 2 has no valid code\./);
    const emptyList = await call('POST', '/subject-schemes/upload', { id: 1, text: '' });
    expect(emptyList.body.data.code_count).toBe(0);
  });
});
