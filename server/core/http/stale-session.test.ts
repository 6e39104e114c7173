import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';

const kinds = [
  'books/list',
  'books/categories',
  'books/sub-categories',
  'books/collections',
  'books/story-books',
  'books/mobile-configs',
  'books/challenges',
];

eachDatabase('a write with a session that ends while the body is sent', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  const api = await buildTestApp(database, store.blobs);
  let port: number;
  let keeper: string;
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
    keeper = await api.tokenFor(allPermissions);
    const make = async (path: string, body: object) => {
      const { status, text } = await api.call('POST', `/api/books/${path}`, {
        token: keeper,
        json: body,
      });
      if (status !== 200) throw new Error(text);
    };
    await make('create', { name: 'Kept' });
    await make('categories', { name: 'Kept', code: 'kept' });
    await make('collections', { title: 'Kept' });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  /** Returns all stored records from the lists. */
  async function storedCells(): Promise<unknown[]> {
    const lists = await Promise.all(kinds.map((path) => api.call('GET', `/api/${path}`, { token: keeper })));
    return lists.map(({ body }) => body.data.items);
  }

  /** Sends the headers and half of a body, runs the callback, and sends the rest. */
  async function sendAround(
    path: string,
    {
      token,
      body,
      type,
      meanwhile,
    }: {
      readonly token: string;
      readonly body: Buffer;
      readonly type: string;
      readonly meanwhile: () => Promise<unknown>;
    },
  ): Promise<{ status: number; success: boolean; message: string }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: `/api/books/${path}`, headers });
    const half = Math.floor(body.length / 2);
    call.write(body.subarray(0, half));
    await once(call, 'socket');
    await delay(100);
    await meanwhile();
    call.end(body.subarray(half));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      ...((await json(response)) as { success: boolean; message: string }),
    };
  }

  const sendJson = (
    path: string,
    {
      token,
      body,
      meanwhile,
    }: { readonly token: string; readonly body: object; readonly meanwhile: () => Promise<unknown> },
  ) =>
    sendAround(path, { token, body: Buffer.from(JSON.stringify(body)), type: 'application/json', meanwhile });
  const signOut = (token: string) => () => api.call('POST', '/api/auth/logout', { token });
  const ownerOf = (token: string) =>
    database.kysely
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.email'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();

  test.each<[string, object]>([
    ['create', { name: 'New' }],
    ['update', { id: 1, name: 'Changed' }],
    ['categories', { name: 'New' }],
    ['sub-categories', { name: 'New', category_code: 'kept' }],
    ['collections', { title: 'New' }],
    ['collections/update', { id: 1, title: 'Changed' }],
    ['collections/delete', { id: 1 }],
    ['story-books', { title: 'New', story_items: [] }],
    ['mobile-configs', { title: 'New', config: [] }],
    [
      'challenges',
      {
        title: 'New',
        description: 'New',
        day_count: 1,
        items: [{ book_code: 'BK-000001', order_index: 0 }],
      },
    ],
  ])('stores nothing for POST %s after a sign-out', async (path, body) => {
    const before = await storedCells();
    const token = await api.tokenFor(allPermissions);
    expect(await sendJson(path, { token, body, meanwhile: signOut(token) })).toMatchObject({
      status: 401,
      message: 'Sign in to continue.',
    });
    expect(await storedCells()).toEqual(before);
    // The same request succeeds with a valid session.
    const live = await api.tokenFor(allPermissions);
    expect(await sendJson(path, { token: live, body, meanwhile: async () => undefined })).toMatchObject({
      status: 200,
    });
  });

  test.each<[string, number, (token: string) => Promise<unknown>]>([
    [
      'suspended',
      401,
      async (token) => api.accounts.change((await ownerOf(token)).email, { isSuspended: true }),
    ],
    [
      'given other permissions',
      401,
      async (token) => api.accounts.change((await ownerOf(token)).email, { permissions: [] }),
    ],
    [
      'left without the permission',
      403,
      async (token) =>
        database.kysely
          .updateTable('users')
          .set({ permissions: '["books:delete"]' })
          .where('id', '=', (await ownerOf(token)).id)
          .execute(),
    ],
    [
      'signed out by expiry',
      401,
      (token) =>
        database.kysely
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1).toISOString() })
          .where('token_hash', '=', hashToken(token))
          .execute(),
    ],
  ])('from an account that is %s while the body is sent returns %i', async (_what, status, meanwhile) => {
    const before = await storedCells();
    const token = await api.tokenFor(['books:edit']);
    const response = await sendJson('create', {
      token,
      body: { name: 'New' },
      meanwhile: () => meanwhile(token),
    });
    expect(response).toMatchObject({ status, success: false });
    expect(await storedCells()).toEqual(before);
  });

  test('deletes the files of a rejected upload from storage and staging', async () => {
    const token = await api.tokenFor(allPermissions);
    const form = new FormData();
    form.set('name', 'New');
    form.set('image', new Blob([new Uint8Array(await makeImage('png'))]), 'cover.png');
    const encodedForm = new Response(form);
    const body = Buffer.from(await encodedForm.arrayBuffer());
    const type = encodedForm.headers.get('content-type') ?? '';
    const response = await sendAround('create', { token, body, type, meanwhile: signOut(token) });
    expect(response.status).toBe(401);
    const keys: string[] = [];
    for await (const { key } of store.blobs.list()) keys.push(key);
    expect(keys).toEqual([]);
    expect(await database.kysely.selectFrom('files').select('key').execute()).toEqual([]);
  });
});
