import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

test('adds an edition by keyboard, makes it the first one, and undoes its removal', async ({ page }) => {
  await openAs(page, '/books/126');
  const editions = page.getByRole('region', { name: 'Editions' });
  await expect(editions.getByText('Translation of The Clockmaker of Pennyfold')).toHaveCount(2);
  await isAccessible(page);
  await editions.getByRole('button', { name: 'Add edition' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add edition of The Clockmaker of Pennyfold' });
  await dialog.getByPlaceholder('Search books by name or code...').fill('The Glass Piano');
  const result = dialog.getByRole('list', { name: 'Search results' }).getByRole('button');
  await expect(result).toHaveCount(1);
  await isAccessible(page);
  await result.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(editions.getByRole('link', { name: 'The Glass Piano' })).toBeVisible();

  await editions.getByRole('button', { name: 'More actions for The Glass Piano' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Make first edition' }).press('Enter');
  await expect(editions.getByRole('listitem').first()).toContainText('The Glass PianoFirst edition');
  await expect(editions.getByRole('listitem')).toHaveCount(4);

  await page.setViewportSize({ width: 390, height: 844 });
  await isAccessible(page);
  await editions.getByRole('button', { name: 'More actions for El Relojero de Pennyfold' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from work' }).press('Enter');
  await expect(editions.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(editions.getByRole('listitem')).toHaveCount(4);
});

test('creates an edition with the values of a book', async ({ page }) => {
  await openAs(page, '/books/125');
  const editions = page.getByRole('region', { name: 'Editions' });
  await editions
    .getByText('Add translations, abridged versions and other recordings of this work.')
    .waitFor();
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await editions.getByRole('button', { name: 'Create edition' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Create edition of ${name}` });
  const title = dialog.getByRole('textbox', { name: 'Name' });
  await expect(title).toHaveValue(name ?? '');
  await title.fill('The Abridged Walk');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await expect(page.getByText('Book created successfully')).toBeVisible();
  await editions.getByRole('link', { name: 'The Abridged Walk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Abridged Walk' })).toBeVisible();
  await expect(editions.getByRole('listitem').first()).toContainText('First edition');
});
