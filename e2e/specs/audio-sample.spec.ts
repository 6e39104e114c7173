import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

test('selects a sample in the content editor by keyboard, and plays and removes it on the page', async ({
  page,
}) => {
  // The audio of this book is one M4B file, which can be cut.
  await openAs(page, '/books?search=Cuaderno+de+Sal&language=all');
  await page.getByRole('link', { name: 'Cuaderno de Sal', exact: true }).first().click();
  await page.getByRole('link', { name: 'Open content editor' }).click();
  await page.getByRole('button', { name: 'Content editor menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Audio sample' }).press('Enter');
  const panel = page.getByRole('region', { name: 'Audio sample' });
  await panel.getByRole('textbox', { name: 'Start in chapter' }).fill('0:02');
  await panel.getByRole('textbox', { name: 'End in chapter' }).fill('0:02.5');
  await panel.getByRole('button', { name: 'Save sample' }).press('Enter');
  await expect(
    panel.getByText('A sample must be at least 1 second and at most 10 minutes long'),
  ).toBeVisible();
  await isAccessible(page);
  await panel.getByRole('textbox', { name: 'End in chapter' }).fill('0:09.5');
  await panel.getByRole('button', { name: 'Save sample' }).press('Enter');
  await expect(page.getByText('Book updated successfully')).toBeVisible();
  await expect(panel).toBeHidden();

  await page.goBack();
  const region = page.getByRole('region', { name: 'Audio sample' });
  await expect(region.getByText('0:02 to 0:09.5')).toBeVisible();
  const audio = region.getByLabel('Audio sample of Cuaderno de Sal');
  await expect(audio).toBeVisible();
  await audio.evaluate((element: HTMLAudioElement) => {
    element.preload = 'metadata';
    element.load();
  });
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => Math.round(element.duration)))
    .toBe(8);
  await isAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await region.getByRole('button', { name: 'Edit sample' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Audio sample' });
  await expect(dialog.getByRole('textbox', { name: 'End in chapter' })).toHaveValue('0:09.50');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Remove sample' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(region.getByRole('button', { name: 'Add sample' })).toBeVisible();
});
