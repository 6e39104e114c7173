import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const password = 'nine small otters swim';

eachDatabase('emails about accounts', async (openEmpty) => {
  const database = await openEmpty();
  let api: TestApp;
  let administrator: string;
  let count = 0;

  beforeAll(async () => {
    // No worker runs here, so emails wait in the table.
    api = await openTestApp(database, { smtpUrl: 'smtp://127.0.0.1:1' });
    administrator = await api.tokenFor(allPermissions);
  });
  afterAll(() => api.close());

  async function signedIn() {
    const email = `owner-${++count}@example.org`;
    await api.accounts.add({ email, name: 'Olga', password, role: 'editor' });
    const login = { json: { email, password }, address: `192.0.2.${count}` };
    const { body } = await api.call('POST', '/api/auth/login', login);
    return { email, id: Number(body.data.user.id), token: String(body.data.access_token) };
  }
  const waitingEmails = () => database.kysely.selectFrom('emails').selectAll().orderBy('id').execute();
  const emailsTo = async (recipient: string) =>
    (await waitingEmails()).filter((email) => email.recipient === recipient);
  const notificationsOf = async (token: string): Promise<string[]> =>
    (await api.call('GET', '/api/notifications', { token })).body.data.items.map(
      ({ message }: { message: string }) => message,
    );

  test('contain no link while they are queued', async () => {
    const json = { name: 'Iva', email: 'iva@example.org', role_id: 4 };
    const { body } = await api.call('POST', '/api/users', { token: administrator, json });
    expect(body.data.link.is_mailed).toBe(true);
    const { id } = await signedIn();
    const reset = await api.call('POST', `/api/users/${id}/link`, { token: administrator });
    const texts = JSON.stringify(await waitingEmails());
    for (const { path } of [body.data.link, reset.body.data]) {
      const secret = String(path).replace(/^.*#/, '');
      expect(texts).not.toContain(secret);
      expect(texts).not.toContain(hashToken(secret));
    }
    expect(texts).not.toMatch(/#[\w-]{20}/);
  });

  test('are sent to the owner when the password, a token or a two-factor method changes', async () => {
    const { email, token } = await signedIn();
    const json = { name: 'Nightly', permissions: [], expires_in_days: 1 };
    const createResponse = await api.call('POST', '/api/tokens', { token, json });
    await api.call('DELETE', `/api/tokens/${createResponse.body.data.entry.id}`, { token });
    const change = { current_password: password, password: 'seven grey herons wait' };
    await api.call('PUT', '/api/profile/password', { token, json: change });
    const messages = [
      'An API token was created for your account.',
      'An API token of your account was revoked.',
      'The password of your account was changed.',
    ];
    expect(await notificationsOf(token)).toEqual(messages.toReversed());
    const bodies = (await emailsTo(email)).map(({ body }) => body);
    expect(bodies).toEqual(
      messages.map((message) => expect.stringContaining(`${message.replace(/\.$/, '')} on `)),
    );
  });

  test('name the user who changed the account of another one', async () => {
    const { token } = await signedIn();
    const json = { name: 'Nightly', permissions: [], expires_in_days: 1 };
    const { body } = await api.call('POST', '/api/tokens', { token, json });
    await api.call('DELETE', `/api/user-tokens/${body.data.entry.id}`, { token: administrator });
    expect((await notificationsOf(token))[0]).toBe('An API token of your account was revoked by Someone.');
  });

  test('are sent to the old address when the address changes', async () => {
    const { email, id, token } = await signedIn();
    const json = { email: `new-${email}` };
    expect((await api.call('PUT', `/api/users/${id}`, { token: administrator, json })).status).toBe(200);
    const [notice, ...others] = await emailsTo(email);
    expect(notice?.body).toContain(`The address of your account was changed to new-${email} on `);
    expect(others).toEqual([]);
    expect(await emailsTo(`new-${email}`)).toEqual([]);
    expect(await notificationsOf(token)).toHaveLength(1);
  });

  test('reject a changed address from users without all permissions, and notify administrators of a change', async () => {
    const patch = (token: string, public_url: string) =>
      api.call('PATCH', '/api/settings/general', { token, json: { public_url } });
    const manager = await api.tokenFor(['settings:edit', 'users:manage']);
    const errorResponse = await patch(manager, 'https://evil.example');
    expect([errorResponse.status, errorResponse.body.code]).toEqual([403, 'permission.missing']);
    // Unchanged values that are sent again change nothing.
    expect((await patch(manager, '')).status).toBe(200);
    const script = await api.scriptTokenFor(administrator, allPermissions);
    expect((await patch(script, 'https://evil.example')).body.code).toBe('permission.user_only');
    const old = await api.tokenFor(allPermissions);
    await database.kysely
      .updateTable('sessions')
      .set({ proven_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('token_hash', '=', hashToken(old))
      .execute();
    expect((await patch(old, 'https://evil.example')).body.code).toBe('permission.reauthentication_required');
    expect((await patch(administrator, 'https://books.example')).status).toBe(200);
    const message = 'The address used in email links was changed to https://books.example by Someone.';
    expect(await notificationsOf(old)).toEqual([message]);
    expect(await notificationsOf(manager)).toEqual([]);
  });
});
