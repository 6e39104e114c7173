import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

test('creates a scheme, uploads its list, picks a code by keyboard and filters by it', async ({ page }) => {
  await openAs(page, '/settings/subjects');
  await expect(page.getByText('No subject schemes yet')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Create scheme' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create subject scheme' });
  await expect(dialog.getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.type('Thema');
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const upload = page.getByRole('button', { name: 'Upload list of Thema' });
  const chooserEvent = page.waitForEvent('filechooser');
  await upload.press('Enter');
  const chooser = await chooserEvent;
  const fileOf = (content: string) => ({
    name: 'thema.tsv',
    mimeType: 'text/tab-separated-values',
    buffer: Buffer.from(content),
  });
  await chooser.setFiles(fileOf('FBA\tModern fiction\n\tNo code\n'));
  const list = page.getByRole('region', { name: 'Subjects' });
  await expect(list.getByRole('alert')).toContainText('Line 2 has no valid code.');
  await isAccessible(page);
  const codes = 'code\tlabel\nFBA\tModern fiction\nFL\tScience fiction\nWTL\tTravel writing\n';
  await list.getByLabel('Upload list of Thema').last().setInputFiles(fileOf(codes));
  await expect(page.getByText('The list of Thema has 3 codes.').first()).toBeVisible();
  await expect(list.getByText('3 codes')).toBeVisible();
  await expect(list.getByRole('alert')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await isAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto('/books');
  await page.getByRole('button', { name: 'Add New Book' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Name/).fill('Subject Book');
  await form.locator('summary', { hasText: 'Subjects' }).press('Enter');
  await form.getByRole('button', { name: 'Add subject' }).press('Enter');
  await expect(form.getByLabel('Code of subject 1')).toBeFocused();
  await page.keyboard.type('XYZ');
  await expect(form.getByText('The list of Thema doesn’t contain the code XYZ.')).toBeVisible();
  await isAccessible(page);
  await form.getByLabel('Code of subject 1').fill('travel');
  await expect(form.getByRole('option', { name: /WTL/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Code of subject 1')).toHaveValue('WTL');
  await expect(form.getByLabel('Label of subject 1')).toHaveValue('Travel writing');
  await page.setViewportSize({ width: 390, height: 844 });
  await isAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form).toBeHidden();

  await page.getByRole('link', { name: 'Subject Book', exact: true }).first().click();
  await page.getByRole('region', { name: 'Subjects' }).getByRole('link', { name: 'Travel writing' }).click();
  await expect(page).toHaveURL(/subject=Thema%3AWTL/);
  await expect(page.getByText('Total: 1 items').first()).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Remove filter Subject: Thema:WTL' }).press('Enter');
  await expect(page).not.toHaveURL(/subject=/);
  await page.getByRole('button', { name: 'More filters' }).press('Enter');
  await page.getByRole('combobox', { name: 'Subject' }).focus();
  await page.keyboard.type('travel');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText('Travel writing (Thema WTL)');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/subject=Thema%3AWTL/);
  await expect(page.getByText('Total: 1 items').first()).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Remove filter Subject: Travel writing (Thema WTL)' }),
  ).toBeVisible();
  await isAccessible(page);

  await page.goto('/settings/subjects');
  await page.getByRole('button', { name: 'Rename Thema' }).press('Enter');
  const renameDialog = page.getByRole('dialog', { name: 'Rename subject scheme' });
  await expect(renameDialog.getByText('1 book will have the new name at once.')).toBeVisible();
  await expect(renameDialog.getByLabel(/^Name/)).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Thema 1.5');
  await page.keyboard.press('Enter');
  await expect(renameDialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rename Thema 1.5' })).toBeFocused();
  // Addresses with the earlier name stay valid.
  await page.goto('/books?subject=Thema:WTL');
  await expect(page.getByText('Total: 1 items').first()).toBeVisible();
  await page.getByRole('link', { name: 'Subject Book', exact: true }).first().click();
  const subjects = page.getByRole('region', { name: 'Subjects' });
  await expect(subjects.getByText('Thema 1.5')).toBeVisible();

  await page.goto('/settings/subjects');
  await page.getByRole('button', { name: 'Delete Thema 1.5' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('1 book has a subject of Thema 1.5.').first()).toBeVisible();
});
