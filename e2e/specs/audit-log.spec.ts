import type { Page } from '@playwright/test';
import { expect, openAs, staff, test } from '../fixtures.ts';
import { chartsAreReadable, fits, isAccessible } from '../page-checks.ts';

/* Changes of records: undo, history, trash, and the screens that count changes. */

const shelf = 'The Shelf That Is Undone';

const main = (page: Page) => page.getByRole('main');
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

async function deleteShelf(page: Page): Promise<void> {
  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await page.getByRole('button', { name: `Delete ${shelf}` }).click();
  await expectText(page, 'Collection deleted successfully');
  await expect(rowOf(page, shelf)).toHaveCount(0);
}

test('undoes a save and a delete by toast, shortcut, notification, history and trash', async ({ page }) => {
  test.setTimeout(120_000);
  await openAs(page, '/collections');
  await expectText(page, /^Total: \d+ items$/);
  await page.getByRole('button', { name: 'Add Collection' }).click();
  const addDialog = page.getByRole('dialog', { name: 'Add Collection' });
  await addDialog.getByLabel(/^Title/).fill(shelf);
  await addDialog.getByLabel('Description').fill('A quiet shelf by the window');
  const search = addDialog.getByPlaceholder('Search books by name or code...');
  for (const name of ['What the Herring Knew', 'Murder at the Whist Drive']) {
    await search.fill(name);
    await addDialog.getByRole('checkbox', { name, exact: true }).check();
  }
  await addDialog.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await expect(rowOf(page, shelf)).toHaveCount(1);

  await deleteShelf(page);
  const toast = page.getByRole('alert').filter({ hasText: 'Collection deleted successfully' });
  await toast.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectText(page, `Change to ${shelf} undone`);
  await expect(rowOf(page, shelf)).toHaveCount(1);

  await deleteShelf(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, shelf)).toHaveCount(1);

  await page.getByRole('button', { name: `Edit ${shelf}` }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Collection' });
  await editor.getByRole('textbox', { name: 'Description' }).fill('A loud shelf by the window');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Collection updated successfully');
  await page.getByRole('button', { name: /notification/i }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  const log = page.getByRole('dialog', { name: 'Notifications' });
  await log.getByRole('button', { name: 'Undo' }).first().click();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'A quiet shelf')).toHaveCount(1);

  await page.getByRole('button', { name: `Edit ${shelf}` }).click();
  await editor.getByRole('textbox', { name: 'Description' }).fill('A loud shelf by the window');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'A loud shelf')).toHaveCount(1);
  await page.getByRole('button', { name: `Edit ${shelf}` }).click();
  await editor.getByRole('button', { name: 'History', exact: true }).click();
  const history = editor.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Administrator updated Description' }).first().click();
  const change = history.getByRole('region', { name: 'Description' });
  await expect(change.locator('del')).toHaveText('quiet');
  await expect(change.locator('ins')).toHaveText('loud');
  await isAccessible(page);
  await change.getByRole('button', { name: 'Restore Description' }).click();
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'A quiet shelf by the window',
  );
  await editor.getByRole('button', { name: 'Cancel' }).click();

  const address = await page.getByRole('link', { name: shelf }).getAttribute('href');
  await deleteShelf(page);
  await page.goto(String(address));
  await expectText(page, `“${shelf}” was deleted`);
  await isAccessible(page);
  await main(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: shelf })).toBeVisible();

  await page.goto('/collections');
  await deleteShelf(page);
  await page.getByRole('button', { name: 'Display options', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await page.getByRole('button', { name: `Restore ${shelf}` }).click();
  await expectText(page, `${shelf} restored successfully`);
  await page.locator('nav a[href="/collections"]').first().click();
  await page.getByRole('button', { name: `Edit ${shelf}` }).click();
  await expect(editor.getByRole('button', { name: /^Move / })).toHaveText([
    'What the Herring Knew',
    'Murder at the Whist Drive',
  ]);
});

test('reports, analytics, trash and history show data at desktop and phone width to users with the permission', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openAs(page, '/reports');
  await main(page)
    .getByRole('link', { name: /^Books without audio/ })
    .click();
  await main(page)
    .getByRole('button', { name: /^Dismiss / })
    .first()
    .click();
  const confirmation = page.getByRole('dialog', { name: 'Dismiss this issue?' });
  await confirmation.getByLabel(/^Reason/).fill('It is read only');
  await confirmation.getByRole('button', { name: 'Dismiss' }).click();
  await expectText(page, 'Issue dismissed until the record changes');
  await main(page).getByText('Dismissed', { exact: true }).click();
  await expectText(page, /^It is read only/);

  const screens: readonly [path: string, shown: RegExp][] = [
    ['/reports', /^Catalogue health$/],
    ['/reports?rule=book_without_audio', /^Books without audio$/],
    [
      '/reports?show=auditLog',
      /^(System|Administrator) (created|updated|deleted|restored|added|removed|moved) /,
    ],
    ['/reports?show=languages', /^\d+ mins$/],
    ['/reports?show=authors', /^Total: \d+ items$/],
    ['/reports?show=longest', /^Total: \d+ items$/],
    ['/analytics', /^Most active: /],
    ['/trash', /^Total: \d+ items$/],
    ['/history/books/1', /^History: /],
    ['/history/entries/1', /^Change details$/],
  ];
  for (const [path, content] of screens) {
    await page.goto(path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectText(page, content);
      if (path === '/analytics') await expect(page.locator('.recharts-surface').nth(8)).toBeAttached();
      await fits(page, width);
      await isAccessible(page);
    }
  }

  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto('/analytics');
  await expect(page.locator('.recharts-surface').nth(8)).toBeAttached();
  await chartsAreReadable(page);
  const cell = page.getByRole('link', { name: /^English, .* books, .* h audio$/ }).first();
  const name = (await cell.textContent()) ?? '';
  const books = /: (\d+) books/.exec(name)?.[1];
  await cell.click();
  await expectText(page, `Total: ${books} items`);

  await openAs(page, '/reports?show=auditLog', staff.viewer);
  await expect(page.getByRole('tab', { name: 'Catalogue health' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveCount(0);
});
