import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'nine small otters swim';
const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

eachDatabase('sign-in notices', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  beforeAll(async () => {
    await api.accounts.add({ email: 'petra@example.org', name: 'Petra', password, role: 'viewer' });
  });
  afterAll(() => api.close());

  test('notify of a new browser once, but not of the first one and of programs', async () => {
    const signIn = async (userAgent: string): Promise<string> => {
      const { body } = await api.call('POST', '/api/auth/login', {
        json: { email: 'petra@example.org', password },
        headers: { 'user-agent': userAgent },
        address: '192.0.2.7',
      });
      return body.data.access_token;
    };
    const token = await signIn(chrome(150));
    const readNotices = async () =>
      (await api.call('GET', '/api/notifications', { token })).body.data.items.map(
        ({ message, subject }: Record<string, string>) => `${message}: ${subject}`,
      );
    await signIn('curl/8.0');
    await signIn(chrome(151));
    expect(await readNotices()).toEqual([]);
    await signIn(firefox);
    await signIn(firefox);
    expect(await readNotices()).toEqual(['Signed in from a new browser: Firefox on Windows, 192.0.2.7']);
  });

  test('return the same response to a password reset request for every address, and log it', async () => {
    const requestPasswordReset = (email: string, address = '192.0.2.8') =>
      api.call('POST', '/api/auth/forgotten-password', { json: { email }, address });
    const [hers, nobodys] = [
      await requestPasswordReset('PETRA@example.org'),
      await requestPasswordReset('nobody@example.org'),
    ];
    expect(hers.status).toBe(200);
    expect(nobodys.text).toBe(hers.text);
    expect(hers.body.data).toEqual({ is_mailed: false });
    expect((await requestPasswordReset('no address')).status).toBe(422);
    const emails = await database.kysely
      .selectFrom('security_events')
      .leftJoin('users', 'users.id', 'security_events.user_id')
      .select(['users.email', 'detail'])
      .where('kind', '=', 'password_reset_requested')
      .orderBy('security_events.id')
      .execute();
    expect(emails).toEqual([
      { email: 'petra@example.org', detail: '' },
      { email: null, detail: '' },
    ]);
    expect(await database.kysely.selectFrom('account_links').selectAll().execute()).toEqual([]);
    for (let times = 3; times < 20; times++) await requestPasswordReset('nobody@example.org');
    await requestPasswordReset('nobody@example.org');
    expect((await requestPasswordReset('nobody@example.org')).status).toBe(429);
    expect((await requestPasswordReset('nobody@example.org', '192.0.2.9')).status).toBe(200);
  });

  test('delete the browsers of a deleted user', async () => {
    const knownBrowsers = () => database.kysely.selectFrom('known_browsers').select('user_id').execute();
    const [first] = await knownBrowsers();
    expect(first).toBeDefined();
    const token = await api.tokenFor(allPermissions);
    const { status } = await api.call('DELETE', `/api/users/${first?.user_id}`, { token });
    expect(status).toBe(200);
    expect(await knownBrowsers()).toEqual([]);
  });
});
