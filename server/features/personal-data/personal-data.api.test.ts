import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { inTransaction } from '#server/core/db/transaction';
import { backupProblemEmail } from '#server/core/mail/emails';
import { createMail } from '#server/core/mail/mail';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('personal data', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;

  async function createEditor() {
    const token = await api.tokenFor(['books:edit']);
    const id = await idOf(token);
    const book = await api.call('POST', '/api/books/create', { token, form: { name: 'First' } });
    const view = { list: 'books', name: 'Mine', query: {}, columns: null, density: null, is_shared: false };
    const saveResponse = await api.call('POST', '/api/views', { token, json: view });
    const { version } = book.body.data;
    const autosave = await api.call('PUT', `/api/books/${book.body.data.id}/content/autosave`, {
      token,
      json: { base_version: version, document: { chapters: [] } },
    });
    expect([book.status, saveResponse.status, autosave.status]).toEqual([200, 200, 200]);
    await database.kysely
      .updateTable('users')
      .set({ password_hash: 'hash-of-password' })
      .where('id', '=', id)
      .execute();
    return { token, id };
  }

  test('of the own account is exported with the actions of the user and without secrets', async () => {
    const { token, id } = await createEditor();
    const response = await api.app.inject({
      method: 'GET',
      url: '/api/profile/personal-data',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe(`attachment; filename="personal-data-${id}.json"`);
    const data = JSON.parse(response.body);
    expect(data.account).toMatchObject({ id, name: 'Someone' });
    expect(data.audit_log).toMatchObject([{ kind: 'books', action: 'created', record: { name: 'First' } }]);
    expect(data.drafts).toMatchObject([{ document: { chapters: [] } }]);
    expect(data.saved_views).toMatchObject([{ name: 'Mine' }]);
    expect(data.sessions).toMatchObject([{ is_current: true }]);
    expect(data.security_log).toContainEqual(
      expect.objectContaining({ kind: 'personal_data_exported', user_id: id, actor_id: id }),
    );
    expect(response.body).not.toContain('hash-of-password');
    const { token_hash } = await database.kysely
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(response.body).not.toContain(token_hash);
  });

  test('of other users requires user management, a recent confirmation and at least the same permissions', async () => {
    const { token, id } = await createEditor();
    const status = async (path: string, caller: string) =>
      (await api.call('GET', `/api${path}`, { token: caller })).status;
    const path = `/users/${id}/personal-data`;
    expect(await status(path, manager)).toBe(200);
    expect(await status('/users/99999/personal-data', manager)).toBe(404);
    expect(await status(path, token)).toBe(403);
    const limitedToken = await api.tokenFor(['users:manage', 'books:edit']);
    expect(await status(path, limitedToken)).toBe(200);
    expect(await status(`/users/${await idOf(manager)}/personal-data`, limitedToken)).toBe(403);
    const script = await api.scriptTokenFor(manager, allPermissions);
    expect(await status(path, script)).toBe(403);
    expect(await status('/profile/personal-data', script)).toBe(403);
    const proven_at = new Date(Date.now() - 11 * 60_000).toISOString();
    await database.kysely.updateTable('sessions').set({ proven_at }).execute();
    expect(await status(path, manager)).toBe(403);
    expect(await status('/profile/personal-data', token)).toBe(403);
    await database.kysely.updateTable('sessions').set({ proven_at: new Date().toISOString() }).execute();
  });

  test('is deleted with the account, the name is replaced, and the audit log remains verifiable', async () => {
    const { id } = await createEditor();
    const row = { user_id: id, at: new Date().toISOString(), outcome: 'success', message: 'Done' } as const;
    const none = { attempted_action: null, subject: null, address: null };
    await database.kysely
      .insertInto('notifications')
      .values({ ...row, ...none, entry_key: 'a' })
      .execute();
    const time = new Date().toISOString();
    const totp = { user_id: id, secret: 'secret', last_step: 0, created_at: time, last_used_at: null };
    await database.kysely.insertInto('totp_factors').values(totp).execute();
    await database.kysely.insertInto('recovery_codes').values({ user_id: id, code_hash: 'hash' }).execute();
    const browser = { user_id: id, browser_key: 'key', first_seen_at: time, last_seen_at: time };
    await database.kysely.insertInto('known_browsers').values(browser).execute();
    const preview = {
      user_id: id,
      token_hash: 'hash',
      title: '',
      content: '{}',
      created_at: time,
      expires_at: time,
    };
    await database.kysely.insertInto('preview_links').values(preview).execute();
    const calendar = { user_id: id, token_hash: 'hash', created_at: time };
    await database.kysely.insertInto('release_calendars').values(calendar).execute();
    const { email } = await database.kysely
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const mail = createMail(api.jobs, 'smtp://127.0.0.1:9');
    const letter = backupProblemEmail({
      product: 'Lectern',
      address: '',
      to: { name: 'Someone', email },
      message: 'Hello.',
    });
    await inTransaction(database, (trx) => mail.send(trx, letter));
    const renameResponse = await api.call('PUT', `/api/users/${id}`, {
      token: manager,
      json: { id, name: 'Real Name' },
    });
    expect(renameResponse.status).toBe(200);
    expect((await api.call('DELETE', `/api/users/${id}`, { token: manager })).status).toBe(200);
    const name = `Deleted user ${id}`;
    const { body } = await api.call('GET', '/api/audit-log', {
      token: manager,
      query: { actor_id: String(id) },
    });
    expect(body.data.items).toMatchObject([{ actor: { id, name }, record: { name: 'First' } }]);
    const log = await api.call('GET', '/api/security-log', {
      token: manager,
      query: { user_id: String(id), items_per_page: '100' },
    });
    expect(log.text).toContain(name);
    const tables = [
      'access_tokens',
      'account_links',
      'book_content_autosaves',
      'known_browsers',
      'list_views',
      'notifications',
      'passkeys',
      'preview_links',
      'recovery_codes',
      'release_calendars',
      'sessions',
      'totp_factors',
      'user_identities',
    ] as const;
    for (const table of tables)
      expect(
        await database.kysely.selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
      ).toEqual([]);
    const users = await database.kysely.selectFrom('users').selectAll().where('id', '=', id).execute();
    const events = await database.kysely.selectFrom('security_events').selectAll().execute();
    const emails = await database.kysely.selectFrom('emails').selectAll().execute();
    const jobs = await database.kysely.selectFrom('jobs').selectAll().execute();
    for (const text of [email, 'Real Name'])
      for (const rows of [users, events, emails, jobs]) expect(JSON.stringify(rows)).not.toContain(text);
    expect(jobs.map(({ title }) => title)).toContain('Email');
    expect((await verifyAuditLog(database.kysely)).broken).toBeUndefined();
    expect((await api.call('GET', `/api/users/${id}/personal-data`, { token: manager })).status).toBe(404);
  });
});
