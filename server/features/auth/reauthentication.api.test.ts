import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { createAuthenticator } from '#server/testing/authenticator';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const site = { host: 'books.example.org', origin: 'https://books.example.org' };
const password = 'nine small otters swim';

eachDatabase('confirmation of a session', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database, { fixedSettings: { public_url: site.origin } });
  let count = 0;

  afterAll(() => api.close());

  /** Signs in an administrator whose last confirmation was this many minutes ago. */
  async function signedIn(minutesAgo: number) {
    const email = `owner-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Olga', password, permissions: allPermissions });
    const login = { json: { email, password }, address: `192.0.2.${count}` };
    const token: string = (await api.call('POST', '/api/auth/login', login)).body.data.access_token;
    await age(token, minutesAgo);
    return token;
  }
  const age = (token: string, minutes: number) =>
    database.kysely
      .updateTable('sessions')
      .set({ proven_at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('token_hash', '=', hashToken(token))
      .execute();
  const addRole = async (token: string) => {
    const json = { name: `Role ${++count}`, permissions: [] };
    const { status, body } = await api.call('POST', '/api/roles', { token, json });
    return [status, body.code];
  };
  const tooOld = [403, 'permission.reauthentication_required'];
  const prove = (token: string, json: object) =>
    api.call('POST', '/api/auth/reauthenticate', { token, json });

  test('is valid for ten minutes after sign-in', async () => {
    expect(await addRole(await signedIn(0))).toEqual([200, undefined]);
    expect(await addRole(await signedIn(9))).toEqual([200, undefined]);
    expect(await addRole(await signedIn(11))).toEqual(tooOld);
  });

  test('is renewed by the password, for this session only', async () => {
    const token = await signedIn(11);
    const other = await signedIn(11);
    const wrong = await prove(token, { current_password: 'not it at all' });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'password.wrong']);
    expect((await prove(token, {})).status).toBe(422);
    expect(await addRole(token)).toEqual(tooOld);
    expect((await prove(token, { current_password: password })).body.data).toEqual({ expires_in: 600 });
    expect(await addRole(token)).toEqual([200, undefined]);
    expect(await addRole(other)).toEqual(tooOld);
  });

  test('is renewed by a passkey of the same user, once', async () => {
    const post = (token: string, path: string, json: object) =>
      api.call('POST', `/api${path}`, { token, json });
    const withPasskey = async () => {
      const token = await signedIn(0);
      const { body } = await post(token, '/profile/passkeys/options', { current_password: password });
      const device = createAuthenticator(site);
      const { challenge, options } = body.data;
      await post(token, '/profile/passkeys', {
        challenge,
        name: 'Key',
        passkey: device.make(options.challenge),
      });
      await age(token, 11);
      return { token, device };
    };
    const [owner, stranger] = [await withPasskey(), await withPasskey()];
    const { challenge, options } = (await post(owner.token, '/profile/passkey-proof', {})).body.data;
    const foreign = { challenge, passkey: stranger.device.show(options.challenge) };
    expect((await post(owner.token, '/auth/reauthenticate', foreign)).status).toBe(422);
    expect(await addRole(owner.token)).toEqual(tooOld);
    const own = { challenge, passkey: owner.device.show(options.challenge) };
    expect((await post(stranger.token, '/auth/reauthenticate', own)).status).toBe(422);
    expect((await post(owner.token, '/auth/reauthenticate', own)).status).toBe(200);
    expect(await addRole(owner.token)).toEqual([200, undefined]);
    expect((await post(owner.token, '/auth/reauthenticate', own)).status).toBe(422);
  });

  test('is never renewed by an API token', async () => {
    const session = await signedIn(0);
    const token = await api.scriptTokenFor(session, allPermissions);
    const response = await prove(token, { current_password: password });
    expect([response.status, response.body.code]).toEqual([403, 'permission.user_only']);
    expect(await addRole(token)).toEqual([403, 'permission.user_only']);
  });

  test('is required for exports of the audit log, but not of the catalogue', async () => {
    const read = async (token: string, path: string) => {
      const { status, body } = await api.call('GET', `/api${path}`, { token });
      return [status, body?.code];
    };
    const recent = await signedIn(9);
    const old = await signedIn(11);
    expect(await read(recent, '/audit-log/entries.csv')).toEqual([200, undefined]);
    expect(await read(old, '/audit-log/entries.csv')).toEqual(tooOld);
    expect(await read(old, '/spreadsheets/books/export')).toEqual([200, undefined]);
    const script = await api.scriptTokenFor(await signedIn(0), ['reports:read']);
    expect(await read(script, '/audit-log/entries.csv')).toEqual([200, undefined]);
    await prove(old, { current_password: password });
    expect(await read(old, '/audit-log/entries.csv')).toEqual([200, undefined]);
  });

  test('counts wrong passwords', async () => {
    const token = await signedIn(11);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await prove(token, { current_password: 'not it at all' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});
