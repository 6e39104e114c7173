import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { oidcClient, startOidcServer } from '../../server/testing/oidc-server.ts';
import { admin, lectern, startServer } from '../server.ts';
import { expect, openAs, signIn, test } from '../fixtures.ts';

test('redirects a visitor to the login screen, shows an error for a wrong password, and accepts the right one', async ({
  page,
}) => {
  await page.goto('/books');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();

  await page.getByLabel(/^e-?mail/i).fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/\w+ \w+/);
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('the dashboard shows the three reports', async ({ page }) => {
  await signIn(page);
  for (const title of ['Longest Book', 'Average Reading Time by Language', 'Most Prolific Authors']) {
    await expect(page.getByRole('main').getByText(title, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText(/^\d+ mins$/).first()).toBeVisible();
});

test('redirects a signed-in user from the login screen and from unknown paths', async ({ page }) => {
  await openAs(page, '/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ['/', '/nothing/here']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('every entry of the sidebar opens a screen, and the current one is marked', async ({ page }) => {
  await openAs(page, '/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  // A click has an immediate effect, also while the code of the screen is loading.
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*challenges.*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const challenges = sidebar.getByRole('link', { name: 'Challenges', exact: true });
  await challenges.click();
  await expect(challenges).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Loading...')).toBeVisible();
  gate.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByRole('heading', { level: 1, name: 'Reading Challenges' })).toBeVisible();
  const screens = [
    ['Books', '/books'],
    ['Categories', '/categories'],
    ['Sub Categories', '/sub-categories'],
    ['Collections', '/collections'],
    ['Story Books', '/story-books'],
    ['Challenges', '/challenges'],
    ['Mobile Configs', '/mobile-configs'],
    ['Dashboard', '/dashboard'],
  ] as const;
  for (const [label, path] of screens) {
    await sidebar.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(sidebar.locator('[aria-current=page]')).toHaveText(label);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

/** Returns everything that the browser stores for the product. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

test('logging out deletes the session and recent names in the browser, and the session on the server', async ({
  page,
}) => {
  await openAs(page, '/books/1');
  const heading = page.getByRole('heading', { level: 1 });
  // The heading is “Book” until the name is loaded.
  await expect(heading).not.toHaveText(/^(Book)?$/);
  const name = await heading.innerText();
  await expect.poll(() => storedText(page)).toContain(name);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account|administrator/i })
    .click();
  // The screen does not wait for the response of the server.
  const logoutRequest = page.waitForResponse('**/api/auth/logout?*');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logoutRequest;
  const storedSession = await page.evaluate(() =>
    ['access_token', 'user', 'token_type', 'expires_in'].map((key) => localStorage.getItem(key)),
  );
  expect(storedSession).toEqual([null, null, null, null]);
  const storedState = await storedText(page);
  expect(storedState).not.toContain(name);
  expect(storedState).not.toContain(admin.email);
  const response = await page.request.get('/api/user/me', { headers: { authorization: `Bearer ${token}` } });
  expect(response.status()).toBe(401);
});

test('redirects to the login screen when the server ends the session', async ({ page }) => {
  // The last request of the screen. After it, only a navigation sends requests.
  const counts = page.waitForResponse(/\/api\/overview\?/);
  await openAs(page, '/books');
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible();
  await counts;
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('the command line rejects an invalid email address with one message', async () => {
  for (const address of ['no-address', 'nobody@could-sign-in']) {
    const { code, output } = await lectern(['user', 'add', address, '--name', 'Nobody'], {}, 'a password');
    expect(code).toBe(1);
    expect(output).toMatch(/^[^\n]*email[^\n]*\n$/);
  }
});

test('a page returns the content type of GET for HEAD, without content', async ({ request }) => {
  const whole = await request.get('/books');
  const head = await request.head('/books');
  expect([whole.status(), head.status()]).toEqual([200, 200]);
  expect(head.headers()['content-type']).toBe(whole.headers()['content-type']);
  expect(await head.text()).toBe('');
});

/** Signs in at the example provider from the login screen. */
async function signInWith(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await expect(page.getByRole('heading', { name: 'Example sign-in' })).toBeVisible();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('signs in with OpenID Connect by groups, signs out at the provider, and hides passwords in provider-only mode', async ({
  page,
}) => {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const oidc = await startOidcServer({
    redirectUris: [`${site}/sign-in/provider`],
    signOutUris: [`${site}/login`],
  });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-providers-'));
  const account = { name: 'Bea Writer', email: 'bea@example.org', email_verified: true };
  oidc.accounts.set('bea', { ...account, groups: ['writers'] });
  oidc.accounts.set('stranger', { ...account, email: 'stranger@example.org', groups: [] });
  const provider = { ...oidcClient, id: 'example', name: 'Example', issuer: oidc.issuer };
  const withGroups = {
    ...provider,
    scopes: 'openid email profile groups',
    create_accounts: true,
    roles: { writers: 'editor' },
  };
  const start = (more: Readonly<Record<string, string>>) =>
    startServer({ DATA_DIR: folder, PORT: String(port), ...more });
  let server = await start({ OIDC_PROVIDERS: JSON.stringify([provider]) });
  try {
    await signInWith(page, site, 'stranger');
    await expect(page.getByRole('alert')).toContainText(/no .*account/i);
    await page.goto(`${site}/login`);
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await server.stop();

    server = await start({ OIDC_PROVIDERS: JSON.stringify([withGroups]), PASSWORD_SIGN_IN: 'off' });
    await page.context().clearCookies();
    await page.goto(`${site}/login`);
    await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    await signInWith(page, site, 'bea');
    await expect(page).toHaveURL(`${site}/dashboard`);
    const permissions = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { permissions: string[] }).permissions,
    );
    expect(permissions).toContain('books:edit');
    expect(permissions).not.toContain('users:manage');

    await page
      .getByRole('banner')
      .getByRole('button', { name: /account|Bea Writer/i })
      .click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('button', { name: /sign me out/i }).click();
    await expect(page).toHaveURL(`${site}/login`);
    expect(await storedText(page)).not.toContain('Bea Writer');
    // The provider asks for the account again, because signing out ended its session too.
    await signInWith(page, site, 'bea');
    await expect(page).toHaveURL(`${site}/dashboard`);
  } finally {
    await server.stop();
    await oidc.close();
    await rm(folder, { recursive: true, force: true });
  }
});
