import { afterAll, expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

eachDatabase('the last account that can manage users', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  let account: { id: number; token: string };
  let other: { id: number; token: string };
  afterAll(() => api.close());

  async function manager() {
    const token = await api.tokenFor(['users:manage']);
    return { token, id: (await api.call('GET', '/api/user/me', { token })).body.data.id as number };
  }
  const managers = async () =>
    (await database.kysely.selectFrom('users').selectAll().where('is_suspended', '=', 0).execute()).filter(
      ({ permissions }) => permissions.includes('users:manage'),
    );

  test.each<[string, Method, (id: number) => string, object?]>([
    ['suspended', 'POST', (id) => `/users/${id}/suspend`],
    ['demoted', 'PUT', (id) => `/users/${id}`, { added: [] }],
    ['deleted', 'DELETE', (id) => `/users/${id}`],
  ])('cannot be %s, also by two concurrent requests', async (_what, method, pathOf, json) => {
    await database.kysely.deleteFrom('users').execute();
    [account, other] = [await manager(), await manager()];
    const act = (id: number, token: string) =>
      api.call(method, `/api${pathOf(id)}`, { token, ...(json && { json }) });
    const responses = await Promise.all([act(other.id, account.token), act(account.id, other.token)]);
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    // The second user has lost the permission, or is the last one with it.
    expect([401, 403, 409]).toContain(statuses[1]);
    const left = await managers();
    expect(left).toHaveLength(1);
    const last = left[0]?.id === account.id ? account : other;
    const errorResponse = await act(last.id, last.token);
    expect([errorResponse.status, errorResponse.body.code]).toEqual([409, 'users.last_manager']);
    expect(await managers()).toHaveLength(1);
  });

  test('keeps its role when only the role permits managing users', async () => {
    await database.kysely.deleteFrom('users').execute();
    account = await manager();
    const role = await api.call('POST', '/api/roles', {
      token: account.token,
      json: { name: 'Keeper', permissions: ['users:manage'] },
    });
    await api.call('PUT', `/api/users/${account.id}`, {
      token: account.token,
      json: { role_id: role.body.data.id, added: [] },
    });
    const errorResponse = await api.call('PUT', `/api/roles/${role.body.data.id}`, {
      token: account.token,
      json: { permissions: [] },
    });
    expect(errorResponse.body.code).toBe('users.last_manager');
    expect(await managers()).toHaveLength(1);
  });
});
