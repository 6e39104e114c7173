import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

const letter = 'A Letter Marked Return';
const parish = 'The Drowned Parish';

test('creates a series by keyboard, and turns it into a collection', async ({ page }) => {
  await openAs(page, '/series');
  await expect(page.getByText('The Parish Mysteries')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Add Series', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Series' });
  await expect(dialog.getByLabel(/^Title/)).toBeFocused();
  await page.keyboard.type('The Walked Series');
  const search = dialog.getByPlaceholder('Search books by name or code...');
  for (const name of [letter, parish]) {
    await search.fill(name);
    const result = dialog.getByRole('list', { name: 'Search results' }).getByRole('button', { name });
    await expect(result).toHaveCount(1);
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: `Position of ${name}` })).toBeVisible();
  }
  await dialog.getByRole('textbox', { name: `Position of ${parish}` }).fill('2.5');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Series created successfully')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'The Walked Series' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Walked Series' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: `Position of ${letter}` })).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: `Position of ${parish}` })).toHaveValue('2.5');
  await isAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'View books' }).click();
  await expect(page.getByText('Total: 2 items').first()).toBeVisible();
  await page.getByRole('link', { name: parish, exact: true }).first().click();
  const relatedBooks = page.getByRole('region', { name: 'Related books' });
  await expect(relatedBooks).toContainText('position 2.5');
  await relatedBooks.getByRole('link', { name: 'The Walked Series' }).click();
  await page.getByRole('button', { name: 'Create collection' }).press('Enter');
  await expect(page.getByText('Collection created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'The Walked Series' })).toBeVisible();
  await expect(page).toHaveURL(/\/collections\/\d+$/);
});
