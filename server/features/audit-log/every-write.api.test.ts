import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { resources } from '#contract/core/resources';
import { operationsOf } from '#server/core/http/api-docs/openapi';
import { inPascalCase } from '#server/core/http/resource.routes';
import { makeEpub } from '#server/testing/epub-files';
import { contextWith } from '#server/testing/factories';
import { openSqliteApp } from '#server/testing/sqlite-app';

/*
 * Every request that changes something, and whether the audit log records it. A new request fails here until it is in one of the two lists.
 * A request that changes a record without an entry fails too.
 */

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
afterAll(() => api.close());

/** Requests about accounts, views, custom fields, subject schemes, releases, uploads, imports, jobs, backups and open records, which have other logs or none. */
const elsewhere =
  /^(auth|profile|tokens|users|roles|session|uploads|jobs|notifications|settings|links|reports|analytics|views|custom-fields|subjects|releases|backups|presence)$/;

test('adds an entry for every request that changes a record', { timeout: 120_000 }, async () => {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const createRecord = async (path: string, json: object) => (await call('POST', path, json)).body.data;
  const entry = async () => (await call('GET', '/audit-log?items_per_page=1')).body.data.items[0]?.id ?? 0;
  const latestTrashId = async () => (await call('GET', '/trash')).body.data.items[0].id as number;

  const book = await createRecord('/books/create', { name: 'B' });
  const texts = [{ name: 'One', duration: 5, text_items: [{ text: 'Words' }] }];
  const proposal = await api.addReadImport('One.epub', await makeEpub({ title: 'One' }));
  const item = { book_code: book.code, chapter_code: 'CH-01', text_item_code: 'T-01' };
  await api.services.books.replaceChapters(book.id, texts, contextWith());

  const calls: readonly [operationId: string, () => ReturnType<typeof call>][] = [
    ['createCategory', () => call('POST', '/books/categories', { name: 'C' })],
    ['updateCategory', () => call('PUT', '/books/categories/1', { name: 'D' })],
    ['createSubCategory', () => call('POST', '/books/sub-categories', { name: 'S', category_code: 'c' })],
    ['updateSubCategory', () => call('PUT', '/books/sub-categories/1', { name: 'T' })],
    ['createBook', () => call('POST', '/books/create', { name: 'Another' })],
    ['updateBook', () => call('POST', '/books/update', { id: book.id, narrator: 'N' })],
    ['createCollection', () => call('POST', '/books/collections', { title: 'C', book_codes: [book.code] })],
    ['updateCollection', () => call('POST', '/books/collections/update', { id: 1 })],
    [
      'createSeries',
      () => call('POST', '/series/create', { title: 'S', books: [{ code: book.code, position: '1' }] }),
    ],
    ['updateSeries', () => call('POST', '/series/update', { id: 1, title: 'T' })],
    ['createPublisher', () => call('POST', '/publishers/create', { name: 'P', imprints: [{ name: 'I' }] })],
    ['updatePublisher', () => call('POST', '/publishers/update', { id: 1, name: 'Q' })],
    ['createStoryBook', () => call('POST', '/books/story-books', { title: 'S', story_items: [item] })],
    ['updateStoryBook', () => call('POST', '/books/story-books/update', { id: 1, title: 'T' })],
    [
      'createChallenge',
      () => {
        const items = [{ book_code: book.code }];
        return call('POST', '/books/challenges', { title: 'C', description: 'D', day_count: 1, items });
      },
    ],
    ['updateChallenge', () => call('POST', '/books/challenges/update', { id: 1, day_count: 2 })],
    ['createMobileConfig', () => call('POST', '/books/mobile-configs', { title: 'M' })],
    ['updateMobileConfig', () => call('POST', '/books/mobile-configs/update', { id: 1, title: 'N' })],
    ['acceptImport', () => call('POST', `/imports/${proposal}/accept`, {})],
    ...Object.values(resources).map(({ singular, endpoints }): [string, () => ReturnType<typeof call>] => [
      `revert${inPascalCase(singular)}`,
      async () => {
        const path = endpoints.get.path.replace(':id', '1');
        const { items } = (await call('GET', `${path}/history`)).body.data;
        return call('POST', `${path}/revert`, { entry_id: items[0].id });
      },
    ]),
    ['renameAuthor', () => call('PUT', `/books/authors/${book.author.id}`, { name: 'Renamed' })],
    ['updateContributor', () => call('PUT', `/contributors/${book.author.id}`, { isni: '0000000121032683' })],
    ['deleteMobileConfig', () => call('POST', '/books/mobile-configs/delete', { id: 1 })],
    ['undoAuditLogEntry', async () => call('POST', `/audit-log/${await entry()}/undo`)],
    ['deleteChallenge', () => call('POST', '/books/challenges/delete', { id: 1 })],
    ['deleteStoryBook', () => call('POST', '/books/story-books/delete', { id: 1 })],
    ['deleteSeries', () => call('DELETE', '/series/1')],
    ['deletePublisher', () => call('DELETE', '/publishers/1')],
    ['deleteCollection', () => call('POST', '/books/collections/delete', { id: 1 })],
    ['restoreTrashItem', async () => call('POST', `/trash/${await latestTrashId()}/restore`)],
    ['deleteBook', () => call('DELETE', `/books/${book.id}`)],
    ['deleteTrashItem', async () => call('DELETE', `/trash/${await latestTrashId()}`)],
    ['deleteSubCategory', () => call('DELETE', '/books/sub-categories/1')],
    ['deleteCategory', () => call('DELETE', '/books/categories/1')],
    ['emptyTrash', () => call('POST', '/trash/empty', {})],
  ];

  for (const [operationId, make] of calls) {
    const before = await entry();
    const response = await make();
    expect(response.status, `${operationId}: ${response.text}`).toBe(200);
    const after = await entry();
    expect(after, operationId).toBeGreaterThan(before);
    // The header has the first entry of a transaction; emptying the trash has several.
    if (!/emptyTrash/.test(operationId))
      expect(Number(response.headers['x-audit-log-entry']), operationId).toBeGreaterThan(before);
  }

  const testedOperations = new Set(calls.map(([operationId]) => operationId));
  const untestedWrites = operationsOf(await api.readReference()).filter(
    ({ method, path, operation }) =>
      method !== 'get' &&
      method !== 'head' &&
      !testedOperations.has(operation.operationId) &&
      !elsewhere.test(operation.tags[0] ?? '') &&
      // Imports are not records yet, and accepting several of them accepts each. Book content and bulk changes have separate tests.
      !/^\/(imports|spreadsheets)|\/(content|align|audio|bulk)|chapter|validate-item|home\/(preview|shared)/.test(
        path,
      ),
  );
  expect(untestedWrites.map(({ operation }) => operation.operationId)).toEqual([]);
});
