import { afterAll, expect, test } from 'vitest';
import { createAuthenticator } from '#server/testing/authenticator';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'nine small otters swim';
const site = { host: 'books.example.org', origin: 'https://books.example.org' };

eachDatabase('passkeys', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database, { fixedSettings: { public_url: site.origin } });
  let count = 0;
  afterAll(() => api.close());

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
  ) => from.call('POST', `/api${path}`, { json, address: `198.51.100.${(count += 1) % 250}`, ...more });
  const signIn = (email: string) => post('/auth/login', { json: { email, password } });
  const twoFactor = async (token: string) =>
    (await api.call('GET', '/api/profile/two-factor', { token })).body.data;

  async function account() {
    const email = `person-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Petra Person', password, role: 'viewer' });
    return { email, token: (await signIn(email)).body.data.access_token as string };
  }

  async function add(token: string, device = createAuthenticator(site), name = 'Laptop') {
    const { challenge, options } = (
      await post('/profile/passkeys/options', { json: { current_password: password }, more: { token } })
    ).body.data;
    const passkey = device.make(options.challenge);
    return post('/profile/passkeys', { json: { challenge, name, passkey }, more: { token } });
  }

  async function owner() {
    const { email, token } = await account();
    const device = createAuthenticator(site);
    const { body } = await add(token, device);
    return { email, token, device, id: body.data.passkey.id, codes: body.data.recovery_codes };
  }

  /** Signs in with a passkey instead of address and password. */
  async function signInWith(device: ReturnType<typeof createAuthenticator>) {
    const { challenge, options } = (await post('/auth/passkey-options', { json: {} })).body.data;
    const passkey = device.show(options.challenge);
    return {
      challenge,
      passkey,
      response: await post('/auth/second-step', { json: { challenge, passkey } }),
    };
  }

  test('are created after the current password, with the first recovery codes', async () => {
    const { token } = await account();
    const wrong = await post('/profile/passkeys/options', {
      json: { current_password: 'no' },
      more: { token },
    });
    expect(wrong.body.code).toBe('password.wrong');
    const { body } = await add(token);
    expect(body.data).toMatchObject({
      passkey: { name: 'Laptop', host: site.host, last_used_at: null },
      recovery_codes: Array.from({ length: 10 }, () => expect.any(String)),
    });
    expect((await add(token)).body.data.recovery_codes).toEqual([]);
    expect((await twoFactor(token)).passkeys).toHaveLength(2);
  });

  test('are not stored when their proof is invalid', async () => {
    const { token } = await account();
    const elsewhere = createAuthenticator({ host: 'evil.example', origin: 'https://evil.example' });
    const lazy = createAuthenticator(site, false);
    for (const device of [elsewhere, lazy])
      expect((await add(token, device)).body.code).toBe('passkey.rejected');
    const authenticator = createAuthenticator(site);
    expect((await add(token, authenticator)).status).toBe(200);
    expect((await add(token, authenticator)).body.code).toBe('passkey.rejected');
    expect((await twoFactor(token)).passkeys).toHaveLength(1);
  });

  test('complete the second step after the password', async () => {
    const { email, device } = await owner();
    const { second_step: step } = (await signIn(email)).body.data;
    expect(step.methods).toEqual(['passkey', 'recovery_code']);
    const getOptions = async () =>
      (await post('/auth/passkey-options', { json: { challenge: step.challenge } })).body.data.options;
    const options = await getOptions();
    expect(options).toMatchObject({ rpId: site.host, userVerification: 'required' });
    expect(options.allowCredentials).toHaveLength(1);
    const stranger = (await owner()).device.show(options.challenge);
    const errorResponse = await post('/auth/second-step', {
      json: { challenge: step.challenge, passkey: stranger },
    });
    expect(errorResponse.body.code).toBe('session.wrong_passkey');
    const passkey = device.show((await getOptions()).challenge);
    const { status, body } = await post('/auth/second-step', {
      json: { challenge: step.challenge, passkey },
    });
    expect(status).toBe(200);
    expect((await twoFactor(body.data.access_token)).passkeys[0].last_used_at).toEqual(expect.any(String));
  });

  test('replace address and password, once per response', async () => {
    const { email, device } = await owner();
    const { challenge, passkey, response } = await signInWith(device);
    expect(response.body.data).toMatchObject({ token_type: 'Bearer', user: { email } });
    expect((await post('/auth/second-step', { json: { challenge, passkey } })).status).toBe(401);
    const next = (await post('/auth/passkey-options', { json: {} })).body.data;
    expect(
      (await post('/auth/second-step', { json: { challenge: next.challenge, passkey } })).body.code,
    ).toBe('session.wrong_passkey');
    expect(
      (await post('/auth/second-step', { json: { challenge: next.challenge, code: '123456' } })).status,
    ).toBe(401);
  });

  test('sign in once when the same response is sent twice concurrently', async () => {
    const { device } = await owner();
    const { challenge, options } = (await post('/auth/passkey-options', { json: {} })).body.data;
    const passkey = device.show(options.challenge);
    const responses = await Promise.all(
      [1, 2, 3].map(() => post('/auth/second-step', { json: { challenge, passkey } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  test('do not sign in a suspended user', async () => {
    const { email, device } = await owner();
    await api.accounts.change(email, { isSuspended: true });
    expect((await signInWith(device)).response.status).toBe(401);
  });

  test('are renamed and deleted by their owner after a passkey or a code', async () => {
    const { email, token, device, id, codes } = await owner();
    const other = await owner();
    const rename = (from: string) =>
      api.call('PUT', `/api/profile/passkeys/${id}`, { token: from, json: { name: 'Telephone' } });
    expect((await rename(other.token)).status).toBe(404);
    expect((await rename(token)).body.data.name).toBe('Telephone');

    const remove = (json: object, from = token) =>
      post(`/profile/passkeys/${id}/remove`, { json, more: { token: from } });
    expect((await remove({})).body.errors).toEqual({ code: expect.any(String) });
    expect((await remove({ code: '123456' })).body.code).toBe('code.wrong');
    expect((await remove({ code: other.codes[0] }, other.token)).status).toBe(404);
    const proof = async () => (await post('/profile/passkey-proof', { json: {}, more: { token } })).body.data;
    const first = await proof();
    const foreign = { challenge: first.challenge, passkey: other.device.show(first.options.challenge) };
    expect((await remove(foreign)).body.code).toBe('passkey.rejected');
    const second = await proof();
    const response = await post('/profile/recovery-codes', {
      json: { challenge: second.challenge, passkey: device.show(second.options.challenge) },
      more: { token },
    });
    expect(response.body.data.recovery_codes).toHaveLength(10);
    expect((await remove({ code: codes[0] })).body.code).toBe('code.wrong');
    expect((await remove({ code: response.body.data.recovery_codes[0] })).status).toBe(200);
    expect(await twoFactor(token)).toMatchObject({ passkeys: [], recovery_code_count: 0 });
    expect((await signIn(email)).body.data.access_token).toEqual(expect.any(String));
  });

  test('belong to the configured host, else to a host that the server was started with', async () => {
    const { token } = await account();
    const namedHost = await openTestApp(database, { host: 'shelf.example.org' });
    const start = (host: string, origin = `http://${host}`) =>
      post('/profile/passkeys/options', {
        json: { current_password: password },
        more: { token, headers: { host, origin } },
        from: namedHost,
      });
    const foreign = ['127.0.0.1:8080', '[::1]:8080', 'evil.example', 'shelf.example.org.evil.example'];
    for (const host of foreign) expect((await start(host)).body.code).toBe('passkeys.no_host');
    expect((await start('localhost:8080')).body.data.options.rp.id).toBe('localhost');
    // The browser sends another host than the request.
    expect((await start('shelf.example.org', 'https://evil.example')).body.code).toBe('passkeys.no_host');

    const shelf = { host: 'shelf.example.org', origin: 'https://shelf.example.org' };
    const { challenge, options } = (await start(shelf.host, shelf.origin)).body.data;
    expect(options.rp.id).toBe(shelf.host);
    const device = createAuthenticator(shelf);
    const passkey = device.make(options.challenge);
    const body = { challenge, name: 'Shelf', passkey };
    expect(
      (await post('/profile/passkeys', { json: body, more: { token, headers: shelf }, from: namedHost }))
        .status,
    ).toBe(200);
    expect((await signInWith(device)).response.status).toBe(401);
    await namedHost.close();
  });

  test('are not offered for a host that only the request contains', async () => {
    const defaultHost = await openTestApp(database);
    const headers = { host: 'books.example.org', origin: 'https://books.example.org' };
    const { status, body } = await post('/auth/passkey-options', {
      json: {},
      more: { headers },
      from: defaultHost,
    });
    expect([status, body.code]).toEqual([409, 'passkeys.no_host']);
    await defaultHost.close();
  });
});
