import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProviders } from '#server/core/auth/provider-config';
import { codeOf, stepAt } from '#server/core/auth/totp';
import type { CallOptions, TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { oidcClient, startOidcServer } from '#server/testing/oidc-server';
import { openTestApp } from '#server/testing/open-test-app';

const site = 'https://books.example.org';
const password = 'nine small otters swim';
const longAgo = new Date(Date.now() - 3_600_000).toISOString();

eachDatabase('sign-in providers', async (openEmpty) => {
  const database = await openEmpty();
  const oidc = await startOidcServer({
    redirectUris: [`${site}/sign-in/provider`],
    signOutUris: [`${site}/login`],
  });
  const down = await startOidcServer({ redirectUris: [] });
  let api: TestApp;
  let onlyProviders: TestApp;
  let count = 0;

  const configs = () => {
    const common = { ...oidcClient, scopes: 'openid email profile groups' };
    const { providers, problems } = readProviders(
      JSON.stringify([{ id: 'example', name: 'Example', issuer: oidc.issuer, ...common }]),
    );
    expect(problems).toEqual([]);
    const [example] = providers;
    if (!example) throw new Error('The provider is missing');
    return example;
  };

  beforeAll(async () => {
    await down.close();
    const example = configs();
    const oidcProviders = [
      example,
      { ...example, id: 'open', name: 'Open', create_accounts: true, default_role: 'editor' },
      { ...example, id: 'by-email', name: 'By email', link_by_email: true },
      {
        ...example,
        id: 'groups',
        name: 'Groups',
        create_accounts: true,
        roles: { boss: 'admin', writers: 'editor', odd: 'no such role' },
      },
      { ...example, id: 'trusted', name: 'Trusted', bypass_two_factor: true },
      { ...example, id: 'down', name: 'Down', issuer: down.issuer },
    ];
    const settings = { oidcProviders, fixedSettings: { public_url: site } };
    api = await openTestApp(database, settings);
    onlyProviders = await openTestApp(database, { ...settings, passwordSignIn: false });
  });
  afterAll(async () => {
    await api.close();
    await onlyProviders.close();
    await oidc.close();
  });

  const post = (
    path: string,
    {
      json,
      more = {},
      from = api,
    }: {
      readonly json: object;
      readonly more?: CallOptions | undefined;
      readonly from?: typeof api | undefined;
    },
  ) => from.call('POST', `/api${path}`, { json, address: `198.51.${(count += 1) % 250}.7`, ...more });

  /** Creates an account at the provider. */
  function atProvider(more: object = {}) {
    const subject = `subject-${++count}`;
    const email = `${subject}@example.org`;
    oidc.accounts.set(subject, { name: 'Ada Author', email, email_verified: true, groups: [], ...more });
    return { subject, email };
  }

  async function user(email = `person-${++count}@example.org`) {
    await api.accounts.add({ email, name: 'Petra Person', password, role: 'viewer' });
    const { body } = await post('/auth/login', { json: { email, password } });
    return { email, token: body.data.access_token as string, id: body.data.user.id as number };
  }

  const start = async (provider: string, from = api) =>
    (await post('/auth/providers/start', { json: { provider }, more: {}, from })).body.data as {
      challenge: string;
      url: string;
    };

  async function signIn(provider: string, subject: string, from = api) {
    const { challenge, url } = await start(provider, from);
    const response = await oidc.signIn(url, subject);
    return post('/auth/providers/complete', { json: { challenge, response }, more: {}, from });
  }

  async function link(token: string, subject: string) {
    const { body } = await post('/profile/identities/start', {
      json: { provider: 'example' },
      more: { token },
    });
    const response = await oidc.signIn(body.data.url, subject);
    return post('/profile/identities', {
      json: { challenge: body.data.challenge, response },
      more: { token },
    });
  }

  const eventsOf = async (userId: number | null) =>
    database.kysely
      .selectFrom('security_events')
      .select(['kind', 'detail'])
      .where('user_id', userId === null ? 'is' : '=', userId)
      .orderBy('id', 'desc')
      .execute();

  const roleOf = async (email: string) =>
    database.kysely
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .select(['roles.name', 'users.added', 'users.password_hash'])
      .where('email', '=', email)
      .executeTakeFirst();

  test('are listed without secrets', async () => {
    const { status, body, text } = await api.call('GET', '/api/settings/page');
    expect(status).toBe(200);
    expect(body.data.has_password_sign_in).toBe(true);
    expect(body.data.sign_in_providers[0]).toEqual({ id: 'example', name: 'Example' });
    expect(text).not.toContain(oidcClient.client_secret);
    expect(text).not.toContain(oidc.issuer);
  });

  test('sign in with the code flow, PKCE, state and nonce', async () => {
    const { url, challenge } = await start('example');
    const query = new URL(url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'lectern',
      redirect_uri: `${site}/sign-in/provider`,
      code_challenge_method: 'S256',
    });
    for (const key of ['state', 'nonce', 'code_challenge']) expect(query.get(key)).toMatch(/^[\w-]{43}$/);
    expect(url).not.toContain(challenge);
  });

  test('sign in to a linked account by issuer and subject', async () => {
    const { subject } = atProvider();
    const { token, email, id } = await user();
    const linkResponse = await link(token, subject);
    expect(linkResponse.status).toBe(200);
    expect(linkResponse.body.data.items).toMatchObject([
      { provider: 'Example', email: `${subject}@example.org` },
    ]);
    // Another address at the provider changes nothing.
    oidc.accounts.set(subject, {
      name: 'Other',
      email: 'new@example.org',
      email_verified: false,
      groups: [],
    });
    const { status, body } = await signIn('example', subject);
    expect(status).toBe(200);
    expect(body.data.user.email).toBe(email);
    expect((await eventsOf(id)).map(({ kind, detail }) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ['identity_linked', 'Example'],
        ['signed_in', expect.stringContaining('With Example')],
      ]),
    );
    const me = await api.call('GET', '/api/user/me', { token: body.data.access_token });
    expect(me.body.data.email).toBe(email);
  });

  test('create and link no account by default', async () => {
    const { subject, email } = atProvider();
    expect((await signIn('example', subject)).body).toMatchObject({ code: 'session.no_account' });
    await user(email);
    expect((await signIn('example', subject)).body).toMatchObject({ code: 'session.no_account' });
    expect((await signIn('open', subject)).body).toMatchObject({ code: 'session.no_account' });
    const [failure] = await eventsOf(null);
    expect(failure).toMatchObject({ kind: 'sign_in_failed', detail: expect.stringContaining('With Open: ') });
  });

  test('create an account with the default role when configured', async () => {
    const { subject, email } = atProvider();
    const { status, body } = await signIn('open', subject);
    expect([status, body.data.user.email]).toEqual([200, email]);
    expect(await roleOf(email)).toMatchObject({ name: 'Editor', password_hash: '' });
    expect((await post('/auth/login', { json: { email, password: 'x' } })).status).toBe(401);
    expect((await signIn('open', subject)).body.data.user.id).toBe(body.data.user.id);
  });

  test.each(['open', 'by-email', 'groups'])(
    '%s: an unverified address does not link or create an account',
    async (id) => {
      const { subject, email } = atProvider({ email_verified: false, groups: ['writers'] });
      if (id === 'by-email') await user(email);
      const { status, body } = await signIn(id, subject);
      expect([status, body.code]).toEqual([403, 'session.no_account']);
      expect(body.message).toContain('verified');
    },
  );

  test('link an account by a verified address once, when configured', async () => {
    const { subject, email } = atProvider();
    const { id } = await user(email);
    expect((await signIn('by-email', subject)).body.data.user.id).toBe(id);
    // The provider assigns the address to another account.
    const other = atProvider({ email });
    expect((await signIn('by-email', other.subject)).body.code).toBe('session.no_account');
  });

  test('activate an invited user and revoke the invitation', async () => {
    const { subject, email } = atProvider();
    await api.accounts.invite({ email, name: 'Ina Invited', role: 'viewer' });
    expect((await signIn('by-email', subject)).status).toBe(200);
    const { links } = await database.kysely
      .selectFrom('users')
      .select((eb) => [
        'is_invited',
        eb
          .selectFrom('account_links')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('account_links.user_id', '=', 'users.id')
          .as('links'),
      ])
      .where('email', '=', email)
      .where('is_invited', '=', 0)
      .executeTakeFirstOrThrow();
    expect(links).toBe(0);
  });

  describe('rejects a response', () => {
    const attempt = async () => {
      const { subject } = atProvider();
      const { challenge, url } = await start('open');
      return { challenge, response: await oidc.signIn(url, subject), subject };
    };
    const complete = (challenge: string, response: string) =>
      post('/auth/providers/complete', { json: { challenge, response } });

    test.each([
      ['another nonce', { nonce: 'x'.repeat(43) }, false],
      ['another issuer', { iss: 'https://id.example.net' }, false],
      ['another audience', { aud: 'another-client' }, false],
      ['several audiences without us', { aud: ['a', 'b'], azp: 'a' }, false],
      ['an expired token', { exp: Math.floor(Date.now() / 1000) - 3600 }, false],
      ['another key', {}, true],
    ])('with %s', async (_what, claims, isForged) => {
      const { challenge, response } = await attempt();
      oidc.tamper(claims, isForged);
      const { status, body } = await complete(challenge, response);
      expect([status, body.code]).toEqual([422, 'providers.rejected']);
      expect(await eventsOf(null)).toContainEqual({
        kind: 'sign_in_failed',
        detail: expect.stringMatching(/^With Open: OAUTH_/),
      });
    });

    test.each([
      ['another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
      ['no state', (query: URLSearchParams) => query.delete('state')],
      [
        'another issuer in the address',
        (query: URLSearchParams) => query.set('iss', 'https://id.example.net'),
      ],
      ['another code', (query: URLSearchParams) => query.set('code', 'x'.repeat(43))],
      ['no code', (query: URLSearchParams) => query.delete('code')],
    ])('with %s', async (_what, change) => {
      const { challenge, response } = await attempt();
      const query = new URLSearchParams(response);
      change(query);
      expect((await complete(challenge, query.toString())).body.code).toBe('providers.rejected');
    });

    test('after a cancellation at the provider', async () => {
      const { challenge, url } = await start('open');
      const state = new URL(url).searchParams.get('state') ?? '';
      const query = new URLSearchParams({ error: 'access_denied', state, iss: oidc.issuer });
      expect((await complete(challenge, query.toString())).body.code).toBe('providers.rejected');
      const [failure] = await eventsOf(null);
      expect(failure?.detail).toBe('With Open: access_denied');
    });

    test('when it is sent twice, also after a failed check', async () => {
      const { challenge, response } = await attempt();
      expect((await complete(challenge, response)).status).toBe(200);
      expect((await complete(challenge, response)).body.code).toBe('session.challenge_ended');
      const second = await attempt();
      expect((await complete(second.challenge, 'state=x&code=y')).status).toBe(422);
      expect((await complete(second.challenge, second.response)).body.code).toBe('session.challenge_ended');
    });

    test('for one of two concurrent requests', async () => {
      const { challenge, response } = await attempt();
      const responses = await Promise.all([complete(challenge, response), complete(challenge, response)]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(1);
    });

    test('with the challenge of another browser', async () => {
      const { response } = await attempt();
      const { challenge } = await start('open');
      expect((await complete(challenge, response)).body.code).toBe('providers.rejected');
    });
  });

  test('reject a suspended user', async () => {
    const { subject, email } = atProvider();
    await signIn('open', subject);
    await api.accounts.change(email, { isSuspended: true });
    const { status, body } = await signIn('open', subject);
    expect([status, body.code]).toEqual([403, 'session.no_account']);
  });

  test('set the role by groups at each sign-in, and reject a user without a group', async () => {
    const { subject, email } = atProvider({ groups: ['odd', 'writers'] });
    const { body } = await signIn('groups', subject);
    expect(await roleOf(email)).toMatchObject({ name: 'Editor' });
    await database.kysely
      .updateTable('users')
      .set({ added: '["users:manage"]' })
      .where('email', '=', email)
      .execute();
    const account = oidc.accounts.get(subject);
    if (!account) throw new Error('The account is missing');
    account.groups = ['writers'];
    await signIn('groups', subject);
    expect(await roleOf(email)).toMatchObject({ name: 'Editor', added: '["users:manage"]' });
    account.groups = ['writers', 'boss'];
    await signIn('groups', subject);
    expect(await roleOf(email)).toMatchObject({ name: 'Admin', added: '[]' });
    const [, changed] = await eventsOf(body.data.user.id);
    expect(changed).toMatchObject({ kind: 'user_changed', detail: 'Role Admin, by the groups of Groups' });
    account.groups = ['strangers'];
    const errorResponse = await signIn('groups', subject);
    expect([errorResponse.status, errorResponse.body.code]).toEqual([403, 'session.no_account']);
    expect(errorResponse.body.message).toContain('groups');
  });

  test('require two-factor authentication unless the provider is trusted for it', async () => {
    const { subject } = atProvider();
    const { token, id } = await user();
    await link(token, subject);
    const { body } = await post('/profile/totp', { json: { current_password: password }, more: { token } });
    const { challenge, secret } = body.data;
    const code = codeOf(secret, stepAt(Date.now()));
    const enrolResponse = await api.call('PUT', '/api/profile/totp', { token, json: { challenge, code } });
    const next = await signIn('example', subject);
    expect(next.body.data.second_step.methods).toEqual(['totp', 'recovery_code']);
    const signInResponse = await post('/auth/second-step', {
      json: {
        challenge: next.body.data.second_step.challenge,
        code: enrolResponse.body.data.recovery_codes[0],
      },
    });
    expect(signInResponse.body.data.user.id).toBe(id);
    expect((await signIn('trusted', subject)).body.data.user.id).toBe(id);
  });

  test('report a provider that is unavailable, while others work', async () => {
    const { status, body, headers } = await post('/auth/providers/start', { json: { provider: 'down' } });
    expect([status, body.code]).toEqual([503, 'providers.unavailable']);
    expect(headers['retry-after']).toBeDefined();
    const { subject } = atProvider();
    expect((await signIn('open', subject)).status).toBe(200);
    expect((await post('/auth/providers/start', { json: { provider: 'unknown' } })).body.code).toBe(
      'providers.not_found',
    );
  });

  test('sign out at the provider too', async () => {
    const { subject } = atProvider();
    const { body } = await signIn('open', subject);
    const signOutResponse = await post('/auth/logout', { json: {}, more: { token: body.data.access_token } });
    const url = new URL(signOutResponse.body.data.sign_out_url);
    expect(url.origin).toBe(oidc.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${site}/login`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const { token } = await user();
    expect((await post('/auth/logout', { json: {}, more: { token } })).body.data).toBeNull();
  });

  describe('linked accounts', () => {
    test('are linked in a recently confirmed session, and belong to one user', async () => {
      const { subject } = atProvider();
      const first = await user();
      await link(first.token, subject);
      const second = await user();
      expect((await link(second.token, subject)).body.code).toBe('identities.taken');
      await database.kysely
        .updateTable('sessions')
        .set({ proven_at: longAgo })
        .where('user_id', '=', second.id)
        .execute();
      const { body } = await post('/profile/identities/start', {
        json: { provider: 'example' },
        more: { token: second.token },
      });
      expect(body.code).toBe('permission.reauthentication_required');
    });

    test('are not linked with a link that another user started', async () => {
      const { subject } = atProvider();
      const [first, second] = [await user(), await user()];
      const { body } = await post('/profile/identities/start', {
        json: { provider: 'example' },
        more: { token: first.token },
      });
      const response = await oidc.signIn(body.data.url, subject);
      const json = { challenge: body.data.challenge, response };
      expect((await post('/profile/identities', { json, more: { token: second.token } })).body.code).toBe(
        'providers.rejected',
      );
      expect((await post('/auth/providers/complete', { json })).body.code).toBe('session.challenge_ended');
    });

    test('are unlinked by their user, which ends sessions of the provider', async () => {
      const { subject } = atProvider();
      const { token } = await user();
      const [identity] = (await link(token, subject)).body.data.items;
      const other = (await signIn('example', subject)).body.data.access_token;
      const stranger = await user();
      const path = `/api/profile/identities/${identity.id}`;
      expect((await api.call('DELETE', path, { token: stranger.token })).status).toBe(404);
      expect((await api.call('DELETE', path, { token })).status).toBe(200);
      expect((await api.call('GET', '/api/user/me', { token: other })).status).toBe(401);
      expect((await api.call('GET', '/api/user/me', { token })).status).toBe(200);
      expect((await signIn('example', subject)).body.code).toBe('session.no_account');
    });

    test('are not unlinked when they are the only way to sign in', async () => {
      const { subject } = atProvider();
      const { body } = await signIn('open', subject);
      const token = body.data.access_token;
      const list = await api.call('GET', '/api/profile/identities', { token });
      await database.kysely
        .updateTable('sessions')
        .set({ proven_at: new Date().toISOString() })
        .where('user_id', '=', body.data.user.id)
        .execute();
      const path = `/api/profile/identities/${list.body.data.items[0].id}`;
      expect((await api.call('DELETE', path, { token })).body.code).toBe('identities.last');
    });

    test('are unlinked by a manager of users', async () => {
      const { subject } = atProvider();
      const { token, id } = await user();
      await link(token, subject);
      const manager = await api.tokenFor(['users:manage']);
      const details = await api.call('GET', `/api/users/${id}`, { token: manager });
      const [identity] = details.body.data.identities;
      expect(identity.provider).toBe('Example');
      const viewer = await api.tokenFor([]);
      const path = `/api/user-identities/${identity.id}`;
      expect((await api.call('DELETE', path, { token: viewer })).status).toBe(403);
      expect((await api.call('DELETE', path, { token: manager })).status).toBe(200);
      expect((await eventsOf(id))[0]).toMatchObject({ kind: 'identity_unlinked', detail: 'Example' });
    });

    test('confirm a session by a new sign-in to the same account', async () => {
      const { subject } = atProvider();
      const other = atProvider();
      const { token, id } = await user();
      await link(token, subject);
      const prove = async (account: string) => {
        const { body } = await post('/auth/reauthenticate/start', {
          json: { provider: 'example' },
          more: { token },
        });
        expect(new URL(body.data.url).searchParams.get('prompt')).toBe('login');
        const response = await oidc.signIn(body.data.url, account);
        return post('/auth/reauthenticate/complete', {
          json: { challenge: body.data.challenge, response },
          more: { token },
        });
      };
      await database.kysely
        .updateTable('sessions')
        .set({ proven_at: longAgo })
        .where('user_id', '=', id)
        .execute();
      expect((await prove(other.subject)).body.code).toBe('providers.rejected');
      const needy = { name: 'Script', permissions: [], expires_in_days: 1 };
      expect((await post('/tokens', { json: needy, more: { token } })).body.code).toBe(
        'permission.reauthentication_required',
      );
      expect((await prove(subject)).status).toBe(200);
      expect((await post('/tokens', { json: needy, more: { token } })).status).toBe(200);
    });
  });

  describe('when users sign in with providers only', () => {
    const from = () => onlyProviders;

    test('rejects passwords and passkeys, correct or not', async () => {
      const { email } = await user();
      for (const attempt of [password, 'wrong'])
        expect(
          (await post('/auth/login', { json: { email, password: attempt }, more: {}, from: from() })).body
            .code,
        ).toBe('session.password_off');
      expect((await post('/auth/passkey-options', { json: {}, more: {}, from: from() })).body.code).toBe(
        'session.password_off',
      );
      expect((await from().call('GET', '/api/settings/page')).body.data.has_password_sign_in).toBe(false);
      const { body } = await post('/auth/forgotten-password', { json: { email }, more: {}, from: from() });
      expect(body.data.is_mailed).toBe(false);
    });

    test('does not count correct passwords as failed attempts, and records them', async () => {
      const { email, id } = await user();
      const send = (typedEmail: string) =>
        from().call('POST', '/api/auth/login', {
          json: { email, password: typedEmail },
          address: '203.0.113.77',
        });
      for (let tries = 0; tries < 8; tries += 1)
        expect((await send(password)).body.code).toBe('session.password_off');
      const [event] = await eventsOf(id);
      expect(event).toEqual({ kind: 'sign_in_failed', detail: 'Password sign-in is off' });
      for (let tries = 0; tries < 5; tries += 1) await send('wrong');
      expect((await send(password)).status).toBe(429);
    });

    test('signs in with a provider', async () => {
      const { subject } = atProvider();
      expect((await signIn('open', subject, from())).status).toBe(200);
    });

    test('allows an account for a day by a command', async () => {
      const { email } = await user();
      const until = await api.accounts.allowPassword(email);
      expect(new Date(until).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
      expect((await post('/auth/login', { json: { email, password }, more: {}, from: from() })).status).toBe(
        200,
      );
      await database.kysely
        .updateTable('users')
        .set({ password_allowed_until: longAgo })
        .where('email', '=', email)
        .execute();
      expect(
        (await post('/auth/login', { json: { email, password }, more: {}, from: from() })).body.code,
      ).toBe('session.password_off');
    });
  });
});
