import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from './accounts.ts';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'correct horse battery staple';
const admin = 'admin@example.org';

eachDatabase('the email address of the primary administrator', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  beforeAll(async () => {
    const accounts = createAccounts(database.kysely);
    await accounts.ensureAdmin(admin, password, 'Administrator');
    await accounts.add({ email: 'viewer@example.org', name: 'V', password, permissions: [] });
  });
  afterAll(() => api.close());

  const signIn = (email: string) => api.call('POST', '/api/auth/login', { json: { email, password } });

  test('is in no response to a viewer', async () => {
    const signedIn = await signIn('viewer@example.org');
    expect(signedIn.body.data.user).toMatchObject({ is_primary_admin: false, permissions: [] });
    const token = signedIn.body.data.access_token as string;
    const paths = [
      '/api/user/me',
      '/api/profile',
      '/api/settings/page',
      '/api/settings',
      '/api/health/ready',
      '/',
    ];
    const responses = [signedIn];
    for (const path of paths) responses.push(await api.call('GET', path, { token }));
    expect(responses[1]?.body.data).toMatchObject({ is_primary_admin: false });
    for (const { text, headers } of responses)
      expect(`${text} ${JSON.stringify(headers)}`.toLowerCase()).not.toContain('admin@');
  });

  test('is returned to the primary administrator with `is_primary_admin`', async () => {
    const { user } = (await signIn(admin)).body.data;
    expect(user).toMatchObject({ email: admin, is_primary_admin: true });
    expect(user).not.toHaveProperty('admin_emails');
  });
});
