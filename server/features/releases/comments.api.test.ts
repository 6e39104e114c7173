import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { type ReleaseComment, commentLimits, mentionOf, mentionsIn } from '#contract/releases/comments';
import type { Release } from '#contract/releases/releases';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

test('mentions are found once each, and other text is not a mention', () => {
  expect(mentionsIn(`${mentionOf(4)}, ${mentionOf(12)}${mentionOf(4)} @5 @{x} @{}`)).toEqual([4, 12]);
});

eachDatabase('comments on releases', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const ada = await api.tokenFor(['releases:edit']);
  const ben = await api.tokenFor(['releases:edit']);
  const viewer = await api.tokenFor([]);
  const admin = await api.tokenFor(allPermissions);
  let adaId: number;
  let benId: number;
  let viewerId: number;
  let releaseId: number;

  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;
  beforeAll(async () => {
    [adaId, benId, viewerId] = [await idOf(ada), await idOf(ben), await idOf(viewer)];
    const { body } = await api.call('POST', '/api/releases', { token: ada, json: { name: 'Summer' } });
    releaseId = (body.data as Release).id;
  });
  afterAll(() => api.close());

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    token: string,
    { path = '', json }: { readonly path?: string | number; readonly json?: object } = {},
  ) =>
    api.call(method, `/api/releases/${releaseId}/comments${path === '' ? '' : `/${path}`}`, {
      token,
      ...(json && { json }),
    });
  const list = async (): Promise<ReleaseComment[]> => (await call('GET', viewer)).body.data.items;
  async function add(token: string, text: string): Promise<ReleaseComment> {
    const { status, body } = await call('POST', token, { json: { text } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }
  const notifications = async (token: string): Promise<string[][]> =>
    (await api.call('GET', '/api/notifications', { token })).body.data.items.map(
      ({ message, subject, address }: Record<string, string>) => [message, subject, address],
    );
  const rename = (id: number, name: string) =>
    database.kysely.updateTable('users').set({ name }).where('id', '=', id).execute();

  test('are listed with current names, and notify the owner and mentioned users once', async () => {
    await rename(benId, 'Ben Lowe');
    const first = await add(ben, 'Is the cover ready?');
    expect(await notifications(ada)).toEqual([
      ['New comment on your release', 'Summer', `/releases/${releaseId}#comment-${first.id}`],
    ]);
    const second = await add(ben, `${mentionOf(adaId)} and ${mentionOf(benId)}, please look.`);
    expect((await notifications(ada))[0]).toEqual([
      'You were mentioned in a comment',
      'Summer',
      `/releases/${releaseId}#comment-${second.id}`,
    ]);
    expect(await notifications(ada)).toHaveLength(2);
    expect(await notifications(ben)).toEqual([]);
    await rename(adaId, 'Ada Marsh-Lowe');
    expect(await list()).toMatchObject([
      { id: first.id, text: 'Is the cover ready?', user: { id: benId, name: 'Ben Lowe' }, edited_at: null },
      {
        mentions: [
          { id: adaId, name: 'Ada Marsh-Lowe' },
          { id: benId, name: 'Ben Lowe' },
        ],
      },
    ]);
    const { body } = await api.call('GET', '/api/releases', { token: viewer });
    expect(body.data.items[0].comment_count).toBe(2);
  });

  test('are edited by their author only, with a version, and notify new mentions', async () => {
    const { id, version } = await add(ada, 'Draft text');
    const path = id;
    expect((await call('PUT', ben, { path, json: { text: 'Mine' } })).body).toMatchObject({
      code: 'permission.missing',
      message: 'This is a comment of another user.',
    });
    const before = (await notifications(ben)).length;
    const text = `Final text ${mentionOf(benId)}`;
    const { body } = await call('PUT', ada, { path, json: { text, version } });
    expect(body.data).toMatchObject({ text, version: 2, edited_at: expect.any(String) as string });
    expect(await notifications(ben)).toHaveLength(before + 1);
    expect((await call('PUT', ada, { path, json: { text: 'Old', version } })).body.code).toBe(
      'release_comments.version_conflict',
    );
    await call('PUT', ada, { path, json: { text: `${text}!`, version: 2 } });
    expect(await notifications(ben)).toHaveLength(before + 1);
    expect((await call('PUT', ada, { path: 999, json: { text } })).body.code).toBe(
      'release_comments.not_found',
    );
  });

  test('are deleted by their author and by users who manage users', async () => {
    const [first, second] = [await add(ada, 'One'), await add(ada, 'Two')];
    expect((await call('DELETE', ben, { path: first.id })).status).toBe(403);
    expect((await call('DELETE', ada, { path: first.id })).status).toBe(200);
    expect((await call('DELETE', admin, { path: second.id })).status).toBe(200);
    expect((await list()).map(({ id }) => id)).not.toContain(second.id);
    expect((await call('DELETE', admin, { path: second.id })).status).toBe(404);
  });

  test('are written by users who can edit releases, and mention only such users', async () => {
    expect((await call('POST', viewer, { json: { text: 'Hello' } })).status).toBe(403);
    expect((await api.call('GET', '/api/releases/users', { token: viewer })).status).toBe(403);
    const { body } = await api.call('GET', '/api/releases/users', { token: ada });
    expect(body.data.items).toContainEqual({ id: benId, name: 'Ben Lowe' });
    expect(body.data.items.map(({ id }: { id: number }) => id)).not.toContain(viewerId);
    for (const text of ['', '   ', 'a'.repeat(commentLimits.maxLength + 1), mentionOf(viewerId), '@{999}'])
      expect((await call('POST', ada, { json: { text } })).body).toHaveProperty('errors.text');
    const tooMany = Array.from({ length: commentLimits.maxMentions + 1 }, (_, index) => mentionOf(index + 1));
    expect((await call('POST', ada, { json: { text: tooMany.join(' ') } })).body.errors.text).toBe(
      'A comment can mention up to 50 users',
    );
    const html = '<img src=x onerror=alert(1)>\nSecond line';
    expect((await add(ada, html)).text).toBe(html);
  });

  test('remain when a mentioned user or the author is deleted', async () => {
    const carlToken = await api.tokenFor(['releases:edit']);
    const carlId = await idOf(carlToken);
    const byCarl = await add(carlToken, 'From Carl');
    const toCarl = await add(ada, `For ${mentionOf(carlId)}`);
    expect((await api.call('DELETE', `/api/users/${carlId}`, { token: admin })).status).toBe(200);
    const deletedUser = { id: carlId, name: `Deleted user ${carlId}` };
    const comments = await list();
    expect(comments.find(({ id }) => id === byCarl.id)?.user).toEqual(deletedUser);
    expect(comments.find(({ id }) => id === toCarl.id)?.mentions).toEqual([deletedUser]);
    const { body } = await api.call('GET', '/api/releases/users', { token: ada });
    expect(body.data.items.map(({ id }: { id: number }) => id)).not.toContain(carlId);
    const text = `For ${mentionOf(carlId)} again`;
    expect((await call('PUT', ada, { path: toCarl.id, json: { text } })).status).toBe(200);
    expect((await call('POST', ada, { json: { text } })).status).toBe(422);
  });

  test('are part of the personal data of their author', async () => {
    const response = await api.app.inject({
      method: 'GET',
      url: '/api/profile/personal-data',
      headers: { authorization: `Bearer ${ben}` },
    });
    const { comments } = JSON.parse(response.body) as { comments: { text: string }[] };
    expect(comments.map(({ text }) => text)).toContain('Is the cover ready?');
    expect(comments.map(({ text }) => text)).not.toContain('From Carl');
  });

  test('are limited in number, and deleted with the release', async () => {
    const count = (await list()).length;
    const row = { release_id: releaseId, user_id: adaId, text: 'x', edited_at: null, version: 1 };
    await database.kysely
      .insertInto('release_comments')
      .values(
        Array.from({ length: commentLimits.maxComments - count }, () => ({
          ...row,
          created_at: new Date().toISOString(),
        })),
      )
      .execute();
    expect((await call('POST', ada, { json: { text: 'One more' } })).body.message).toBe(
      'A release can have up to 500 comments.',
    );
    expect((await api.call('DELETE', `/api/releases/${releaseId}`, { token: ada })).status).toBe(200);
    expect(await database.kysely.selectFrom('release_comments').select('id').execute()).toEqual([]);
    expect((await call('GET', viewer)).status).toBe(404);
    expect((await call('POST', ada, { json: { text: 'Late' } })).status).toBe(404);
  });
});
