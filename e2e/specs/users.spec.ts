import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderedEmails } from '../../server/testing/sample-emails.ts';
import { openApi } from '../api.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { fits, isAccessible } from '../page-checks.ts';
import { admin, startServer } from '../server.ts';

const password = 'nine small otters swim';

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test.describe(`${width} pixels wide in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('invites a user, who sets a password and signs in', async ({ page, browser }) => {
      const name = `Iva ${width}`;
      const email = `iva-${width}@example.org`;
      await openAs(page, '/users');
      await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
      await isAccessible(page);
      await fits(page, width);

      await page.getByRole('button', { name: 'Invite user' }).click();
      const form = page.getByRole('dialog', { name: 'Invite user' });
      await form.getByLabel(/^Name/).fill(name);
      await form.getByLabel(/^Email/).fill(email);
      await isAccessible(page);
      await form.getByRole('button', { name: 'Create invitation' }).click();
      const linkDialog = page.getByRole('dialog', { name: `Link for ${name}` });
      await expect(linkDialog).toBeVisible();
      await isAccessible(page);
      const link = await linkDialog.getByLabel('Link', { exact: true }).inputValue();
      await linkDialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      await expect(page.getByRole('checkbox', { name: 'Books: Edit', exact: true })).toBeVisible();
      await isAccessible(page);

      const other = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const userPage = await other.newPage();
      await userPage.goto(link);
      await userPage.getByLabel('New password').fill('password1');
      await userPage.getByRole('button', { name: 'Set password' }).click();
      await expect(userPage.getByRole('alert')).toContainText('guess');
      await isAccessible(userPage);
      await userPage.getByLabel('New password').fill(password);
      await userPage.getByRole('button', { name: 'Set password' }).click();
      await userPage.getByRole('link', { name: 'Back to login' }).click();
      await expect(userPage.getByLabel('Email')).toHaveValue(email);
      await userPage.getByLabel('Password', { exact: true }).fill(password);
      await userPage.keyboard.press('Enter');
      await userPage.waitForURL('**/dashboard');

      await userPage.goto('/users');
      await expect(userPage.getByText('You don’t have permission to manage users')).toBeVisible();
      await userPage.goto('/profile');
      await expect(userPage.getByText('Current session')).toBeVisible();
      await isAccessible(userPage);
      await fits(userPage, width);

      await userPage.goto(link);
      await expect(userPage.getByRole('alert')).toContainText('has expired or was already used');
      await other.close();
    });
  });
}

/** Triggers one email of each type. */
async function causeEmails(url: string, { emails }: Mailbox): Promise<void> {
  const api = await openApi(url);
  const iva = 'iva@example.org';
  await api.call('PATCH', '/settings/general', { public_url: 'https://lectern.example' });
  await api.call('POST', '/users', { name: 'Iva', email: iva, role_id: 4 });
  const link = () => /https:\/\/\S+#(\S+)/.exec(emails.find(({ to }) => to === iva)?.text ?? '')?.[1];
  await expect.poll(link).toBeDefined();
  await api.call('POST', '/auth/links/use', { token: link(), password });
  for (const browser of ['Firefox/140.0', 'Chrome/150.0.0.0 Safari/537.36']) {
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Mozilla/5.0 (X11; Linux) ${browser}` },
      body: JSON.stringify({ email: iva, password }),
    });
  }
  await api.call('POST', '/auth/forgotten-password', { email: iva });
}

test('each email fits a phone and an email client, and is accessible in both schemes', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-emails-'));
  const mailbox = await openMailbox();
  const server = await startServer({ DATA_DIR: folder, SMTP_URL: mailbox.url });
  try {
    await causeEmails(server.url, mailbox);
    await expect
      .poll(() => mailbox.emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted())
      .toEqual([
        `${admin.email}: [Lectern] The address used in email links was changed to https://lectern.example by Administrator`,
        'iva@example.org: Administrator invited you to Lectern',
        'iva@example.org: New sign-in to Lectern from Chrome on Linux',
        'iva@example.org: Reset your Lectern password',
      ]);
    // The email to the administrator was sent before the server had a base URL, so it has no link.
    const receivedEmails = mailbox.emails.map((email) => ({ ...email, hasButton: email.to !== admin.email }));
    // Not every template is sent above.
    for (const { html, subject, hasButton } of [...receivedEmails, ...renderedEmails()]) {
      for (const width of [390, 640]) {
        await page.setViewportSize({ width, height: 700 });
        await page.setContent(html);
        await expect(page).toHaveTitle(subject);
        const hrefs = await page
          .locator('a')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
        expect(hrefs).toEqual(hasButton ? [expect.stringMatching(/^https:\/\/lectern\.example\/\S/)] : []);
        await fits(page, width);
        await isAccessible(page);
      }
    }
  } finally {
    await server.stop();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  }
});
