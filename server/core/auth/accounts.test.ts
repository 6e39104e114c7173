import { beforeAll, expect, test } from 'vitest';
import { noNotices } from '#server/testing/no-notices';
import { eachDatabase } from '#server/testing/databases';
import { createAccounts } from './accounts.ts';
import { createLinks } from './links.ts';
import { noOrigin } from './security-log.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

const password = 'nine small otters swim';

eachDatabase('accounts', async (openEmpty) => {
  const database = await openEmpty();
  const accounts = createAccounts(database.kysely);
  beforeAll(async () => {
    await accounts.add({ email: 'Zoe@Example.org', name: 'Zoe', password, role: 'editor' });
  });

  test('invites a user, who sets the password with the link and signs in', async () => {
    const link = await accounts.invite({ email: 'Ida@example.org', name: 'Ida', role: 'Deleter' });
    expect(link.path).toMatch(/^\/invitation#[\w-]{43}$/);
    const sessions = createSessions(database, { adminEmail: 'admin@example.org' });
    const { signIn } = createSignIn({ database, sessions, productName: () => 'Lectern', notices: noNotices });
    await expect(signIn('ida@example.org', password, noOrigin)).rejects.toMatchObject({
      status: 401,
    });
    await createLinks({ database, notices: noNotices }).use(
      link.path.replace(/^.*#/, ''),
      password,
      noOrigin,
    );
    const signedIn = await signIn('ida@example.org', password, noOrigin);
    expect(signedIn).toMatchObject({ user: { permissions: expect.arrayContaining(['books:delete']) } });
    expect(signedIn).not.toMatchObject({ user: { permissions: expect.arrayContaining(['books:edit']) } });
  });

  test('lists users with their role and status', async () => {
    await accounts.invite({ email: 'new@example.org', name: 'New', permissions: ['books:edit'] });
    await accounts.change('zoe@example.org', { isSuspended: true });
    const { detail } = await database.kysely
      .selectFrom('security_events')
      .select('detail')
      .where('kind', '=', 'user_changed')
      .executeTakeFirstOrThrow();
    expect(detail).toBe('Status, from the command line');
    const entries = (await accounts.list()).map(({ lastSeenAt: _time, ...rest }) => rest);
    expect(entries).toEqual([
      { email: 'ida@example.org', name: 'Ida', role: 'Deleter', hasExceptions: false, state: 'active' },
      { email: 'new@example.org', name: 'New', role: 'Viewer', hasExceptions: true, state: 'invited' },
      { email: 'zoe@example.org', name: 'Zoe', role: 'Editor', hasExceptions: false, state: 'suspended' },
    ]);
  });

  test('rejects an email address in use and an unknown role', async () => {
    await expect(accounts.invite({ email: 'zoe@example.org', name: 'Z' })).rejects.toMatchObject({
      status: 409,
    });
    const unknown = accounts.invite({ email: 'no@example.org', name: 'N', role: 'emperor' });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
    expect((await accounts.list()).some(({ email }) => email === 'no@example.org')).toBe(false);
  });
});
