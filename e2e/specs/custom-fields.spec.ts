import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';
import { pickUp } from '../pointer.ts';

test('defines fields by keyboard, fills them, filters by one and deletes them', async ({ page }) => {
  await openAs(page, '/settings/custom-fields');
  await expect(page.getByText('No custom fields yet')).toBeVisible();
  await isAccessible(page);
  const create = page.getByRole('button', { name: 'Create field' });
  const dialog = page.getByRole('dialog', { name: 'Create custom field' });

  await create.press('Enter');
  await expect(dialog.getByLabel(/^Label/)).toBeFocused();
  await page.keyboard.type('Mood');
  await dialog.getByLabel('Type').selectOption('Choice');
  await dialog.getByRole('textbox', { name: 'Choice 1' }).fill('Calm');
  await dialog.getByRole('button', { name: 'Add choice' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Choice 2' })).toBeFocused();
  await page.keyboard.type('Dark');
  await dialog.getByLabel('Use as filter').check();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await expect(page.getByText('Custom field created successfully').first()).toBeVisible();
  await expect(dialog).toBeHidden();

  await create.press('Enter');
  await expect(dialog.getByLabel(/^Label/)).toBeFocused();
  await page.keyboard.type('Contract number');
  await dialog.getByLabel('Required').check();
  await dialog.getByLabel('Help text').fill('From the archive');
  await dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  const rows = page.getByRole('region', { name: 'Custom fields' }).getByRole('listitem');
  await expect(rows).toHaveText([/Mood/, /Contract number/]);
  const handle = page.getByRole('button', { name: 'Move Contract number' });
  await pickUp(page, handle, 'Picked up Contract number. Position 2 of 2.');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Moved Contract number to position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Contract number/, /Mood/]);
  await expect(page.getByText('Order updated successfully')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await isAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/books');
  await page.getByRole('button', { name: 'Add New Book' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Name/).fill('Custom Book');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Contract number is required.')).toBeVisible();
  await expect(form.getByLabel(/^Contract number/)).toBeFocused();
  await page.keyboard.type('C-17');
  await form.getByLabel('Mood').selectOption('Dark');
  await isAccessible(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Mood' }).selectOption('Dark');
  await expect(page.getByText('Total: 1 items').first()).toBeVisible();
  await page.getByRole('link', { name: 'Custom Book', exact: true }).first().click();
  const values = page.getByRole('region', { name: 'Custom fields' });
  await expect(values).toContainText('C-17');
  await isAccessible(page);

  await page.goto('/settings/custom-fields');
  await page.getByRole('button', { name: 'Delete Mood' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete custom field “Mood”?' });
  await expect(confirmation).toContainText('1 book has a value, which will be deleted permanently.');
  await confirmation.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Custom field deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Mood' })).toBeHidden();
  // Other walks create books without a value.
  await page.getByRole('button', { name: 'Delete Contract number' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('No custom fields yet')).toBeVisible();
});
