import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('books in a full text search', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const listBooks = async (query: Record<string, string>) => {
    const { data } = (await api.call('GET', '/api/books/list', { token, query })).body;
    return data.items.map(({ name }: { name: string }) => name);
  };
  const searchTexts = (search: string) => listBooks({ search, in: 'everything' });

  async function change(method: 'POST' | 'PUT' | 'DELETE', path: string, json?: object): Promise<number> {
    const { status, headers } = await api.call(method, path, { token, ...(json && { json }) });
    expect(status).toBe(200);
    return Number(headers['x-audit-log-entry']);
  }
  const undo = (entry: number) => change('POST', `/api/audit-log/${entry}/undo`);

  test('rank after matches by name and author, and only when requested', async () => {
    for (const book of [
      { name: 'Harbour', description: 'A lamp by the sea.' },
      { name: 'Quiet', author: { name: 'Ann Lamp' } },
      { name: 'Lamp' },
      { name: 'Sea', description: 'A lamplighter.' },
    ])
      await change('POST', '/api/books/create', book);
    expect(await listBooks({ search: 'lamp' })).toEqual(['Lamp', 'Quiet']);
    expect(await searchTexts('lamp')).toEqual(['Lamp', 'Quiet', 'Sea', 'Harbour']);
    expect(await searchTexts('lamp by')).toEqual(['Harbour']);
    const { data } = (
      await api.call('GET', '/api/books/languages', { token, query: { q: 'lamp', in: 'Everything' } })
    ).body;
    expect(data).toEqual([{ language: 3, total: 4 }]);
    const spreadsheet = await api.call('GET', '/api/spreadsheets/books/export', {
      token,
      query: { search: 'lamp', in: 'everything' },
    });
    expect(spreadsheet.text.match(/BK-\d+/g)).toEqual(['BK-000003', 'BK-000002', 'BK-000004', 'BK-000001']);
    const plan = (expected: number) =>
      api.call('POST', '/api/books/bulk/preview', {
        token,
        json: { filter: { search: 'lamp', in: 'everything' }, expected, changes: { language: 1 } },
      });
    expect([(await plan(4)).status, (await plan(2)).status]).toEqual([200, 409]);
  });

  test('reflect edits, undo, delete and restore', async () => {
    const updateEntryId = await change('POST', '/api/books/update', { id: 3, description: 'Zinc' });
    expect(await searchTexts('zinc')).toEqual(['Lamp']);
    await undo(updateEntryId);
    expect(await searchTexts('zinc')).toEqual([]);
    const chapters = [
      { name: 'The Copper Gate', text_items: [] },
      { name: 'Home', text_items: [] },
    ];
    await change('PUT', '/api/books/3/content', { chapters });
    expect([await searchTexts('copper gate'), await searchTexts('gate home')]).toEqual([['Lamp'], []]);
    const deleteEntryId = await change('DELETE', '/api/books/3');
    expect(await searchTexts('copper')).toEqual([]);
    await undo(deleteEntryId);
    expect(await searchTexts('copper')).toEqual(['Lamp']);
    await change('PUT', '/api/books/3/content', { chapters: [] });
    expect(await searchTexts('copper')).toEqual([]);
  });
});
