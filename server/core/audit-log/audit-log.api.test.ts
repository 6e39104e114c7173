import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';

eachDatabase('the audit log', async (openEmpty) => {
  const store = await openTestBlobStore('folder');
  const api = await buildTestApp(await openEmpty(), store.blobs);
  const token = await api.tokenFor(allPermissions);

  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const entryOf = async (response: { headers: Record<string, unknown> }) => {
    const detail = await call('GET', `/audit-log/${String(response.headers['x-audit-log-entry'])}`);
    expect(detail.status, detail.text).toBe(200);
    return detail.body.data;
  };

  test('contains the user, the record and the changes of a write', async () => {
    const image = { bytes: await makeImage('png'), name: 'cover of mine.png' };
    const createdBook = await api.call('POST', '/api/books/create', { token, form: { name: 'One', image } });
    const createEntry = await entryOf(createdBook);
    expect(createEntry).toMatchObject({
      kind: 'books',
      action: 'created',
      record: { id: createdBook.body.data.id, name: 'One' },
      version: 1,
      request_id: createdBook.headers['x-request-id'],
      token: null,
      actor: { name: 'Someone' },
      cause_id: null,
    });
    expect(createEntry.changes).toContainEqual({ type: 'value', field: 'name', before: null, after: 'One' });
    expect(createEntry.changes).toContainEqual({
      type: 'file',
      field: 'image_url',
      before: null,
      after: expect.objectContaining({
        name: 'cover of mine.png',
        media_type: 'image/webp',
        is_retained: true,
      }),
    });

    const { id } = createdBook.body.data;
    await call('POST', '/books/categories', { name: 'Sea' });
    const changeEntry = await entryOf(
      await call('POST', '/books/update', {
        id,
        description: 'New',
        category_code: 'sea',
        author: { name: 'Ada' },
      }),
    );
    expect(changeEntry).toMatchObject({ action: 'changed', version: 2, latest_id: changeEntry.id });
    expect(changeEntry.changes).toEqual([
      { type: 'value', field: 'description', before: null, after: 'New' },
      {
        type: 'record',
        field: 'author',
        before: { id: expect.any(Number), name: 'Lectern' },
        after: { id: expect.any(Number), name: 'Ada' },
      },
      { type: 'record', field: 'category', before: null, after: { id: 1, name: 'Sea', code: 'sea' } },
    ]);
  });

  test('lists added, removed and moved entries, and the changes caused by a delete', async () => {
    const codes: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      const { body } = await call('POST', '/books/create', { name });
      codes.push(body.data.code);
    }
    const [a = '', b = '', c = '', d = '', e = ''] = codes;
    const { body } = await call('POST', '/books/collections', { title: 'Five', book_codes: [a, b, c, d] });
    const { id } = body.data;
    const changeEntry = await entryOf(
      await call('POST', '/books/collections/update', { id, book_codes: [d, a, c, e] }),
    );
    expect(changeEntry.fields).toEqual([
      { field: 'books', type: 'list', counts: { added: 1, removed: 1, moved: 1, changed: 0 } },
    ]);
    expect(changeEntry.changes).toEqual([
      {
        type: 'list',
        field: 'books',
        added: [{ key: e, name: 'E', from: null, to: 3 }],
        removed: [{ key: b, name: 'B', from: 1, to: null }],
        moved: [{ key: d, name: 'D', from: 3, to: 0 }],
        changed: [],
        counts: { added: 1, removed: 1, moved: 1, changed: 0 },
      },
    ]);

    const deleteResponse = await call('DELETE', `/books/${Number(a.slice(3))}`);
    const cause = Number(deleteResponse.headers['x-audit-log-entry']);
    const { body: list } = await call('GET', `/audit-log?kind=collections&record_id=${id}`);
    expect(list.data.items[0]).toMatchObject({ action: 'changed', cause_id: cause, version: 3 });
    expect(list.data.total).toBe(3);
  });

  test('returns all entries with the permission only, and own entries to every user', async () => {
    const editor = await api.tokenFor(['categories:edit']);
    const { headers } = await api.call('POST', '/api/books/categories', {
      token: editor,
      json: { name: 'Own' },
    });
    expect((await api.call('GET', '/api/audit-log', { token: editor })).status).toBe(403);
    const own = await api.call('GET', '/api/audit-log/mine', { token: editor });
    expect(own.body.data.items.map(({ id }: { id: number }) => String(id))).toEqual([
      headers['x-audit-log-entry'],
    ]);
    const all = await call('GET', `/audit-log?actor_id=${own.body.data.items[0].actor.id}`);
    expect(all.body.data).toEqual(own.body.data);
    expect((await call('GET', '/audit-log/999999')).status).toBe(404);
  });
});
