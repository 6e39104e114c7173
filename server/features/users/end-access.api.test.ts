import { afterAll, expect, test } from 'vitest';
import { allPermissions, builtInRoles } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'nine small otters swim';
const ADDRESS = { address: '192.0.2.9' };

eachDatabase('ended access', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  let count = 0;

  afterAll(() => api.close());

  /** A user with a session and an API token. */
  async function addUser() {
    const email = `user-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Uma', password, role: 'editor' });
    const login = await api.call('POST', '/api/auth/login', { json: { email, password }, ...ADDRESS });
    const session: string = login.body.data.access_token;
    const token = await api.scriptTokenFor(session, builtInRoles.editor);
    await api.call('POST', '/api/mobile/home/preview-links', { token: session, json: { config: [] } });
    await api.call('POST', '/api/releases/calendar', { token: session });
    return { email, id: Number(login.body.data.user.id), session, token };
  }
  const statusOf = async (token: string) => (await api.call('GET', '/api/user/me', { token })).status;
  const manage = (path: string) => api.call('POST', `/api/users/${path}`, { token: manager });
  type User = Awaited<ReturnType<typeof addUser>>;

  test.each<[string, (user: User) => Promise<unknown>]>([
    [
      'another password',
      ({ session }) =>
        api.call('PUT', '/api/profile/password', {
          token: session,
          json: { current_password: password, password: 'seven grey herons wait' },
        }),
    ],
    [
      'a password reset link',
      async ({ id }) => {
        const { body } = await manage(`${id}/link`);
        const token = String(body.data.link?.path ?? body.data.path).replace(/^.*#/, '');
        return api.call('POST', '/api/auth/links/use', {
          json: { token, password: 'seven grey herons wait' },
        });
      },
    ],
    [
      'signing out everywhere',
      ({ session }) => api.call('POST', '/api/profile/sign-out-others', { token: session }),
    ],
    ['a manager who signs the user out', ({ id }) => manage(`${id}/sign-out`)],
    [
      'a suspension, also when it is lifted',
      async ({ id }) => {
        await manage(`${id}/suspend`);
        return manage(`${id}/restore`);
      },
    ],
    [
      'another password by a command',
      ({ email }) => api.accounts.change(email, { password: 'seven grey herons wait' }),
    ],
    [
      'a suspension by a command',
      async ({ email }) => {
        await api.accounts.change(email, { isSuspended: true });
        await api.accounts.change(email, { isSuspended: false });
      },
    ],
  ])('revokes API tokens after %s', async (_what, act) => {
    const user = await addUser();
    const rowsIn = (table: 'access_tokens' | 'preview_links' | 'release_calendars') =>
      database.kysely.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute();
    expect(await rowsIn('preview_links')).toHaveLength(1);
    expect(await rowsIn('release_calendars')).toHaveLength(1);
    expect(await statusOf(user.token)).toBe(200);
    await act(user);
    expect(await statusOf(user.token)).toBe(401);
    expect(await rowsIn('access_tokens')).toEqual([]);
    expect(await rowsIn('preview_links')).toEqual([]);
    expect(await rowsIn('release_calendars')).toEqual([]);
  });

  test.each(['password', 'sign-out-others'])(
    'retains API tokens if the owner chooses so: %s',
    async (path) => {
      const { session, token } = await addUser();
      const json = { current_password: password, password: 'seven grey herons wait', keep_tokens: true };
      const method = path === 'password' ? 'PUT' : 'POST';
      expect((await api.call(method, `/api/profile/${path}`, { token: session, json })).status).toBe(200);
      expect(await statusOf(token)).toBe(200);
    },
  );
});

eachDatabase('a user who manages users', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const administrator = await api.tokenFor(allPermissions);
  const manager = await api.tokenFor(['users:manage']);

  afterAll(() => api.close());

  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;

  test.each(['link', 'reset-two-factor'])(
    'cannot skip the current password of the own account by %s',
    async (call) => {
      const response = await api.call('POST', `/api/users/${await idOf(manager)}/${call}`, {
        token: manager,
      });
      expect([response.status, response.body.code]).toEqual([403, 'permission.own_account']);
    },
  );

  test.each(['link', 'reset-two-factor', 'suspend', 'restore', 'sign-out'])(
    'cannot use an API token for %s',
    async (call) => {
      const token = await api.scriptTokenFor(manager, ['users:manage']);
      const other = await idOf(await api.tokenFor([]));
      const response = await api.call('POST', `/api/users/${other}/${call}`, { token });
      expect([response.status, response.body.code]).toEqual([403, 'permission.user_only']);
    },
  );

  async function addRole(name: string, permissions: readonly string[]): Promise<number> {
    const json = { name, permissions };
    return (await api.call('POST', '/api/roles', { token: administrator, json })).body.data.id;
  }
  const change = (id: number, json: object) => api.call('PUT', `/api/roles/${id}`, { token: manager, json });

  test.each([
    ['rename it', { name: 'Weak' }],
    ['take its permissions away', { permissions: ['books:edit'] }],
    ['drop two-factor authentication', { requires_two_factor: false }],
  ])('cannot change a role with more permissions: %s', async (_what, json) => {
    const id = await addRole(`Strong ${JSON.stringify(json)}`, [
      'books:edit',
      'books:delete',
      'settings:edit',
    ]);
    const response = await change(id, json);
    expect([response.status, response.body.code]).toEqual([403, 'permission.beyond_own']);
  });

  test('cannot change a role whose users have more permissions than the role', async () => {
    const id = await addRole('Helpers', ['users:manage']);
    expect((await change(id, { name: 'Assistants' })).status).toBe(200);
    const json = { name: 'Iva', email: 'iva@example.org', role_id: id };
    const { body } = await api.call('POST', '/api/users', { token: administrator, json });
    await api.call('PUT', `/api/users/${body.data.user.id}`, {
      token: administrator,
      json: { added: ['settings:edit'] },
    });
    const response = await change(id, { permissions: [] });
    expect([response.status, response.body.code]).toEqual([403, 'permission.beyond_own']);
  });
});
