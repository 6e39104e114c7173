import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, stepAt } from '#server/core/auth/totp';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { assertSecretsReadable, createSecrets, readSecretsKey, reencryptSecrets } from './secrets.ts';

const location = { table: 'totp_factors', userId: 7 } as const;
const [first, second] = [randomBytes(32), randomBytes(32)];
const withKey = (current: Buffer | undefined, ...previous: Buffer[]) => createSecrets({ current, previous });

describe('a secret', () => {
  test('is encrypted with a new nonce each time and names its key', () => {
    const secrets = withKey(first);
    const [left, right] = [secrets.encrypt('JBSWY3DP', location), secrets.encrypt('JBSWY3DP', location)];
    expect(left).toMatch(/^v1:[0-9a-f]{8}:[\w-]+$/);
    expect(left).not.toBe(right);
    expect(left).not.toContain('JBSWY3DP');
    expect(secrets.decrypt(left, location)).toBe('JBSWY3DP');
  });

  test('cannot be decrypted for another row or after a change', () => {
    const secrets = withKey(first);
    const encryptedText = secrets.encrypt('JBSWY3DP', location);
    expect(() => secrets.decrypt(encryptedText, { ...location, userId: 8 })).toThrow(/authenticat/i);
    expect(() => secrets.decrypt(encryptedText, { ...location, table: 'auth_challenges' })).toThrow(
      /authenticat/i,
    );
    const [version, id, text = ''] = encryptedText.split(':');
    const changedText = `${text.slice(0, -1)}${text.endsWith('A') ? 'Q' : 'A'}`;
    expect(() => secrets.decrypt([version, id, changedText].join(':'), location)).toThrow(/authenticat/i);
    expect(() => secrets.decrypt([version, id, text.slice(0, 30)].join(':'), location)).toThrow(
      /authenticat/i,
    );
  });

  test('can be decrypted with a previous key, but not without its key', () => {
    const encryptedText = withKey(first).encrypt('JBSWY3DP', location);
    expect(withKey(second, first).decrypt(encryptedText, location)).toBe('JBSWY3DP');
    expect(withKey(second, first).isCurrent(encryptedText)).toBe(false);
    expect(() => withKey(second).decrypt(encryptedText, location)).toThrow(/not configured/);
  });

  test('is stored as plain text without a key', () => {
    expect(withKey(undefined).encrypt('JBSWY3DP', location)).toBe('JBSWY3DP');
    expect(withKey(first).decrypt('JBSWY3DP', location)).toBe('JBSWY3DP');
    expect(withKey(first).isCurrent('JBSWY3DP')).toBe(false);
  });

  test.each([
    [first.toString('hex'), true],
    [first.toString('base64'), true],
    [first.toString('base64url'), true],
    ['short', false],
    [randomBytes(16).toString('hex'), false],
  ])('reads the key %s: %s', (text, isKey) => expect(readSecretsKey(text) !== undefined).toBe(isKey));
});

eachDatabase('stored secrets', async (openEmpty) => {
  const password = 'nine small otters swim';
  const database = await openEmpty();
  let api: TestApp;
  const open = (current: Buffer | undefined, ...previous: Buffer[]) =>
    openTestApp(database, { secretsKeys: { current, previous } });
  beforeAll(async () => {
    api = await open(first);
  });
  afterAll(() => api.close());

  async function enrol(from: TestApp, email: string): Promise<string> {
    await from.accounts.add({ email, name: 'Petra Person', password, role: 'viewer' });
    const signedIn = await from.call('POST', '/api/auth/login', { json: { email, password } });
    const token = signedIn.body.data.access_token;
    const startResponse = await from.call('POST', '/api/profile/totp', {
      token,
      json: { current_password: password },
    });
    const { challenge, secret } = startResponse.body.data;
    const challenges = await database.kysely.selectFrom('auth_challenges').select('secret').execute();
    if (from === api) for (const row of challenges) expect(row.secret).not.toContain(secret);
    const json = { challenge, code: codeOf(secret, stepAt(Date.now()) - 1) };
    expect((await from.call('PUT', '/api/profile/totp', { token, json })).status).toBe(200);
    return secret;
  }

  async function signIn(from: TestApp, email: string, code: string): Promise<number> {
    const { body } = await from.call('POST', '/api/auth/login', { json: { email, password } });
    const { challenge } = body.data.second_step;
    return (await from.call('POST', '/api/auth/second-step', { json: { challenge, code } })).status;
  }

  const readSecrets = async () =>
    (await database.kysely.selectFrom('totp_factors').select('secret').orderBy('user_id').execute()).map(
      ({ secret }) => secret,
    );

  test('an authenticator secret is encrypted and its codes sign in', async () => {
    const secret = await enrol(api, 'one@example.org');
    expect(await readSecrets()).toEqual([expect.stringMatching(/^v1:/)]);
    expect(await signIn(api, 'one@example.org', codeOf(secret, stepAt(Date.now())))).toBe(200);
  });

  test('plain secrets are encrypted with a new key, once', async () => {
    const before = await open(undefined, first);
    const secret = await enrol(before, 'two@example.org');
    await before.close();
    expect((await readSecrets())[1]).toBe(secret);

    expect(await reencryptSecrets(database, withKey(second, first))).toBe(2);
    expect(await reencryptSecrets(database, withKey(second, first))).toBe(0);
    for (const text of await readSecrets()) expect(withKey(second).missingKeyOf(text)).toBeUndefined();

    const after = await open(second);
    expect(await signIn(after, 'two@example.org', codeOf(secret, stepAt(Date.now())))).toBe(200);
    await after.close();
  });

  test('a wrong or missing key stops the start with one message', async () => {
    for (const secrets of [withKey(randomBytes(32)), withKey(undefined)])
      await expect(assertSecretsReadable(database.kysely, secrets)).rejects.toThrow(
        /^SECRETS_KEY is missing or wrong: 2 /,
      );
    await expect(assertSecretsReadable(database.kysely, withKey(second))).resolves.toBeUndefined();
  });

  test('removing the key decrypts the secrets', async () => {
    expect(await reencryptSecrets(database, withKey(undefined, second))).toBe(2);
    for (const text of await readSecrets()) expect(text).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('the system report shows that no key is configured', async () => {
    const without = await open(undefined);
    const token = await without.tokenFor(['settings:edit']);
    const report = await without.call('GET', '/api/settings/system', { token });
    expect(report.body.data.notices).toContain('encryption_key_missing');
    await without.close();
    const withSecrets = await open(first);
    const next = await withSecrets.call('GET', '/api/settings/system', { token });
    expect(next.body.data.notices).not.toContain('encryption_key_missing');
    await withSecrets.close();
  });
});
