import { afterAll, describe, expect, test } from 'vitest';
import { type Permission, allPermissions } from '#contract/core/permissions';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { openTestApp } from '#server/testing/open-test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const password = 'nine small otters swim';

eachDatabase('the own account', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  let count = 0;
  afterAll(() => api.close());

  const call = (
    method: Method,
    {
      path,
      token,
      json,
      more = {},
    }: {
      readonly path: string;
      readonly token: string;
      readonly json?: object | undefined;
      readonly more?: CallOptions | undefined;
    },
  ) => api.call(method, `/api${path}`, { token, ...(json && { json }), ...more });

  async function signIn(email: string, secret = password): Promise<string> {
    const address = `192.0.2.${(count += 1) % 250}`;
    const { body } = await api.call('POST', '/api/auth/login', {
      json: { email, password: secret },
      address,
    });
    return body.data?.access_token;
  }

  async function account(permissions: readonly Permission[] = []) {
    const email = `person-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Petra Person', password, permissions });
    return { email, token: await signIn(email) };
  }

  const isSignedIn = async (token: string) =>
    (await api.call('GET', '/api/user/me', { token })).status === 200;

  test('returns name, role, preferences, sessions and tokens', async () => {
    const { email, token } = await account(['books:edit']);
    const { body } = await call('GET', { path: '/profile', token });
    expect(body.data).toMatchObject({
      name: 'Petra Person',
      email,
      avatar: null,
      thumbnail_url: null,
      role: { name: 'Viewer' },
      permissions: ['books:edit'],
      preferences: { color_scheme: 'auto', rows: 10, locale: null },
      session_count: 1,
      token_count: 0,
      version: 1,
    });
  });

  test('keeps fields that are not sent, and rejects another version', async () => {
    const { token } = await account();
    const profileResponse = await call('PUT', {
      path: '/profile',
      token,
      json: { color_scheme: 'dark', locale: 'tr-TR' },
    });
    expect(profileResponse.body.data.version).toBe(1);
    const { body } = await call('PUT', {
      path: '/profile',
      token,
      json: { name: 'Petra P.', rows: 50, version: 1 },
    });
    expect(body.data).toMatchObject({
      name: 'Petra P.',
      version: 2,
      preferences: { color_scheme: 'dark', rows: 50, locale: 'tr-TR' },
    });
    expect((await call('PUT', { path: '/profile', token, json: { name: 'Late', version: 1 } })).status).toBe(
      409,
    );
    const back = await call('PUT', { path: '/profile', token, json: { locale: '' } });
    expect(back.body.data.preferences.locale).toBeNull();
    // Every screen requests the profile, which includes the change.
    const me = await call('GET', { path: '/user/me', token });
    expect(me.body.data.preferences).toEqual({ color_scheme: 'dark', rows: 50, locale: null });
  });

  test.each<[string, object]>([
    ['name', { name: ' ' }],
    ['color_scheme', { color_scheme: 'pink' }],
    ['rows', { rows: 101 }],
    ['rows', { rows: 0 }],
    ['locale', { locale: '<script>' }],
    ['locale', { locale: 'abc-12' }],
  ])('rejects a wrong %s', async (field, json) => {
    const { token } = await account();
    const response = await call('PUT', { path: '/profile', token, json });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  test('stores an image, which replaces the previous one and can be removed', async () => {
    const { token } = await account();
    const send = async (kind: 'png' | 'jpeg') =>
      api.call('PUT', '/api/profile', {
        token,
        form: { image: { bytes: await makeImage(kind, { width: 300, height: 200 }), name: 'me' } },
      });
    const first = (await send('png')).body.data;
    expect(first.avatar).toMatch(/^\/media\/\w+\.webp$/);
    expect((await api.app.inject(first.avatar)).statusCode).toBe(200);
    expect((await api.call('GET', '/api/user/me', { token })).body.data.avatar).toBe(first.avatar);

    const second = (await send('jpeg')).body.data;
    expect(second.avatar).not.toBe(first.avatar);
    expect((await api.app.inject(first.avatar)).statusCode).toBe(404);
    await call('PUT', { path: '/profile', token, json: { remove_image: true } });
    for (const url of [second.avatar, second.thumbnail_url])
      expect((await api.app.inject(url)).statusCode).toBe(404);
    const remainingFiles = await database.kysely.selectFrom('files').selectAll().execute();
    expect(remainingFiles).toEqual([]);
  });

  test('stores no file when the change is rejected', async () => {
    const { token } = await account();
    const image = { bytes: await makeImage('png', { width: 20, height: 20 }), name: 'me.png' };
    const response = await api.call('PUT', '/api/profile', { token, form: { version: '9', image } });
    expect(response.status).toBe(409);
    expect(await database.kysely.selectFrom('files').selectAll().execute()).toEqual([]);
  });

  describe('the password', () => {
    const change = (token: string, current_password: string, next: string) =>
      call('PUT', { path: '/profile/password', token, json: { current_password, password: next } });

    test('is changed with the current one, and ends all other sessions', async () => {
      const { email, token } = await account();
      const other = await signIn(email);
      const next = 'eleven tall pines sway';
      expect((await change(token, password, next)).status).toBe(200);
      expect(await isSignedIn(token)).toBe(true);
      expect(await isSignedIn(other)).toBe(false);
      expect(await signIn(email)).toBeUndefined();
      expect(await signIn(email, next)).toBeDefined();
    });

    test.each([
      ['a wrong present one', 'not this one', 'eleven tall pines sway', 'current_password', 'password.wrong'],
      ['one that is easy to guess', password, 'petra person', 'password', 'password.weak'],
      ['a short one', password, 'xK9$', 'password', 'text.too_short'],
    ])('is not changed with %s', async (_what, current, next, field, code) => {
      const { email, token } = await account();
      const response = await change(token, current, next);
      expect([response.status, response.body.code]).toEqual([422, code]);
      expect(Object.keys(response.body.errors)).toEqual([field]);
      expect(await signIn(email)).toBeDefined();
    });

    test('cannot be guessed from an open session', async () => {
      const { token } = await account();
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1)
        statuses.push((await change(token, `guess ${n}`, 'eleven tall pines sway')).status);
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    });

    test('is changed once by two concurrent requests', async () => {
      const { email, token } = await account();
      const next = ['eleven tall pines sway', 'seven grey herons wait'];
      const responses = await Promise.all(next.map((item) => change(token, password, item)));
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      // The other request is rejected in its transaction, or before it because the old password is wrong by then.
      expect([
        [200, 409],
        [200, 422],
      ]).toContainEqual(statuses);
      const winner = responses.findIndex(({ status }) => status === 200);
      expect(await signIn(email, next[winner])).toBeDefined();
    });
  });

  test('lists sessions, ends one, and ends all others', async () => {
    const { email, token } = await account();
    const [second, third, fourth] = [await signIn(email), await signIn(email), await signIn(email)];
    const list = async () => (await call('GET', { path: '/profile/sessions', token })).body.data.items;
    const before: { id: number; is_current: boolean }[] = await list();
    expect(before).toHaveLength(4);
    expect(before.filter((session) => session.is_current)).toHaveLength(1);
    const [, latest] = before.toSorted((a, b) => a.id - b.id);
    expect((await call('DELETE', { path: `/profile/sessions/${latest?.id}`, token })).status).toBe(200);
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true]);
    const stranger = await account();
    const foreign = await call('DELETE', {
      path: `/profile/sessions/${before[0]?.id}`,
      token: stranger.token,
    });
    expect(foreign.body.code).toBe('sessions.not_found');
    await call('POST', { path: '/profile/sign-out-others', token });
    expect([await isSignedIn(third), await isSignedIn(fourth), await isSignedIn(token)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await isSignedIn(stranger.token)).toBe(true);
  });

  describe('an API token', () => {
    const make = (token: string, permissions: readonly string[], more: object = {}) =>
      call('POST', {
        path: '/tokens',
        token,
        json: { name: 'Nightly', permissions, expires_in_days: 30, ...more },
      });

    test('allows only its own permissions, as far as its owner has them', async () => {
      const owner = await account(['books:edit', 'books:delete']);
      const { body } = await make(owner.token, ['books:edit']);
      const script: string = body.data.token;
      expect(script).toMatch(/^lct_[\w-]{43}$/);
      expect(body.data.entry).toMatchObject({
        name: 'Nightly',
        permissions: ['books:edit'],
        last_used_at: null,
      });
      expect(script.startsWith(body.data.entry.prefix)).toBe(true);
      const createResponse = await call('POST', {
        path: '/books/create',
        token: script,
        json: { name: 'By script' },
      });
      expect(createResponse.status).toBe(200);
      expect(
        (await call('DELETE', { path: `/books/${createResponse.body.data.id}`, token: script })).status,
      ).toBe(403);
      expect((await call('GET', { path: '/books/list', token: script })).status).toBe(200);
      expect((await api.call('GET', '/api/user/me', { token: script })).body.data.permissions).toEqual([
        'books:edit',
      ]);
    });

    test('loses permissions with its owner', async () => {
      const owner = await account(['books:edit']);
      const { body } = await make(owner.token, ['books:edit']);
      const { id } = (await api.call('GET', '/api/user/me', { token: owner.token })).body.data;
      const manager = await api.tokenFor(allPermissions);
      await call('PUT', { path: `/users/${id}`, token: manager, json: { added: [] } });
      expect(
        (await call('POST', { path: '/books/create', token: body.data.token, json: { name: 'A' } })).status,
      ).toBe(403);
    });

    test('creates no tokens and changes no account', async () => {
      const owner = await account(allPermissions);
      const { body } = await make(owner.token, allPermissions);
      const script: string = body.data.token;
      const personal: [Method, string, object?][] = [
        ['GET', '/profile'],
        ['PUT', '/profile', { name: 'Changed' }],
        ['PUT', '/profile/password', { current_password: password, password: 'eleven tall pines sway' }],
        ['GET', '/profile/sessions'],
        ['POST', '/profile/sign-out-others'],
        ['GET', '/tokens'],
        ['POST', '/tokens', { name: 'More', permissions: [], expires_in_days: 1 }],
        ['DELETE', `/tokens/${body.data.entry.id}`],
      ];
      for (const [method, path, json] of personal) {
        const response = await call(method, { path, token: script, json });
        expect([response.status, response.body.code], `${method} ${path}`).toEqual([
          403,
          'permission.user_only',
        ]);
      }
    });

    test('is not created with permissions that its owner lacks, nor without expiry', async () => {
      const { token } = await account(['books:edit']);
      expect((await make(token, ['books:delete'])).body.code).toBe('permission.beyond_own');
      for (const expires_in_days of [0, 367, undefined, 'x'])
        expect((await make(token, [], { expires_in_days })).status).toBe(422);
      expect((await make(token, ['books:burn'])).status).toBe(422);
      expect((await make(token, [], { name: '' })).status).toBe(422);
    });

    test('ends when it expires or is revoked, and is rejected as a session', async () => {
      const owner = await account();
      const [late, revoked] = [await make(owner.token, []), await make(owner.token, [])];
      await database.kysely
        .updateTable('access_tokens')
        .set({ expires_at: new Date(Date.now() - 1).toISOString() })
        .where('id', '=', late.body.data.entry.id)
        .execute();
      expect(await isSignedIn(late.body.data.token)).toBe(false);
      expect(await isSignedIn(revoked.body.data.token)).toBe(true);
      await call('POST', { path: '/auth/logout', token: revoked.body.data.token });
      expect(await isSignedIn(revoked.body.data.token)).toBe(true);
      const stranger = await account();
      const path = `/tokens/${revoked.body.data.entry.id}`;
      expect((await call('DELETE', { path, token: stranger.token })).body.code).toBe('tokens.not_found');
      expect((await call('DELETE', { path, token: owner.token })).status).toBe(200);
      expect(await isSignedIn(revoked.body.data.token)).toBe(false);
    });

    test('is stored as a hash, at most fifty per owner', async () => {
      const { token } = await account();
      const first = (await make(token, [])).body.data.token;
      for (let n = 1; n < 50; n += 1) expect((await make(token, [])).status).toBe(200);
      expect((await make(token, [])).status).toBe(409);
      const rows = await database.kysely.selectFrom('access_tokens').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(first);
    });
  });
});
