import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { checkDatabase } from '#server/features/system/check/database';
import { lifecyclesOf } from '#server/app/modules';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { createTrashService } from './trash.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

eachDatabase('the retention of the trash', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  afterAll(() => store.close());

  async function open(trashDays: number) {
    const api = await buildTestApp(database, store.blobs, { trashDays });
    const token = await api.tokenFor(allPermissions);
    const lifecycles = lifecyclesOf(api.services);
    const trash = createTrashService({ database, files: api.files, lifecycles, trashDays });
    return { api, token, trash };
  }
  async function deleteBook({ api, token }: { api: TestApp; token: string }, name: string) {
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const { body } = await api.call('POST', '/api/books/create', { token, form: { name, image } });
    const key = String(body.data.image_url).replace('/media/', '');
    const deleteResponse = await api.call('DELETE', `/api/books/${body.data.id}`, { token });
    expect(deleteResponse.status).toBe(200);
    return { id: body.data.id as number, key, entry: String(deleteResponse.headers['x-audit-log-entry']) };
  }
  const total = async ({ api, token }: { api: TestApp; token: string }) =>
    (await api.call('GET', '/api/trash', { token })).body.data.total as number;

  test('deletes any number of records and replaced files after their days, but not before', async () => {
    const product = await open(30);
    const { api, token, trash } = product;
    const { key, entry } = await deleteBook(product, 'Kept for a month');
    for (let count = 0; count < 25; count++) {
      const { body } = await api.call('POST', '/api/books/collections', {
        token,
        json: { title: `Number ${count}` },
      });
      await api.call('POST', '/api/books/collections/delete', { token, json: { id: body.data.id } });
    }
    expect(await total(product)).toBe(26);
    expect(await trash.removeExpired(new Date(Date.now() + 29.9 * DAY_MS))).toBe(0);
    expect((await api.call('GET', `/api/audit-log/files/${key}`, { token })).status).toBe(200);

    expect(await trash.removeExpired(new Date(Date.now() + 30.1 * DAY_MS))).toBe(26);
    expect(await total(product)).toBe(0);
    expect((await api.call('GET', `/api/audit-log/files/${key}`, { token })).status).toBe(404);
    expect((await api.call('POST', `/api/audit-log/${entry}/undo`, { token })).status).toBe(409);
    expect(await checkDatabase(database)).toEqual([]);
    await api.close();
  });

  test('retains nothing with 0 days', async () => {
    const product = await open(0);
    const { api, token } = product;
    const { id, key, entry } = await deleteBook(product, 'Gone at once');
    expect(await total(product)).toBe(0);
    expect((await api.call('GET', `/api/audit-log/files/${key}`, { token })).status).toBe(404);
    expect((await api.call('POST', `/api/audit-log/${entry}/undo`, { token })).status).toBe(409);
    const history = await api.call('GET', `/api/books/${id}/history`, { token });
    expect(history.body.data.items[0].action).toMatch(/deleted|purged/);
    expect(await checkDatabase(database)).toEqual([]);
    await api.close();
  });
});
