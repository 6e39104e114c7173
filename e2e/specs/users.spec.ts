import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';

const password = 'nine small otters swim';

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test.describe(`${width} pixels wide in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('somebody is invited, sets a password and signs in', async ({ page, browser }) => {
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
