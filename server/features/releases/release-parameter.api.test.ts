import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { operationsOf } from '#server/core/http/api-docs/openapi';
import { openSqliteApp } from '#server/testing/sqlite-app';

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
afterAll(() => api.close());

test('rejects every write in a release that would be saved live', async () => {
  // Uploads are not in the catalogue until a record refers to them.
  const writes = operationsOf(await api.readReference()).filter(
    ({ method, path, operation }) =>
      !['get', 'head'].includes(method) &&
      !path.startsWith('/uploads') &&
      /Needs (?:the|one of the) permission/.test(operation.description ?? ''),
  );
  const acceptsRelease = ({ operation }: (typeof writes)[number]) =>
    operation.parameters?.some(({ name }) => name === 'release') ?? false;
  const answers = await Promise.all(
    writes
      .filter((write) => !acceptsRelease(write))
      .map(async ({ method, path, operation: { operationId } }) => {
        const url = `/api${path.replaceAll(/\{\w+\}/g, '999999')}`;
        const { status, body } = await api.call(method.toUpperCase() as 'POST', url, {
          token,
          query: { release: '5' },
          json: {},
        });
        return [operationId, status, body.code];
      }),
  );
  expect(answers.filter(([, status, code]) => status !== 409 || code !== 'releases.unsupported')).toEqual([]);
  const rejections = answers.map(([id]) => id);
  expect(rejections).toEqual(expect.arrayContaining(['updateContributor', 'restoreTrashItem']));
  expect(writes.filter(acceptsRelease).map(({ operation }) => operation.operationId)).toEqual(
    expect.arrayContaining(['updateBook', 'undoBulkChange', 'undoSpreadsheet']),
  );
});
