import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Release, ReleaseChange } from '#contract/releases/releases';
import type {
  SpreadsheetImport,
  SpreadsheetPreview,
  StartedSpreadsheet,
} from '#contract/spreadsheets/spreadsheets';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('spreadsheets in a release', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const editor = await api.tokenFor(['books:edit', 'categories:edit', 'releases:edit', 'releases:publish']);
  const noReleases = await api.tokenFor(['books:edit']);

  afterAll(() => api.close());

  type Method = 'GET' | 'POST';
  async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Data> {
    const { status, body } = await api.call(method, `/api${path}`, { token: editor, ...options });
    expect([status, body.message, body.errors]).toEqual([200, body.message, undefined]);
    return body.data as Data;
  }
  async function errorOf(method: Method, path: string, options: CallOptions = {}) {
    const { status, body } = await api.call(method, `/api${path}`, { token: editor, ...options });
    return [status, body.code];
  }
  const newRelease = (name: string) => call<Release>('POST', '/releases', { json: { name } });
  const inRelease = ({ id }: Pick<Release, 'id'>) => ({ release: String(id) });
  const addBook = (name: string, query: Record<string, string> = {}) =>
    call<Book>('POST', '/books/create', { query, json: { name, language: 1, author: { name: 'Ada' } } });
  const bookOf = (id: number, query: Record<string, string> = {}) =>
    call<Book>('GET', `/books/${id}`, { query });
  const changesIn = async ({ id }: Pick<Release, 'id'>) =>
    (await call<{ items: ReleaseChange[] }>('GET', `/releases/${id}/changes`)).items;
  const previewOf = (kind: string, csv: string, query: Record<string, string>) =>
    call<SpreadsheetPreview>('POST', '/spreadsheets/preview', { query, json: { kind, csv } });
  const apply = (id: number | null, query: Record<string, string>) =>
    call<StartedSpreadsheet>('POST', `/spreadsheets/${id}/apply`, { query, json: {} });
  const get = (id: number) => call<SpreadsheetImport>('GET', `/spreadsheets/${id}`);
  async function importCsv(kind: string, csv: string, query: Record<string, string>) {
    const { id } = await previewOf(kind, csv, query);
    await apply(id, query);
    await api.runJob('spreadsheet', id ?? 0);
    return get(id ?? 0);
  }
  async function exportOf(kind: string, query: Record<string, string>) {
    const { status, text } = await api.call('GET', `/api/spreadsheets/${kind}/export`, {
      token: editor,
      query,
    });
    expect(status).toBe(200);
    return text.replace('\uFEFF', '').trim().split('\r\n');
  }

  test('export the values of the release', async () => {
    const release = await newRelease('Export');
    const lark = await addBook('Lark');
    await call('POST', '/books/update', {
      query: inRelease(release),
      json: { id: lark.id, name: 'Skylark' },
    });
    const swift = await addBook('Swift', inRelease(release));
    const [columns = ''] = await exportOf('books', {});
    const nameAt = columns.split(',').indexOf('name');
    const namesIn = async (query: Record<string, string>) =>
      (await exportOf('books', query)).slice(1).map((line) => line.split(',')[nameAt]);
    expect(await namesIn({})).toEqual(['Lark']);
    expect(await namesIn(inRelease(release))).toEqual(['Swift', 'Skylark']);
    expect(await namesIn({ ...inRelease(release), search: 'swift' })).toEqual(['Swift']);
    expect((await exportOf('authors', inRelease(release)))[1]).toMatch(/^\d+,Ada,2,/);
    const json = { code: 'SEA', name: 'Sea' };
    await call('POST', '/books/categories', { query: inRelease(release), json });
    expect((await exportOf('categories', inRelease(release))).join()).toContain('SEA');
    expect((await exportOf('categories', {})).join()).not.toContain('SEA');
    const path = '/spreadsheets/books/export';
    expect(await errorOf('GET', path, { query: inRelease(release), token: noReleases })).toEqual([
      403,
      'permission.missing',
    ]);
    expect((await errorOf('GET', path, { query: { release: 'x' } }))[0]).toBe(422);
    expect(await errorOf('GET', path, { query: { release: '9999' } })).toEqual([404, 'releases.not_found']);
    expect(await bookOf(swift.id, inRelease(release))).toMatchObject({ name: 'Swift' });
  });

  test('preview, save and undo rows in the release', async () => {
    const release = await newRelease('Import');
    const scope = inRelease(release);
    const books = [];
    while (books.length < 12) books.push(await addBook(`Crow ${books.length}`));
    const [first] = books;
    await call('POST', '/books/update', { query: scope, json: { id: first?.id, name: 'Rook' } });
    const rows = books.map(({ code }, index) => `${code},Raven ${index},`);
    const csv = ['code,name,author', ...rows, ',New raven,Berta', `BK-999999,Nobody,`].join('\n');

    const preview = await previewOf('books', csv.replaceAll(',\n', ',Ada\n').replace(/,$/, ',Ada'), scope);
    expect(preview).toMatchObject({ created: 1, changed: 12, rejected: 1 });
    expect(preview.rows[0]?.changes).toEqual([{ column: 'name', before: 'Rook', after: 'Raven 0' }]);
    expect(await errorOf('POST', `/spreadsheets/${preview.id}/apply`, { json: {} })).toEqual([
      409,
      'record.conflict',
    ]);

    const { job, id } = await apply(preview.id, scope);
    expect(job.title).toBe('Import 13 spreadsheet rows in Import');
    expect(await errorOf('POST', `/spreadsheets/${id}/apply`, { query: scope, json: {} })).toEqual([
      409,
      'record.conflict',
    ]);
    expect(await api.runJob('spreadsheet', id)).toMatchObject({
      created: 1,
      changed: 12,
      failed: 0,
      total: 13,
    });
    // A repeated run has no further effect.
    await api.runJob('spreadsheet', id);
    expect(await get(id)).toMatchObject({
      done: 13,
      created: 1,
      changed: 12,
      release_id: release.id,
      entry_id: null,
      is_undoable: true,
    });
    expect(await bookOf(first?.id ?? 0)).toMatchObject({ name: 'Crow 0' });
    expect(await bookOf(first?.id ?? 0, scope)).toMatchObject({ name: 'Raven 0' });
    const changes = await changesIn(release);
    expect(changes.map(({ record }) => record.name)).toEqual(
      expect.arrayContaining(['New raven', 'Raven 11']),
    );
    expect(changes).toHaveLength(13);
    expect(changes.filter(({ problem }) => problem)).toEqual([]);

    const undo = `/spreadsheets/${id}/undo`;
    const { id: undoId } = await call<StartedSpreadsheet>('POST', undo, { query: scope, json: {} });
    await api.runJob('spreadsheet', undoId);
    expect(await get(undoId)).toMatchObject({ changed: 13, failed: 0 });
    expect(await get(id)).toMatchObject({ is_undoable: false, is_undone: true });
    expect((await changesIn(release)).map(({ record }) => record.name)).toEqual(['Rook']);

    expect(await importCsv('books', `code,name\n${first?.code},Jackdaw`, scope)).toMatchObject({
      changed: 1,
    });
    await call('POST', `/releases/${release.id}/publish`, { json: {} });
    expect(await bookOf(first?.id ?? 0)).toMatchObject({ name: 'Jackdaw' });
  });

  test('report rows that are not valid anymore, and save the others', async () => {
    const release = await newRelease('Rejected rows');
    const scope = inRelease(release);
    const [firstBook, secondBook] = [await addBook('One'), await addBook('Two')];
    const csv = `code,name\n${firstBook.code},One in the release\n${secondBook.code},Two in the release`;
    const preview = await previewOf('books', csv, scope);
    await call('POST', '/books/update', { json: { id: firstBook.id, name: 'Changed since' } });
    const { id } = await apply(preview.id, scope);
    await api.runJob('spreadsheet', id);
    expect(await get(id)).toMatchObject({ done: 2, changed: 1, failed: 1, failures: [{ line: 2 }] });
    expect(await bookOf(secondBook.id, scope)).toMatchObject({ name: 'Two in the release' });

    // Codes are unique, so the rows of categories depend on each other.
    const codes = ['code,name', 'LAND,Land', 'LAND2,Land'].join('\n');
    expect(await importCsv('categories', codes, scope)).toMatchObject({ created: 2, failed: 0 });
    expect(await importCsv('categories', 'code,name\nLAND,Country', scope)).toMatchObject({ changed: 1 });

    const latePreview = await previewOf('books', csv.replace('One in', 'First in'), scope);
    await call('POST', `/releases/${release.id}/archive`, { json: {} });
    expect(
      await errorOf('POST', `/spreadsheets/${latePreview.id}/apply`, { query: scope, json: {} }),
    ).toEqual([409, 'releases.closed']);
    const json = { kind: 'books', csv };
    expect(await errorOf('POST', '/spreadsheets/preview', { query: scope, json, token: noReleases })).toEqual(
      [403, 'permission.missing'],
    );
  });
});
