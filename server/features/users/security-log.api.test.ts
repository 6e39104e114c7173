import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { createSessions } from '#server/core/auth/sessions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const password = 'nine small otters swim';
const next = 'eleven tall pines sway';

eachDatabase('the security log', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  const managerId = (await api.call('GET', '/api/user/me', { token: manager })).body.data.id;
  afterAll(() => api.close());

  const call = (
    method: Method,
    {
      path,
      json,
      token = manager,
    }: { readonly path: string; readonly json?: object | undefined; readonly token?: string | undefined },
  ) => api.call(method, `/api${path}`, { token, ...(json && { json }) });
  const signIn = (email: string, typedPassword: string, address = '192.0.2.7') =>
    api.call('POST', '/api/auth/login', {
      json: { email, password: typedPassword },
      address,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' },
    });
  interface Entry {
    kind: string;
    user: { id: number; name: string } | null;
    actor: { id: number; name: string } | null;
    detail: string;
    address: string;
    browser: string;
  }
  const read = async (query: Record<string, string>): Promise<Entry[]> =>
    (
      await api.call('GET', '/api/security-log', {
        token: manager,
        query: { items_per_page: '100', ...query },
      })
    ).body.data.items;

  test('lists the events of an account with user and address', async () => {
    const inviteResponse = await call('POST', {
      path: '/users',
      json: { name: 'Nora', email: 'nora@example.org', role_id: 4 },
    });
    const { id } = inviteResponse.body.data.user;
    const token = String(inviteResponse.body.data.link.path).replace(/^.*#/, '');
    await call('POST', { path: '/auth/links/use', json: { token, password } });
    await signIn('nora@example.org', 'wrong');
    const session = (await signIn('nora@example.org', password)).body.data.access_token;
    await call('PUT', { path: `/users/${id}`, json: { role_id: 2, removed: ['books:edit'] } });
    await call('POST', { path: '/books/create', json: { name: 'A' }, token: session });
    await call('POST', { path: '/books/create', json: { name: 'A' }, token: session });
    await call('PUT', {
      path: '/profile/password',
      json: { current_password: 'wrong', password: next },
      token: session,
    });
    await call('PUT', {
      path: '/profile/password',
      json: { current_password: password, password: next },
      token: session,
    });
    const response = await call('POST', {
      path: '/tokens',
      json: { name: 'Nightly', permissions: [], expires_in_days: 1 },
      token: session,
    });
    await call('DELETE', { path: `/tokens/${response.body.data.entry.id}`, token: session });
    await call('POST', { path: '/auth/logout', token: session });
    await call('POST', { path: `/users/${id}/link` });
    await call('POST', { path: `/users/${id}/sign-out` });
    await call('POST', { path: `/users/${id}/suspend` });
    await call('POST', { path: `/users/${id}/restore` });
    const entries = await read({ user_id: String(id) });
    await call('DELETE', { path: `/users/${id}` });
    const [last, ...earlier] = await read({ user_id: String(id) });
    expect(last).toMatchObject({ kind: 'user_deleted', actor: { name: 'Someone' }, detail: '' });
    expect(earlier.map(({ kind }) => kind)).toEqual(entries.map(({ kind }) => kind));
    expect(new Set(earlier.map(({ user, detail }) => `${user?.name} ${detail}`))).toEqual(
      new Set([`Deleted user ${id} `]),
    );
    expect(entries.map(({ kind, actor }) => `${kind} ${actor?.name ?? '-'}`).toReversed()).toEqual([
      'user_invited Someone',
      'link_used Nora',
      'sign_in_failed -',
      'signed_in Nora',
      'user_changed Someone',
      'rejected Nora',
      'password_rejected Nora',
      'password_changed Nora',
      'token_created Nora',
      'token_revoked Nora',
      'signed_out Nora',
      'link_created Someone',
      'sessions_ended Someone',
      'user_suspended Someone',
      'user_restored Someone',
    ]);
    expect(new Set(entries.map(({ user }) => user?.name))).toEqual(new Set(['Nora']));
    const of = (kind: string) => entries.find((entry) => entry.kind === kind);
    expect(of('signed_in')).toMatchObject({ address: '192.0.2.7', browser: 'Firefox on Linux' });
    expect(of('user_changed')?.detail).toMatch(
      /^Role: Viewer → Editor; Permissions added: categories:edit, /,
    );
    expect(of('link_used')?.detail).toBe('Invitation');
    expect(of('link_created')?.detail).toBe('Password reset');
    expect(of('rejected')?.detail).toBe('POST /books/create');
    const whole = JSON.stringify(await database.kysely.selectFrom('security_events').selectAll().execute());
    for (const secret of [password, next, 'wrong', token, session, response.body.data.token])
      expect(whole).not.toContain(secret);
  });

  test('contains no address without an account, and a throttle once', async () => {
    for (let n = 0; n < 8; n += 1) await signIn('typed-a-password-here@example.org', 'x', '198.51.100.9');
    const failedSignIns = (await read({ kind: 'sign_in_failed' })).filter(
      ({ address }) => address === '198.51.100.9',
    );
    expect(failedSignIns).toHaveLength(5);
    expect(failedSignIns[0]?.user).toBeNull();
    expect(await read({ kind: 'sign_in_throttled' })).toHaveLength(1);
    const rows = await database.kysely.selectFrom('security_events').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('typed-a-password-here');
  });

  test('lists changes of roles, and commands of the system administrator', async () => {
    const role = await call('POST', {
      path: '/roles',
      json: { name: 'Logged', permissions: ['books:edit'] },
    });
    await call('PUT', { path: `/roles/${role.body.data.id}`, json: { permissions: [] } });
    await call('DELETE', { path: `/roles/${role.body.data.id}` });
    const mine = (await read({ user_id: String(managerId) })).map(({ kind, detail }) => `${kind} ${detail}`);
    expect(mine.slice(0, 3)).toEqual([
      'role_deleted Logged',
      'role_changed Logged: ',
      'role_created Logged: books:edit',
    ]);
    await api.accounts.add({ email: 'op@example.org', name: 'Op', password, role: 'viewer' });
    await api.accounts.change('op@example.org', { password: next });
    const [changed, added] = await read({});
    expect([added?.kind, added?.actor, added?.user?.name]).toEqual(['user_added', null, 'Op']);
    expect(changed).toMatchObject({ kind: 'user_changed', actor: null, address: '', browser: '' });
  });

  test('contains no change that was rejected', async () => {
    const before = (await read({})).length;
    const response = await call('PUT', { path: '/users/999999', json: { name: 'Nobody' } });
    expect(response.status).toBe(404);
    expect((await read({})).length).toBe(before);
  });

  test('is returned in pages to users who can manage users', async () => {
    const viewer = await api.tokenFor([]);
    expect((await call('GET', { path: '/security-log', token: viewer })).status).toBe(403);
    const page = await api.call('GET', '/api/security-log', {
      token: manager,
      query: { items_per_page: '2' },
    });
    expect(page.body.data.items).toHaveLength(2);
    expect(page.body.data.total).toBeGreaterThan(20);
  });

  test('deletes entries older than four hundred days', async () => {
    const old = new Date(Date.now() - 401 * 24 * 60 * 60 * 1000).toISOString();
    const [first] = await database.kysely.selectFrom('security_events').select('id').orderBy('id').execute();
    await database.kysely
      .updateTable('security_events')
      .set({ at: old })
      .where('id', '=', first?.id ?? 0)
      .execute();
    const { length } = await read({});
    await createSessions(database, { adminEmail: 'admin@example.org' }).deleteExpired();
    expect(await read({})).toHaveLength(length - 1);
  });
});
