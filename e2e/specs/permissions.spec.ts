import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openApi } from '../api.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';
import { lectern, startServer } from '../server.ts';
import { totpCode } from '../totp.ts';

const password = 'nine small otters swim';

interface Saved {
  readonly id: number;
  readonly version: number;
}

/** Creates a user with a password and their own role. */
async function addUser(url: string, name: string, permissions: readonly string[]) {
  const { call } = await openApi(url);
  const { data: role } = await call<Saved>('POST', '/roles', { name: `Role of ${name}`, permissions });
  const email = `${name.toLowerCase()}@example.org`;
  const { data } = await call<{ user: Saved; link: { path: string } }>('POST', '/users', {
    name,
    email,
    role_id: role.id,
  });
  const token = data.link.path.replace(/^.*#/, '');
  await call('POST', '/auth/links/use', { token, password });
  return { call, email, password, id: data.user.id };
}

const signOut = (page: Page) => page.evaluate(() => localStorage.clear());

test.describe('two-factor authentication', () => {
  // Passkeys require a host name instead of an IP address.
  test.use({
    baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')),
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });

  test('sets up an app and a passkey on a phone, and signs in with both', async ({ page, product }) => {
    const account = await addUser(product.url, 'Fatma', []);
    await openAs(page, '/profile', account);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = await dialog.getByLabel('Can’t scan? Enter this setup key').inputValue();
    await isAccessible(page);
    await fits(page, 390);
    await dialog.getByLabel('Verification code').fill(totpCode(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await isAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();

    // The sign-in uses the keyboard alone, from the password to the code.
    await signOut(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill(account.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await isAccessible(page);
    await page.keyboard.type(totpCode(secret, 40));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    // The code of the setup cannot be used again, so the test enters the code of the next time step.
    await page.getByLabel('Verification code').fill(totpCode(secret, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');

    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel('Passkey name').fill('Telephone');
    await dialog.getByLabel('Current password').fill(password);
    await isAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Passkey added')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove passkey Telephone' })).toBeVisible();
    await fits(page, 390);

    await signOut(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with passkey' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/login');
    await signOut(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('status')).toContainText('Ask an administrator');
    await isAccessible(page);
    await fits(page, 390);
  });
});

test('a role is removed while its user works; the last administrator cannot be removed', async ({
  page,
  product,
  browser,
}) => {
  const name = 'Selin';
  const { call, id, ...account } = await addUser(product.url, name, ['collections:edit', 'books:edit']);
  await openAs(page, '/profile', account);
  await page.getByRole('button', { name: 'Create API token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly covers');
  await expect(dialog.getByRole('checkbox', { name: 'Books: Delete', exact: true })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Books: Edit', exact: true }).check();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const withToken = async (method: string, path: string, body?: object) =>
    (
      await fetch(`${product.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).status;
  expect(await withToken('GET', '/books/list')).toBe(200);
  // The user has the permission, but the token does not.
  expect(await withToken('POST', '/books/collections', { title: 'By a script' })).toBe(403);
  expect(await withToken('POST', '/books/create', {})).toBe(422);

  await page.goto('/collections');
  await page.getByRole('button', { name: 'Add Collection' }).click();
  await dialog.getByLabel(/^Title/).fill('Evenings at home');

  const manager = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const roles = await manager.newPage();
  await openAs(roles, `${product.url}/users/roles`);
  await roles.getByRole('button', { name: `Edit Role of ${name}` }).click();
  await expect(roles.getByText('1 user has this role')).toBeVisible();
  await isAccessible(roles);
  await fits(roles, 390);
  for (const what of ['Collections', 'Books'])
    await roles.getByRole('checkbox', { name: `${what}: Edit`, exact: true }).uncheck();
  await roles.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(roles.getByText('Role updated successfully')).toBeVisible();
  await isAccessible(roles);

  await dialog.getByRole('button', { name: 'Save' }).click();
  // Both messages disappear by themselves, so the test waits for both at once.
  await Promise.all([
    expect(page.getByText('You don’t have permission to do this.')).toBeVisible(),
    expect(page.getByText('Your permissions have changed')).toBeVisible(),
    page.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('Evenings at home');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add Collection' })).toHaveCount(0);
  expect(await withToken('POST', '/books/create', {})).toBe(403);

  await roles.goto(`${product.url}/users/${id}`);
  await expect(roles.getByText('Two-factor authentication off')).toBeVisible();
  await expect(roles.getByRole('button', { name: 'Revoke token Nightly covers' })).toBeVisible();
  await expect(roles.getByRole('table').getByText('Access denied').first()).toBeVisible();
  await isAccessible(roles);
  await fits(roles, 390);
  await roles.getByRole('button', { name: /^Sign out/ }).click();
  await expect(roles.getByText('No active sessions.')).toBeVisible();
  await page.goto('/books');
  await page.waitForURL('**/login');

  await roles.goto(`${product.url}/settings/security-log`);
  await expect(roles.getByText('Role updated').last()).toBeVisible();
  await isAccessible(roles);
  await fits(roles, 390);

  await openAs(page, '/users');
  await page.getByRole('button', { name: 'More actions for Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(
    page.getByText(
      'This is the last active user who can manage users. Give another user that permission first.',
    ),
  ).toBeVisible();
  const { data: last } = await call<{ state: string }>('GET', '/users/1');
  expect(last.state).toBe('active');
  await isAccessible(page);
  for (const path of ['/users/roles', `/users/${id}`, '/settings/security-log']) {
    await page.goto(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    await isAccessible(page);
  }
  await manager.close();
});

test('an administrator creates, downloads and tests a backup, and sees why one failed', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const backups = join(folder, 'backups');
  const server = await startServer({ DATA_DIR: folder, DEMO: '0' });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await openAs(page, '/settings/backup');
    await expect(page.getByText('No backups yet')).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Administrator' });
    await expect(row).toContainText(/\d files? *[\d.]+ KB added.*(Less than 1 second|\d:\d\d).*Not tested/);

    const downloadEvent = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download backup of/ }).click();
    const download = await downloadEvent;
    expect(download.suggestedFilename()).toMatch(/\.backup$/);
    expect(await readFile(await download.path(), 'latin1')).toMatch(/^LECTERN BACKUP 1\n/);

    await page.getByRole('button', { name: 'Test restore' }).click();
    await expect(row).toContainText('Passed');
    await isAccessible(page);

    await rm(backups, { recursive: true });
    await writeFile(backups, '');
    await page.getByRole('button', { name: 'Back up now' }).click();
    const alert = page.getByRole('alert', { name: 'Backup problems' });
    await expect(alert).toContainText(/The last backup failed on .*: The backup destination isn’t writable/);
    await isAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 390);
    await isAccessible(page);
    await context.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a system administrator invites and lists users and resets two-factor authentication by command', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'lectern-people-'));
  const run = (...args: string[]) => lectern(['user', ...args], { DATA_DIR });
  const inviteResult = await run('invite', 'iva@example.org', '--name', 'Iva', '--role', 'editor');
  expect(inviteResult.code).toBe(0);
  expect(inviteResult.output).toMatch(/\n\/invitation#[\w-]{43}\n$/);
  const { output } = await run('list');
  expect(output).toMatch(
    /^EMAIL +NAME +ROLE +STATUS +LAST ACTIVE\niva@example\.org +Iva +Editor +invited +never\n$/,
  );
  expect(await run('reset-two-factor', 'iva@example.org')).toEqual({ code: 0, output: '' });
  const unknown = await run('reset-two-factor', 'nobody@example.org');
  expect(unknown.code).toBe(1);
  expect(unknown.output).toMatch(/^[^\n]+\n$/);
  await rm(DATA_DIR, { recursive: true, force: true });
});
