import type { Page } from '@playwright/test';
import { booksScreen } from '../books-screen.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';

/* Navigation by keyboard: the sidebar or its drawer, and the search of the top bar, which is the command menu. */

const widths = [320, 390, 768, 1024, 1440, 1920] as const;
/** The minimum width in px at which the sidebar is visible beside the screen. */
const WIDE = 992;

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const field = (page: Page) => page.getByRole('combobox', { name: /^Search records/ });
const menu = (page: Page) => page.getByRole('listbox', { name: 'Command menu' });

/** Opens the drawer by keyboard if the sidebar is not visible, and expands the sidebar if it is collapsed to icons. */
async function openSidebar(page: Page, width: number): Promise<void> {
  if (width < WIDE) await page.getByRole('button', { name: 'Open navigation' }).press('Enter');
  await expect(sidebar(page)).toBeVisible();
  const expand = page.getByRole('button', { name: 'Expand sidebar' });
  if (await expand.isVisible()) await expand.press('Enter');
}

test('opens the screens below an entry by keyboard at every width', async ({ page }) => {
  await openAs(page, '/reports');
  for (const width of widths) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/reports');
      await openSidebar(page, width);
      await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Reports');
      await isAccessible(page);
      await sidebar(page).getByRole('link', { name: 'Books', exact: true }).press('Enter');
      await booksScreen(page).isLoaded();
      await openSidebar(page, width);
      await sidebar(page).getByRole('link', { name: 'Trash', exact: true }).press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused();
      await openSidebar(page, width);
      await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Trash');
      await page.keyboard.press('Escape');
      await fits(page, width);
    });
  }
});

test('opens screens with the command menu by keyboard at every width', async ({ page }) => {
  await openAs(page, '/categories');
  for (const width of widths) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/categories');
      await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('mystery');
      await expect(menu(page).getByRole('group', { name: 'Categories', exact: true })).toBeVisible();
      await expect(menu(page).getByRole('option', { selected: true })).toContainText('Mystery');
      await isAccessible(page);
      await fits(page, width);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Mystery' })).toBeVisible();

      await field(page).focus();
      await page.keyboard.type('sea');
      await expect(menu(page)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/books\?search=sea&language=all/);
      await expect(menu(page)).toHaveCount(0);
    });
  }
});

test('the sidebar collapses to icons, and stays collapsed after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, '/imports');
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  await page.keyboard.press('Control+b');
  await page.reload();
  const expand = page.getByRole('button', { name: 'Expand sidebar' });
  await expect(expand).toBeVisible();
  const books = sidebar(page).getByRole('link', { name: 'Books', exact: true });
  expect((await books.boundingBox())?.width).toBeLessThan(64);
  await books.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip', { includeHidden: true })).toContainText('Books');
  await isAccessible(page);
  await expand.press('Enter');
  await expect(sidebar(page).getByRole('link', { name: 'Imports' })).toBeVisible();
});
