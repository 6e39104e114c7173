import { afterAll, describe, expect, test } from 'vitest';
import { type Permission, allPermissions, builtInRoles } from '#contract/core/permissions';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { renewBuiltInRoles } from './built-in-roles.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const ADMIN = 1;
const EDITOR = 2;
const VIEWER = 4;
const password = 'nine small otters swim';

eachDatabase('users', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  let count = 0;

  afterAll(() => api.close());

  const call = (
    method: Method,
    {
      path,
      json,
      token = manager,
      more = {},
    }: {
      readonly path: string;
      readonly json?: object | undefined;
      readonly token?: string | undefined;
      readonly more?: CallOptions | undefined;
    },
  ) => api.call(method, `/api${path}`, { token, ...(json && { json }), ...more });
  const freshEmail = () => `person-${++count}@example.org`;
  const tokenIn = (path: string) => path.replace(/^.*#/, '');

  async function invite(role_id = VIEWER, email = freshEmail()) {
    const { status, body, text } = await call('POST', {
      path: '/users',
      json: { name: 'Iva Invited', email, role_id },
    });
    if (status !== 200) throw new Error(text);
    return { ...body.data.user, email, link: tokenIn(body.data.link.path), path: body.data.link.path };
  }

  /** Creates a user who accepted an invitation and signed in. */
  async function account(role_id = VIEWER) {
    const user = await invite(role_id);
    const useResponse = await call('POST', { path: '/auth/links/use', json: { token: user.link, password } });
    if (useResponse.status !== 200) throw new Error(useResponse.text);
    return { ...user, token: await signIn(user.email) };
  }

  async function signIn(email: string, signInPassword = password): Promise<string> {
    const { body } = await api.call('POST', '/api/auth/login', {
      form: { email, password: signInPassword },
      address: `192.0.2.${(count += 1) % 250}`,
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' },
    });
    return body.data?.access_token;
  }

  /** Returns the id of the user of a session. */
  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;

  describe('an invitation', () => {
    test('sets a password and signs in, once per link', async () => {
      const user = await invite(EDITOR);
      expect(user).toMatchObject({
        state: 'invited',
        role: { id: EDITOR, name: 'Editor' },
        permissions: builtInRoles.editor,
      });
      expect(user.path).toMatch(/^\/invitation#[\w-]{43}$/);
      expect(await signIn(user.email)).toBeUndefined();

      const response = await call('POST', { path: '/auth/links/read', json: { token: user.link } });
      expect(response.body.data).toMatchObject({
        kind: 'invitation',
        name: 'Iva Invited',
        email: user.email,
      });
      const hours = (Date.parse(response.body.data.expires_at) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(71);
      expect(hours).toBeLessThan(73);

      const useResponse = await call('POST', {
        path: '/auth/links/use',
        json: { token: user.link, password },
      });
      expect(useResponse.body.data).toEqual({ email: user.email });
      const token = await signIn(user.email);
      expect((await api.call('GET', '/api/user/me', { token })).body.data.permissions).toEqual(
        builtInRoles.editor,
      );
      const again = await call('POST', { path: '/auth/links/use', json: { token: user.link, password } });
      expect([again.status, again.body.code]).toEqual([404, 'links.not_found']);
    });

    test('sets one password when it is used twice concurrently', async () => {
      const { link, email } = await invite();
      const passwords = ['seven grey herons wait', 'eleven red lanterns glow'];
      const responses = await Promise.all(
        passwords.map((item) =>
          call('POST', { path: '/auth/links/use', json: { token: link, password: item } }),
        ),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      const winner = responses.findIndex(({ status }) => status === 200);
      expect(await signIn(email, passwords[winner])).toBeDefined();
      expect(await signIn(email, passwords[1 - winner])).toBeUndefined();
    });

    test.each([
      ['short', 422, 'text.too_short'],
      ['password1', 422, 'password.weak'],
      ['iva invited', 422, 'password.weak'],
    ])('remains valid when the password is %s', async (weak, status, code) => {
      const { link } = await invite();
      const response = await call('POST', { path: '/auth/links/use', json: { token: link, password: weak } });
      expect([response.status, response.body.code]).toEqual([status, code]);
      expect(response.body.errors).toHaveProperty('password');
      expect((await call('POST', { path: '/auth/links/read', json: { token: link } })).status).toBe(200);
    });

    test('is revoked by expiry, a newer invitation, a suspension and another address', async () => {
      const [late, newer, suspended, moved] = [
        await invite(),
        await invite(),
        await invite(),
        await invite(),
      ];
      await database.kysely
        .updateTable('account_links')
        .set({ expires_at: new Date(Date.now() - 1).toISOString() })
        .where('user_id', '=', late.id)
        .execute();
      const link = await call('POST', { path: `/users/${newer.id}/link` });
      expect(link.body.data.kind).toBe('invitation');
      await call('POST', { path: `/users/${suspended.id}/suspend` });
      await call('PUT', { path: `/users/${moved.id}`, json: { email: freshEmail() } });
      for (const user of [late, newer, suspended, moved])
        expect((await call('POST', { path: '/auth/links/read', json: { token: user.link } })).status).toBe(
          404,
        );
      expect(
        (await call('POST', { path: '/auth/links/read', json: { token: tokenIn(link.body.data.path) } }))
          .status,
      ).toBe(200);
      expect((await call('POST', { path: `/users/${suspended.id}/link` })).body.code).toBe('users.suspended');
    });

    test.each<[string, object, number, string]>([
      ['an unknown role', { role_id: 999 }, 422, 'reference.unknown'],
      ['no name', { name: ' ' }, 422, 'field.required'],
      ['no address', { email: 'nobody' }, 422, 'request.invalid'],
      ['the configured address', { email: 'Admin@Example.org' }, 409, 'users.primary_admin'],
    ])('is rejected for %s', async (_what, change, status, code) => {
      const json = { name: 'A', email: freshEmail(), role_id: VIEWER, ...change };
      const response = await call('POST', { path: '/users', json });
      expect([response.status, response.body.code]).toEqual([status, code]);
    });

    test('is rejected for an address that is taken, also concurrently', async () => {
      const email = freshEmail();
      const responses = await Promise.all(
        [email, email.toUpperCase()].map((address) =>
          call('POST', { path: '/users', json: { name: 'Twin', email: address, role_id: VIEWER } }),
        ),
      );
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
        expect.arrayContaining([
          [200, undefined],
          [409, 'users.email_taken'],
        ]),
      );
    });

    test('stores no secret in the database', async () => {
      const { link } = await invite();
      const rows = await database.kysely.selectFrom('account_links').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(link);
    });
  });

  describe('a password reset', () => {
    test('sets a new password by a link, and ends every session', async () => {
      const user = await account();
      const link = await call('POST', { path: `/users/${user.id}/link` });
      expect(link.body.data).toMatchObject({ kind: 'password', is_mailed: false });
      expect(link.body.data.path).toMatch(/^\/new-password#/);
      const next = 'another twelve quiet owls';
      await call('POST', {
        path: '/auth/links/use',
        json: { token: tokenIn(link.body.data.path), password: next },
      });
      expect((await api.call('GET', '/api/user/me', { token: user.token })).status).toBe(401);
      expect(await signIn(user.email)).toBeUndefined();
      expect(await signIn(user.email, next)).toBeDefined();
    });
  });

  describe('the list', () => {
    test('searches, filters and counts users', async () => {
      const email = freshEmail();
      const { body } = await call('POST', {
        path: '/users',
        json: { name: 'Zeynep Işık', email, role_id: EDITOR },
      });
      const list = async (query: Record<string, string>) =>
        (await call('GET', { path: '/users', token: manager, more: { query } })).body.data;
      for (const search of ['ZEYNEP', 'isik', email.slice(0, 9)])
        expect(
          (await list({ search, items_per_page: '100' })).items.map(({ id }: { id: number }) => id),
        ).toContain(body.data.user.id);
      const users = await list({
        search: 'isik',
        role_id: String(EDITOR),
        state: 'invited',
        permission: 'books:edit',
      });
      expect(users).toMatchObject({ total: 1, objects: { total: 1 }, items: [{ name: 'Zeynep Işık' }] });
      expect((await list({ search: 'isik', state: 'active' })).total).toBe(0);
      expect((await list({ search: 'isik', permission: 'users:manage' })).total).toBe(0);
      expect((await list({ search: 'i%k' })).total).toBe(0);
      expect((await list({ search: 'isik', state: 'nonsense' })).total).toBe(1);
    });

    test('returns address and time of the last activity, without a write in the request', async () => {
      const user = await account();
      const details = await call('GET', { path: `/users/${user.id}` });
      expect(details.body.data.sessions).toMatchObject([
        { browser: 'Firefox on Windows', is_current: false, address: expect.stringMatching(/^192\.0\.2\./) },
      ]);
      expect(details.body.data.session_count).toBe(1);
    });
  });

  describe('permissions', () => {
    test('are computed from the role and from overrides, which are listed as such', async () => {
      const user = await account(EDITOR);
      const { body } = await call('PUT', {
        path: `/users/${user.id}`,
        json: {
          added: ['books:delete', 'books:edit'],
          removed: ['books:edit', 'categories:delete'],
        },
      });
      expect(body.data).toMatchObject({ added: ['books:delete'], removed: ['books:edit'] });
      expect(body.data.permissions).toContain('books:delete');
      expect(body.data.permissions).not.toContain('books:edit');
      expect(
        (await call('POST', { path: '/books/create', json: { name: 'A' }, token: user.token })).status,
      ).toBe(403);
      const roleResponse = await call('PUT', { path: `/users/${user.id}`, json: { role_id: VIEWER } });
      expect(roleResponse.body.data).toMatchObject({
        added: ['books:delete'],
        removed: [],
        permissions: ['books:delete'],
      });
    });

    test('end with the next request when they are removed, but the session does not', async () => {
      const user = await account(EDITOR);
      expect(
        (await call('POST', { path: '/books/create', json: { name: 'Allowed' }, token: user.token })).status,
      ).toBe(200);
      await call('PUT', { path: `/users/${user.id}`, json: { role_id: VIEWER } });
      expect(
        (await call('POST', { path: '/books/create', json: { name: 'Late' }, token: user.token })).status,
      ).toBe(403);
      const me = await api.call('GET', '/api/user/me', { token: user.token });
      expect([me.status, me.body.data.permissions]).toEqual([200, []]);
    });

    test('are changed only for the version that was read', async () => {
      const user = await invite();
      const update = (version: number) =>
        call('PUT', { path: `/users/${user.id}`, json: { name: 'New', version } });
      expect((await update(user.version)).status).toBe(200);
      expect((await update(user.version)).body.code).toBe('users.version_conflict');
      const nameResponse = await call('PUT', {
        path: `/users/${user.id}`,
        json: { name: 'Newer' },
        token: manager,
        more: {
          headers: { 'if-match': `"${user.version}"` },
        },
      });
      expect(nameResponse.status).toBe(409);
    });

    test('are rejected when the caller lacks them, and for the own account', async () => {
      const few: Permission[] = ['users:manage', 'books:edit'];
      const token = await api.tokenFor(few);
      const self = await idOf(token);
      const low = await invite(VIEWER);
      const high = await invite(EDITOR);
      const within = { added: ['books:edit'] };
      expect((await call('PUT', { path: `/users/${low.id}`, json: within, token })).status).toBe(200);
      const rejectedCalls: [Method, string, object?][] = [
        ['PUT', `/users/${low.id}`, { added: ['books:delete'] }],
        ['PUT', `/users/${low.id}`, { role_id: EDITOR }],
        ['PUT', `/users/${self}`, { role_id: ADMIN }],
        ['PUT', `/users/${self}`, { added: [...few, 'settings:edit'] }],
        ['POST', '/users', { name: 'A', email: freshEmail(), role_id: EDITOR }],
        ['POST', '/roles', { name: 'Greedy', permissions: ['settings:edit'] }],
        ['PUT', `/users/${high.id}`, { name: 'Renamed' }],
        ['POST', `/users/${high.id}/link`],
        ['POST', `/users/${high.id}/suspend`],
        ['POST', `/users/${high.id}/sign-out`],
        ['DELETE', `/users/${high.id}`],
      ];
      for (const [method, path, json] of rejectedCalls) {
        const response = await call(method, { path, json, token });
        expect([response.status, response.body.code], `${method} ${path}`).toEqual([
          403,
          'permission.beyond_own',
        ]);
      }
      expect((await api.call('GET', '/api/user/me', { token })).body.data.permissions).toEqual(
        allPermissions.filter((permission) => few.includes(permission)),
      );
    });

    test.each(['PUT', 'DELETE'] as const)(
      'of the primary administrator do not change: %s',
      async (method) => {
        await api.accounts.ensureAdmin('admin@example.org', password, 'Administrator');
        const { body } = await call('GET', {
          path: '/users',
          token: manager,
          more: { query: { search: 'admin@' } },
        });
        const [admin] = body.data.items;
        expect(admin).toMatchObject({ is_primary_admin: true, permissions: allPermissions });
        const response = await call(method, {
          path: `/users/${admin.id}`,
          json: method === 'PUT' ? { role_id: VIEWER } : undefined,
        });
        expect([response.status, response.body.code]).toEqual([409, 'users.primary_admin']);
        await call('POST', { path: `/users/${admin.id}/suspend` });
      },
    );
  });

  describe('a suspension', () => {
    test('ends sessions at once, rejects sign-ins, and can be undone', async () => {
      const user = await account();
      const suspendResponse = await call('POST', { path: `/users/${user.id}/suspend` });
      expect(suspendResponse.body.data.state).toBe('suspended');
      expect((await api.call('GET', '/api/user/me', { token: user.token })).status).toBe(401);
      expect(await signIn(user.email)).toBeUndefined();
      const restoreResponse = await call('POST', { path: `/users/${user.id}/restore` });
      expect(restoreResponse.body.data.state).toBe('active');
      expect(await signIn(user.email)).toBeDefined();
    });

    test('revokes API tokens permanently, like a revocation of a single token', async () => {
      const user = await account();
      const script = await api.scriptTokenFor(user.token, []);
      expect((await call('GET', { path: '/books/list', token: script })).status).toBe(200);
      await call('POST', { path: `/users/${user.id}/suspend` });
      expect((await call('GET', { path: '/books/list', token: script })).status).toBe(401);
      await call('POST', { path: `/users/${user.id}/restore` });
      expect((await call('GET', { path: '/books/list', token: script })).status).toBe(401);
      const fresh = await api.scriptTokenFor(await signIn(user.email), []);
      expect((await call('GET', { path: '/books/list', token: fresh })).status).toBe(200);
      const { body } = await call('GET', { path: `/users/${user.id}` });
      await call('DELETE', { path: `/user-tokens/${body.data.tokens[0].id}` });
      expect((await call('GET', { path: '/books/list', token: fresh })).status).toBe(401);
    });
  });

  test('replaces the name of a deleted user, and makes the address available', async () => {
    const user = await account();
    expect((await call('DELETE', { path: `/users/${user.id}` })).status).toBe(200);
    expect((await call('GET', { path: `/users/${user.id}` })).status).toBe(404);
    expect((await call('DELETE', { path: `/users/${user.id}` })).status).toBe(404);
    expect((await api.call('GET', '/api/user/me', { token: user.token })).status).toBe(401);
    expect(await signIn(user.email)).toBeUndefined();
    const row = await database.kysely
      .selectFrom('users')
      .select(['name', 'email', 'password_hash'])
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(row).toEqual({
      name: `Deleted user ${user.id}`,
      email: `deleted:${user.id}`,
      password_hash: '',
    });
    expect((await invite(VIEWER, user.email)).id).not.toBe(user.id);
  });

  test('ends a single session and all sessions', async () => {
    const user = await account();
    const [second, third] = [await signIn(user.email), await signIn(user.email)];
    const { body } = await call('GET', { path: `/users/${user.id}` });
    expect(body.data.sessions).toHaveLength(3);
    const [latest] = body.data.sessions;
    expect((await call('DELETE', { path: `/user-sessions/${latest.id}` })).status).toBe(200);
    expect((await api.call('GET', '/api/user/me', { token: third })).status).toBe(401);
    expect((await api.call('GET', '/api/user/me', { token: second })).status).toBe(200);
    expect((await call('DELETE', { path: `/user-sessions/${latest.id}` })).body.code).toBe(
      'sessions.not_found',
    );
    await call('POST', { path: `/users/${user.id}/sign-out` });
    expect((await api.call('GET', '/api/user/me', { token: second })).status).toBe(401);
  });

  describe('a role', () => {
    const create = (name: string, permissions: Permission[]) =>
      call('POST', { path: '/roles', json: { name, permissions } });

    test('returns the number of its users, and changes all of them at once', async () => {
      const { body } = await create('Proofreader', ['books:edit']);
      const role_id = body.data.id;
      const [first, second] = [await account(role_id), await account(role_id)];
      await call('PUT', { path: `/users/${second.id}`, json: { added: ['categories:edit'] } });
      const response = await call('GET', { path: `/roles/${role_id}` });
      expect(response.body.data).toMatchObject({
        user_count: 2,
        is_built_in: false,
        permissions: ['books:edit'],
      });
      await call('PUT', {
        path: `/roles/${role_id}`,
        json: { permissions: ['books:delete', 'categories:edit'] },
      });
      const permissions = async (id: number) =>
        (await call('GET', { path: `/users/${id}` })).body.data.permissions;
      expect(await permissions(first.id)).toEqual(['books:delete', 'categories:edit']);
      expect(await permissions(second.id)).toEqual(['books:delete', 'categories:edit']);
      expect(
        (await call('POST', { path: '/books/create', json: { name: 'A' }, token: first.token })).status,
      ).toBe(403);
      expect((await call('DELETE', { path: `/roles/${role_id}` })).body).toMatchObject({
        code: 'roles.in_use',
        message: '2 users have this role. Assign them another role first.',
      });
    });

    test('is rejected with the name of another role, ignoring case', async () => {
      expect((await create('Çırak', [])).status).toBe(200);
      expect((await create('çirak', [])).body.code).toBe('roles.name_taken');
      expect((await create('Admin', [])).body.code).toBe('roles.name_taken');
    });

    test.each(['PUT', 'DELETE'] as const)('that is built-in does not change: %s', async (method) => {
      const response = await call(method, {
        path: `/roles/${EDITOR}`,
        json: method === 'PUT' ? { permissions: [] } : undefined,
      });
      expect([response.status, response.body.code]).toEqual([409, 'roles.built_in']);
    });

    test('is changed only for the version that was read', async () => {
      const { body } = await create('Versioned', []);
      const update = () => call('PUT', { path: `/roles/${body.data.id}`, json: { name: 'V2', version: 1 } });
      expect((await update()).status).toBe(200);
      expect((await update()).body.code).toBe('roles.version_conflict');
    });

    test('rejects an unknown permission', async () => {
      const response = await call('POST', {
        path: '/roles',
        json: { name: 'Odd', permissions: ['books:burn'] },
      });
      expect(response.status).toBe(422);
      expect(response.body.message).toContain('books:burn');
    });

    test('that is built-in is updated to the version of the server', async () => {
      const user = await account(EDITOR);
      await database.kysely
        .updateTable('roles')
        .set({ permissions: '["books:edit"]' })
        .where('id', '=', EDITOR)
        .execute();
      await renewBuiltInRoles(database);
      const { body } = await call('GET', { path: `/roles/${EDITOR}` });
      expect(body.data.permissions).toEqual(builtInRoles.editor);
      expect((await call('GET', { path: `/users/${user.id}` })).body.data.permissions).toEqual(
        builtInRoles.editor,
      );
    });
  });

  test('counts users per permission over roles and overrides', async () => {
    const before = await call('GET', { path: '/roles/permissions' });
    const user = await invite(VIEWER);
    await call('PUT', { path: `/users/${user.id}`, json: { added: ['challenges:delete'] } });
    const after = await call('GET', { path: '/roles/permissions' });
    const of = (response: typeof before, name: string) =>
      response.body.data.items.find(({ permission }: { permission: string }) => permission === name);
    expect(after.body.data.items).toHaveLength(allPermissions.length);
    expect(of(after, 'challenges:delete').user_count).toBe(of(before, 'challenges:delete').user_count + 1);
    expect(of(after, 'challenges:edit').user_count).toBe(of(before, 'challenges:edit').user_count);
    expect(of(after, 'challenges:delete').roles).toEqual(
      expect.arrayContaining([
        { id: 1, name: 'Admin' },
        { id: 3, name: 'Deleter' },
      ]),
    );
  });
});
