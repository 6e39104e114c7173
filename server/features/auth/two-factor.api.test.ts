import { noNotices } from '#server/testing/no-notices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSessions } from '#server/core/auth/sessions';
import { createSignIn } from '#server/core/auth/sign-in';
import { codeOf, stepAt } from '#server/core/auth/totp';
import { type Database, openDatabase } from '#server/core/db/open';
import { AppError } from '#server/core/errors';
import type { CallOptions, TestApp } from '#server/testing/build-test-app';
import { engines } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'nine small otters swim';
const noParty = () => ({ id: '', origin: '' });
const STEP = 30;
const MINUTE = 60;

describe.each(engines)('two-factor authentication on $name', (engine) => {
  const undo: (() => Promise<unknown>)[] = [];
  let database: Database;
  let api: TestApp;
  /** Uses the same database, like another process. */
  let other: TestApp;
  let count = 0;
  beforeAll(async () => {
    const { url, remove } = await engine.createMigratedUrl();
    undo.push(remove);
    const open = async () => {
      const openDb = await openDatabase(url);
      undo.push(() => openDb.close());
      return openDb;
    };
    database = await open();
    api = await openTestApp(database);
    other = await openTestApp(await open());
    undo.push(
      () => api.close(),
      () => other.close(),
    );
  });
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const codeNow = (secret: string) => codeOf(secret, stepAt(Date.now()));
  const nextCode = (secret: string) => {
    pass(STEP);
    return codeNow(secret);
  };
  const newAddress = () => `198.51.${(count += 1) % 250}.${count % 241}`;

  const post = (path: string, json: object, more: CallOptions = {}) =>
    api.call('POST', `/api${path}`, { json, address: newAddress(), ...more });
  const signIn = (email: string) => post('/auth/login', { email, password });
  const challengeFor = async (email: string): Promise<string> =>
    (await signIn(email)).body.data.second_step.challenge;

  async function account(role = 'viewer') {
    const email = `person-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Petra Person', password, role });
    return email;
  }

  const tokenOf = async (email: string): Promise<string> => (await signIn(email)).body.data.access_token;

  async function enrol(token: string) {
    const startResponse = await post('/profile/totp', { current_password: password }, { token });
    const { challenge, secret, uri } = startResponse.body.data as {
      challenge: string;
      secret: string;
      uri: string;
    };
    const json = { challenge, code: codeNow(secret) };
    const confirmResponse = await api.call('PUT', '/api/profile/totp', { json, token });
    return { challenge, secret, uri, codes: confirmResponse.body.data?.recovery_codes as string[] };
  }

  async function enrolUser() {
    const email = await account();
    const token = await tokenOf(email);
    return { email, token, ...(await enrol(token)) };
  }

  const complete = (
    challenge: string,
    {
      code,
      more = {},
      from = api,
    }: {
      readonly code: string;
      readonly more?: CallOptions | undefined;
      readonly from?: typeof api | undefined;
    },
  ) =>
    from.call('POST', '/api/auth/second-step', { json: { challenge, code }, address: newAddress(), ...more });

  test('is set up with the password and the first code, and returns ten codes that are stored as hashes', async () => {
    const email = await account();
    const token = await tokenOf(email);
    const wrong = await post('/profile/totp', { current_password: 'no' }, { token });
    expect(wrong.body).toMatchObject({
      code: 'password.wrong',
      errors: { current_password: expect.any(String) },
    });

    const { body } = await post('/profile/totp', { current_password: password }, { token });
    const { challenge, secret, uri } = body.data;
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain(`Lectern:${email}`);
    const confirm = (code: string) =>
      api.call('PUT', '/api/profile/totp', { token, json: { challenge, code } });
    expect((await confirm('000000')).body.code).toBe('code.wrong');
    expect((await tokenOf(email)).length).toBeGreaterThan(20);

    const code = codeNow(secret);
    const { recovery_codes: codes } = (await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).body.data;
    expect(new Set(codes).size).toBe(10);
    for (const recoveryCode of codes) expect(recoveryCode).toMatch(/^(\w{4}-){5}\w{4}$/);
    expect((await confirm(nextCode(secret))).body.code).toBe('code.expired');
    const storedCodes = await database.kysely.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(storedCodes)).not.toContain(codes[0].replaceAll('-', ''));
    expect((await api.call('GET', '/api/profile/two-factor', { token })).body.data).toMatchObject({
      totp: { last_used_at: null },
      recovery_code_count: 10,
      is_required: false,
    });
    expect((await post('/profile/totp', { current_password: password }, { token })).body.code).toBe(
      'two_factor.present',
    );
  });

  test('rejects a setup that another user started, or that started before a password change', async () => {
    const [hers, his] = [await tokenOf(await account()), await tokenOf(await account())];
    const { challenge, secret } = (
      await post('/profile/totp', { current_password: password }, { token: hers })
    ).body.data;
    const json = { challenge, code: codeNow(secret) };
    expect((await api.call('PUT', '/api/profile/totp', { token: his, json })).status).toBe(422);
    await api.call('PUT', '/api/profile/password', {
      token: hers,
      json: { current_password: password, password: 'ten small otters swim' },
    });
    expect((await api.call('PUT', '/api/profile/totp', { token: hers, json })).body.code).toBe(
      'code.expired',
    );
  });

  test('requires a second step, which returns the usual response once', async () => {
    const { email, secret } = await enrolUser();
    const first = await signIn(email);
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      second_step: {
        challenge: expect.any(String),
        methods: ['totp', 'recovery_code'],
        expires_in: 600,
        enrolment: null,
      },
    });
    const { challenge } = first.body.data.second_step;
    expect((await api.call('GET', '/api/user/me', { token: challenge })).status).toBe(401);
    const code = nextCode(secret);
    const { status, body } = await complete(challenge, { code });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 43_200,
      user: expect.objectContaining({ email }),
    });
    expect((await api.call('GET', '/api/user/me', { token: body.data.access_token })).status).toBe(200);
    expect((await complete(challenge, { code: nextCode(secret) })).body.code).toBe('session.challenge_ended');
  });

  test('accepts no code twice: not the first one, not an earlier one, not in two processes concurrently', async () => {
    const { email, secret } = await enrolUser();
    const usedCode = codeNow(secret);
    const challenge = await challengeFor(email);
    expect((await complete(challenge, { code: usedCode })).body.code).toBe('session.wrong_code');
    const next = nextCode(secret);
    const challenges = [
      challenge,
      await challengeFor(email),
      await challengeFor(email),
      await challengeFor(email),
    ];
    const responses = await Promise.all(
      challenges.map((otherChallenge, index) =>
        complete(otherChallenge, { code: next, more: {}, from: index % 2 === 0 ? api : other }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    const limitedIndex = responses.findIndex(({ status }) => status === 401);
    for (const early of [usedCode, next])
      expect((await complete(challenges[limitedIndex] ?? '', { code: early })).body.code).toBe(
        'session.wrong_code',
      );
  });

  test('accepts codes when clocks differ by one step or jump, but not by more', async () => {
    const { email, secret } = await enrolUser();
    pass(2 * STEP);
    const challenge = await challengeFor(email);
    const step = stepAt(Date.now());
    const tryStep = async (stepNumber: number) =>
      (await complete(challenge, { code: codeOf(secret, stepNumber) })).status;
    expect(await tryStep(step + 2)).toBe(401);
    expect(await tryStep(step + 1)).toBe(200);
    pass(-STEP);
    const again = await challengeFor(email);
    expect((await complete(again, { code: codeOf(secret, step) })).status).toBe(401);
    expect((await complete(again, { code: codeOf(secret, step + 1) })).status).toBe(401);
    pass(4 * STEP);
    expect((await complete(again, { code: codeNow(secret) })).status).toBe(200);
    const late = await challengeFor(email);
    pass(11 * MINUTE);
    expect((await complete(late, { code: codeNow(secret) })).body.code).toBe('session.challenge_ended');
  });

  test('accepts each recovery code once', async () => {
    const { email, codes } = await enrolUser();
    const [first = '', second = ''] = codes;
    const challenges = await Promise.all([1, 2].map(() => challengeFor(email)));
    const responses = await Promise.all(
      challenges.map((challenge, index) =>
        complete(challenge, { code: first.toUpperCase(), more: {}, from: index === 0 ? api : other }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const { body } = await complete(await challengeFor(email), { code: second.replaceAll('-', ' ') });
    const token = body.data.access_token;
    const { data } = (await api.call('GET', '/api/profile/two-factor', { token })).body;
    expect(data.recovery_code_count).toBe(8);
    const response = await post('/profile/recovery-codes', { code: codes[2] ?? '' }, { token });
    expect(response.body.data.recovery_codes).toHaveLength(10);
    expect((await complete(await challengeFor(email), { code: codes[3] ?? '' })).status).toBe(401);
  });

  test('is removed after a code, and the password suffices again', async () => {
    const { email, token, secret } = await enrolUser();
    const remove = (code: string) => post('/profile/totp/remove', { code }, { token });
    const errorResponse = await remove('000000');
    expect(errorResponse.body).toMatchObject({ code: 'code.wrong', errors: { code: expect.any(String) } });
    expect((await remove(codeNow(secret))).body.code).toBe('code.wrong');
    expect((await remove(nextCode(secret))).status).toBe(200);
    expect((await signIn(email)).body.data.access_token).toEqual(expect.any(String));
    expect((await remove(nextCode(secret))).body.code).toBe('two_factor.missing');
    expect(await database.kysely.selectFrom('recovery_codes').selectAll().execute()).toEqual(
      expect.not.arrayContaining([{ user_id: 0 }]),
    );
  });

  test('does not complete a sign-in after a password change or a suspension', async () => {
    const { email, secret } = await enrolUser();
    const challenge = await challengeFor(email);
    await api.accounts.change(email, { isSuspended: true });
    expect((await complete(challenge, { code: nextCode(secret) })).body.code).toBe('session.challenge_ended');
    await api.accounts.change(email, { isSuspended: false, password: 'another fine otter sings' });
    expect((await complete(challenge, { code: nextCode(secret) })).body.code).toBe('session.challenge_ended');
  });

  describe('against guessing', () => {
    test('ends a sign-in after five wrong codes, and blocks the app after ten, but not recovery codes', async () => {
      const { email, secret, codes } = await enrolUser();
      const challenge = await challengeFor(email);
      const wrong = async (signInChallenge: string) =>
        (await complete(signInChallenge, { code: '000000' })).body.code;
      for (let tries = 0; tries < 5; tries++) expect(await wrong(challenge)).toBe('session.wrong_code');
      expect((await complete(challenge, { code: nextCode(secret) })).body.code).toBe(
        'session.challenge_ended',
      );
      const second = await challengeFor(email);
      for (let tries = 0; tries < 5; tries++) expect(await wrong(second)).toBe('session.wrong_code');

      const third = await challengeFor(email);
      const throttledResponse = await complete(third, { code: nextCode(secret) });
      expect(throttledResponse.status).toBe(429);
      expect(Number(throttledResponse.headers['retry-after'])).toBeGreaterThan(0);
      expect((await complete(third, { code: codes[0] ?? '' })).status).toBe(200);
      pass(16 * MINUTE);
      expect((await complete(await challengeFor(email), { code: nextCode(secret) })).status).toBe(200);
    });

    test('rejects ten thousand wrong codes, and the correct one among them', async () => {
      const { email, secret } = await enrolUser();
      // Each attempt is a database query, which takes longer on a database server.
      const attempts = engine.name === 'SQLite' ? 10_000 : 500;
      do pass(STEP);
      while (!/^000[1-4]/.test(codeNow(secret)));
      const sessions = createSessions(database, { adminEmail: 'admin@example.org' });
      const { signIn: begin, complete: end } = createSignIn({
        database,
        sessions,
        productName: () => 'Lectern',
        notices: noNotices,
      });
      const origin = (index: number) => ({ address: `2001:db8:${index % 1000}::1`, userAgent: '' });
      const renew = async () => {
        const response = await begin(email, password, origin(count++));
        return 'second_step' in response ? response.second_step.challenge : '';
      };
      let challenge = await renew();
      const outcomes = new Map<unknown, number>();
      for (let index = 0; index < attempts; index++) {
        const code = String(index).padStart(6, '0');
        const outcome = await end({ challenge, code }, origin(index), noParty).then(
          () => 'in',
          (error: unknown) => (error instanceof AppError ? error.code : error),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (outcome === 'session.challenge_ended') challenge = await renew();
      }
      expect(Object.fromEntries(outcomes)).toEqual({
        'session.wrong_code': 10,
        'session.challenge_ended': 2,
        'request.throttled': attempts - 12,
      });
    });

    test('blocks a network after fifty wrong codes of any users', async () => {
      const [first, second] = [await enrolUser(), await enrolUser()];
      const address = '203.0.113.77';
      let challenge = await challengeFor(first.email);
      for (let tries = 0; tries < 50; tries++) {
        if (tries % 5 === 0) challenge = await challengeFor(first.email);
        expect((await complete(challenge, { code: `not-a-code-${tries}`, more: { address } })).status).toBe(
          401,
        );
      }
      const hers = await challengeFor(second.email);
      expect((await complete(hers, { code: nextCode(second.secret), more: { address } })).status).toBe(429);
      expect((await complete(hers, { code: codeNow(second.secret) })).status).toBe(200);
    });
  });

  test('is reset by a manager or the system administrator, which ends all sessions', async () => {
    const { email, token } = await enrolUser();
    const admin = await tokenOf(await account('admin'));
    const { body: me } = await api.call('GET', '/api/user/me', { token });
    const path = `/users/${me.data.id}/reset-two-factor`;
    const viewer = await tokenOf(await account());
    expect((await post(path, {}, { token: viewer })).status).toBe(403);
    const { body: before } = await api.call('GET', `/api/users/${me.data.id}`, { token: admin });
    expect(before.data.has_two_factor).toBe(true);
    const reset = await post(path, {}, { token: admin });
    expect(reset.body.data.has_two_factor).toBe(false);
    expect((await api.call('GET', '/api/user/me', { token })).status).toBe(401);

    const again = await tokenOf(email);
    await enrol(again);
    await api.accounts.resetTwoFactor(email.toUpperCase());
    expect((await api.call('GET', '/api/user/me', { token: again })).status).toBe(401);
    expect(await tokenOf(email)).toEqual(expect.any(String));
    await expect(api.accounts.resetTwoFactor('nobody@example.org')).rejects.toMatchObject({ status: 404 });
  });

  describe('required by a role', () => {
    const setRule = async (id: number, requires_two_factor: boolean, more: object = {}) =>
      api.call('PUT', `/api/roles/${id}`, {
        token: await api.tokenFor(
          (await api.call('GET', '/api/roles', { token: await adminToken() })).body.data.items[0].permissions,
        ),
        json: { requires_two_factor, ...more },
      });
    const adminToken = async () => tokenOf(await account('admin'));

    test('must be set up at the next sign-in', async () => {
      const email = await account('deleter');
      const before = await tokenOf(email);
      const { body } = await setRule(3, true);
      expect(body.data).toMatchObject({ is_built_in: true, requires_two_factor: true });
      expect((await setRule(3, true, { permissions: [] })).body.code).toBe('roles.built_in');
      expect((await api.call('GET', '/api/user/me', { token: before })).status).toBe(200);

      const { second_step: step } = (await signIn(email)).body.data;
      expect(step).toMatchObject({
        methods: ['totp'],
        enrolment: { uri: expect.stringContaining('otpauth') },
      });
      const { secret } = step.enrolment;
      expect((await complete(step.challenge, { code: '000000' })).body.code).toBe('session.wrong_code');
      const signInResponse = await complete(step.challenge, { code: codeNow(secret) });
      expect(signInResponse.body.data.recovery_codes).toHaveLength(10);
      expect(
        (await api.call('GET', '/api/user/me', { token: signInResponse.body.data.access_token })).status,
      ).toBe(200);

      const again = (await signIn(email)).body.data.second_step;
      expect(again).toMatchObject({ methods: ['totp', 'recovery_code'], enrolment: null });
      expect((await complete(again.challenge, { code: nextCode(secret) })).status).toBe(200);

      await setRule(3, false);
      expect(await tokenOf(await account('deleter'))).toEqual(expect.any(String));
    });

    test('can only be required by users with the same permissions', async () => {
      const json = { requires_two_factor: true };
      const token = await api.tokenFor(['users:manage']);
      expect((await api.call('PUT', '/api/roles/1', { token, json })).status).toBe(403);
      const own = await api.call('POST', '/api/roles', { token, json: { name: 'Readers', permissions: [] } });
      const { id } = own.body.data;
      expect((await api.call('PUT', `/api/roles/${id}`, { token, json })).status).toBe(200);
    });
  });

  test('is logged in the security log without codes', async () => {
    const { email, secret, codes } = await enrolUser();
    const challenge = await challengeFor(email);
    await complete(challenge, { code: '000000' });
    const code = nextCode(secret);
    const { access_token: token, user } = (await complete(challenge, { code })).body.data;
    await post('/profile/recovery-codes', { code: '111111' }, { token });
    await post('/profile/recovery-codes', { code: nextCode(secret) }, { token });
    await post('/profile/totp/remove', { code: nextCode(secret) }, { token });
    const rows = await database.kysely
      .selectFrom('security_events')
      .select(['kind', 'detail', 'actor_id'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual([
      'user_added',
      'signed_in',
      'two_factor_added',
      'two_factor_failed',
      'signed_in',
      'two_factor_rejected',
      'recovery_codes_created',
      'two_factor_removed',
    ]);
    expect(rows[4]?.detail).toBe('With a code of the authenticator app');
    expect(rows[3]?.actor_id).toBeNull();
    for (const secretText of [secret, code, ...codes]) expect(JSON.stringify(rows)).not.toContain(secretText);
  });
});
