import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { openTestApp } from '#server/testing/open-test-app';

/* Every request that returns changes and deleted records, sent by every type of user. One rule applies to all. */

interface Case {
  readonly user: string;
  readonly permissions: readonly Permission[];
  /** True when the user created, changed and deleted the record. */
  readonly isOwn?: true;
  readonly seesChanges: boolean;
  readonly seesTrash: boolean;
  readonly seesList: boolean;
}

const nothing = { seesChanges: false, seesTrash: false, seesList: false };
const cases: readonly Case[] = [
  { user: 'a viewer', permissions: [], ...nothing },
  { user: 'an editor of other records', permissions: ['collections:edit'], ...nothing },
  { user: 'a manager of users', permissions: ['users:manage'], ...nothing },
  { user: 'an editor', permissions: ['books:edit'], seesChanges: true, seesTrash: true, seesList: false },
  { user: 'a deleter', permissions: ['books:delete'], seesChanges: true, seesTrash: true, seesList: false },
  {
    user: 'a reader of reports',
    permissions: ['reports:read'],
    seesChanges: true,
    seesTrash: false,
    seesList: true,
  },
  {
    user: 'an administrator',
    permissions: allPermissions,
    seesChanges: true,
    seesTrash: true,
    seesList: true,
  },
  {
    user: 'the author of the changes without permissions since',
    permissions: [],
    isOwn: true,
    seesChanges: true,
    seesTrash: false,
    seesList: false,
  },
];

eachDatabase('changes and deleted records', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const author = await api.tokenFor(['books:edit', 'books:delete']);
  let record: { id: number; name: string };
  let entryId: number;
  let fileKey: string;
  let trashId: number;

  beforeAll(async () => {
    const token = author;
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const { body } = await api.call('POST', '/api/books/create', {
      token,
      form: { name: 'Zanzibar', image },
    });
    record = body.data;
    fileKey = body.data.image_url.replace(/^.*\//, '');
    await api.call('DELETE', `/api/books/${record.id}`, { token });
    const history = await api.call('GET', `/api/books/${record.id}/history`, { token });
    entryId = history.body.data.items.at(-1).id;
    trashId = (await api.call('GET', '/api/trash', { token })).body.data.items[0].id;
    await database.kysely
      .updateTable('users')
      .set({ permissions: '[]' })
      .where('id', '=', (await api.call('GET', '/api/user/me', { token })).body.data.id)
      .execute();
  });
  afterAll(() => api.close());

  test.each(cases)('$user', async ({ permissions, isOwn, seesChanges, seesTrash, seesList }) => {
    const token = isOwn ? author : await api.tokenFor(permissions);
    const read = (path: string) => api.call('GET', `/api${path}`, { token });
    const status = async (path: string) => (await read(path)).status;
    const statusFor = (is: boolean) => (is ? 200 : 404);

    expect(await status('/audit-log')).toBe(seesList ? 200 : 403);
    for (const path of ['entries.csv', 'actors', 'summary'])
      expect(await status(`/audit-log/${path}`), path).toBe(seesList ? 200 : 403);
    expect(await status('/reports/work-by-user')).toBe(seesList ? 200 : 403);
    expect(await status(`/audit-log/${entryId}`)).toBe(statusFor(seesChanges));
    expect(await status(`/books/${record.id}/history`)).toBe(statusFor(seesChanges));
    expect(await status(`/audit-log/files/${fileKey}`)).toBe(statusFor(seesChanges));
    expect(await status(`/trash/${trashId}`)).toBe(statusFor(seesTrash));
    expect((await read('/trash')).body.data.total).toBe(seesTrash ? 1 : 0);
    // No user finds a deleted record in requests for existing records.
    expect(await status(`/books/${record.id}`)).toBe(404);
    expect(await status(`/books/${record.id}/references`)).toBe(404);
    expect((await read('/search?q=zanzibar')).text).not.toContain('Zanzibar');
    expect((await read('/books/list?search=zanzibar')).body.data.total).toBe(0);
    expect((await read('/audit-log/mine')).body.data.total).toBe(isOwn ? 2 : 0);
  });

  test('are not named in the references of a record and in the counts of viewers', async () => {
    const editor = await api.tokenFor(allPermissions);
    const viewer = await api.tokenFor([]);
    const send = (path: string, json: object) =>
      api.call('POST', `/api/books/${path}`, { token: editor, json });
    const book = (await send('create', { name: 'Bukhara' })).body.data;
    const collection = (await send('collections', { title: 'Silk Road', book_codes: [book.code] })).body.data
      .id;
    const read = async (path: string) => (await api.call('GET', `/api${path}`, { token: viewer })).text;
    expect(await read(`/books/${book.id}/references`)).toContain('Silk Road');
    expect((await send('collections/delete', { id: collection })).status).toBe(200);
    for (const path of [`/books/${book.id}/references`, '/search?q=silk', '/overview', '/trash', '/jobs'])
      expect(await read(path), path).not.toContain('Silk Road');
    expect(JSON.parse(await read('/overview')).data).toMatchObject({ imports: null, jobs: { failed: 0 } });
  });

  test('shows changes of other users in the history of an existing record only with a permission', async () => {
    const editor = await api.tokenFor(['books:edit']);
    const json = { name: 'Samarkand' };
    const { body } = await api.call('POST', '/api/books/create', { token: editor, json });
    const totalFor = async (permissions: readonly Permission[]) => {
      const token = await api.tokenFor(permissions);
      return (await api.call('GET', `/api/books/${body.data.id}/history`, { token })).body.data.total;
    };
    expect(await totalFor([])).toBe(0);
    expect(await totalFor(['books:edit'])).toBe(1);
    expect(await totalFor(['reports:read'])).toBe(1);
  });
});
