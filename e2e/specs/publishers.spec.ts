import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

test('creates a publisher by keyboard, selects it in a book, and lists its books', async ({ page }) => {
  await openAs(page, '/publishers');
  await expect(page.getByText('North Shore Audio')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Add Publisher', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Publisher' });
  await expect(dialog.getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.type('Walked House');
  await dialog.getByLabel(/^Website/).fill('https://walked.example.org');
  for (const name of ['Second line', 'First line']) {
    await dialog.getByRole('button', { name: 'Add imprint' }).press('Enter');
    await page.keyboard.type(name);
  }
  await dialog.getByRole('button', { name: 'Move imprint 2 up' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Imprint 1' })).toHaveValue('First line');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Publisher created successfully')).toBeVisible();

  await page.goto('/books?search=A Letter Marked Return&language=all');
  await page.getByRole('link', { name: 'A Letter Marked Return', exact: true }).first().click();
  await page.getByText('Publication', { exact: true }).click();
  const publisher = page.getByLabel('Publisher', { exact: true });
  await publisher.fill('Walked');
  await expect(page.getByRole('option', { name: 'Walked House' })).toBeVisible();
  await publisher.press('ArrowDown');
  await publisher.press('Enter');
  await expect(publisher).toHaveValue('Walked House');
  const imprint = page.getByLabel('Imprint', { exact: true });
  await imprint.fill('first');
  await expect(page.getByRole('option', { name: 'First line' })).toBeVisible();
  await isAccessible(page);
  await imprint.press('ArrowDown');
  await imprint.press('Enter');
  await page.getByRole('button', { name: /^(Update|Save)/ }).click();
  await expect(page.getByText('Book updated successfully')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const relatedBooks = page.getByRole('region', { name: 'Related books' });
  await expect(relatedBooks).toContainText('First line');
  await relatedBooks.getByRole('link', { name: 'Walked House', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Walked House' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'View books of First line' }).click();
  await expect(page.getByText('Imprint: First line')).toBeVisible();
  await expect(page.getByText('Total: 1 items').first()).toBeVisible();
});
