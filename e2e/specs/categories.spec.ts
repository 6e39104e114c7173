import type { Page } from '@playwright/test';
import { booksScreen } from '../books-screen.ts';
import { isAccessible } from '../page-checks.ts';
import { openApi } from '../api.ts';
import { expect, openAs, staff, test } from '../fixtures.ts';

const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

async function open(page: Page, path: '/categories' | '/sub-categories') {
  await openAs(page, path);
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
}

test('creates a category with the suggested code, renames and deletes it', async ({ page }) => {
  await open(page, '/categories');
  await button(page, 'Add Category').click();
  const dialog = page.getByRole('dialog', { name: 'Add Category' });
  await dialog.getByLabel(/^Name/).fill(' ');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel(/^Name/).fill('Öykü & Şiir');
  await expect(dialog.getByLabel(/^Code/)).toHaveValue('oyku-siir');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, 'Category created successfully');
  await expect(row(page, 'oyku-siir')).toBeVisible();

  await button(page, 'Edit Öykü & Şiir').click();
  const editor = page.getByRole('dialog', { name: 'Edit Category' });
  await editor.getByLabel(/^Name/).fill('Tales');
  await editor.getByLabel(/^Name/).press('Enter');
  await toast(page, 'Category updated successfully');
  await expect(row(page, 'Tales')).toContainText('oyku-siir');
  await expect(button(page, 'Edit Tales')).toBeFocused();

  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete Tales').click();
  await toast(page, 'Category deleted successfully');
  await expect(row(page, 'Tales')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('shows who else has a record open, and loads the change of another user', async ({ page, product }) => {
  const { call } = await openApi(product.url);
  const { data: category } = await call<{ id: number; version: number }>('POST', '/books/categories', {
    name: 'Shared',
  });
  const { id } = category;
  await openAs(page, `/categories/${id}`, staff.editor);
  const name = page.getByLabel(/^Name/);
  await expect(name).toHaveValue('Shared');
  await call('POST', '/presence', { kind: 'categories', id });
  await call('PUT', `/books/categories/${id}`, { name: 'Shared again', version: category.version });
  // The page reports itself again when it becomes visible, besides every few seconds.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Also open: Administrator')).toBeVisible();
  await expect(page.getByText('This record was changed after you opened it.')).toBeVisible();
  await isAccessible(page);
  await button(page, 'Load latest version').press('Enter');
  await expect(name).toHaveValue('Shared again');
  await expect(button(page, 'Load latest version')).toBeHidden();
  await call('DELETE', `/books/categories/${id}`);
});

test('does not delete a category in use, links to its references, and explains it in a notification', async ({
  page,
}) => {
  await open(page, '/categories');
  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete Fiction').click();
  await page.getByRole('button', { name: /new notifications/ }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  const entry = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(entry).toContainText('Failed to delete category');
  await expect(entry).toContainText('Fiction');
  await expect(entry).toContainText(/used by|in use|books/);
  await page.keyboard.press('Escape');
  await row(page, 'Fiction').getByRole('button', { name: 'Show usage' }).click();
  const references = page.getByRole('dialog', { name: '“Fiction” is in use' });
  await expect(references.getByRole('link').first()).toBeVisible();
  await isAccessible(page);
  await references.getByRole('link', { name: /more \(Books\)$/ }).click();
  await expect(booksScreen(page).category).toHaveValue('category:fiction');
});

test('moves a sub-category to another category together with its books', async ({ page }) => {
  await open(page, '/sub-categories');
  await page.getByPlaceholder('Search by name...').fill('espionage');
  await button(page, 'Edit Espionage').click();
  const editor = page.getByRole('dialog', { name: 'Edit Sub Category' });
  await editor.getByLabel(/^Category/).selectOption('Business');
  await editor.getByRole('button', { name: 'Update', exact: true }).click();
  await toast(page, 'Sub-category updated successfully');
  await expect(row(page, 'Espionage')).toContainText('businessBusiness');
  await page.getByLabel('Category', { exact: true }).selectOption('Mystery');
  await expect(page.getByText('No sub-categories match these filters.')).toBeVisible();

  await page.goto('/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.language.selectOption('All Languages');
  await books.category.selectOption('sub_category:espionage');
  await expect(books.rows.first()).toContainText('BusinessbusinessEspionageespionage');
  await expect(books.rows.filter({ hasText: 'Mystery' })).toHaveCount(0);
});

test('the pager keeps the focus on the first and last page', async ({ page }) => {
  await open(page, '/sub-categories');
  const next = page.getByRole('button', { name: 'Next' }).first();
  await next.focus();
  while (await next.isEnabled()) {
    await page.keyboard.press('Enter');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
  await expect(page.locator('button[aria-current=page]').first()).toBeFocused();
});

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const [path, name] of [
      ['/categories', 'Category'],
      ['/sub-categories', 'Sub Category'],
    ] as const) {
      test(`${path} and its dialog are accessible`, async ({ page }) => {
        await open(page, path);
        await isAccessible(page);
        await button(page, `Add ${name}`).click();
        const dialog = page.getByRole('dialog', { name: `Add ${name}` });
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        // The validation of the browser prevents the request.
        await expect(dialog.locator('input:invalid')).toBeFocused();
        await isAccessible(page);
      });
    }
  });
}
