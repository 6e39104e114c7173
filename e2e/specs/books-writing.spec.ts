import { bookForm, booksScreen } from '../books-screen.ts';
import { png, wav } from '../media.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

test('creates, plays, edits and deletes a book with cover and audio', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();

  await books.addButton.click();
  const form = bookForm(books.createDialog);
  await expect(form.name).toBeFocused();
  await expect(form.serviceType.locator('option:checked')).toHaveText('Backup Service');
  await expect(form.subCategory).toBeDisabled();
  await form.name.fill('The Walked Book');
  await form.description.fill('Written by a walk through the product.');
  await form.category.selectOption({ index: 1 });
  await expect(form.subCategory).toBeEnabled();
  await form.subCategory.selectOption({ index: 1 });
  await form.cover.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: png() });
  await form.audio.setInputFiles({ name: 'sound.wav', mimeType: 'audio/wav', buffer: wav(61) });
  await form.submit.click();
  await expect(page.getByText('Book created successfully')).toBeVisible();
  await expect(books.createDialog).toBeHidden();

  await books.find('The Walked Book');
  const row = books.row('The Walked Book');
  await expect(row).toContainText('1 mins');
  const cover = row.getByRole('img').first();
  await expect(async () => {
    expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }).toPass();
  const box = await cover.boundingBox();
  expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([40, 60]);
  await cover.click();
  await expect(books.previewDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(books.previewDialog).toBeHidden();

  await books.action(row, 'edit').click();
  const edit = bookForm(books.editDialog);
  await expect(edit.name).toHaveValue('The Walked Book');
  await expect(edit.description).toHaveValue('Written by a walk through the product.');
  await edit.name.fill('The Walked Book, Second Edition');
  await edit.author.fill('Somebody Unheard Of');
  await expect(books.editDialog.getByText('New author')).toBeVisible();
  await edit.author.fill('beatrix');
  await expect(page.getByRole('option', { name: /^Beatrix Holloway/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(edit.author).toHaveValue('Beatrix Holloway');
  await expect(books.editDialog.getByText('New author')).toBeHidden();
  const addContributor = books.editDialog.getByRole('button', { name: 'Add contributor' });
  for (const [index, name] of ['Nora Reader', 'Zoe Reader', 'Tom Translator'].entries()) {
    await addContributor.press('Enter');
    await expect(books.editDialog.getByLabel(`Name of contributor ${index + 1}`)).toBeFocused();
    await page.keyboard.type(name);
  }
  await books.editDialog.getByLabel('Role of contributor 3').selectOption('Translator');
  await books.editDialog.getByRole('button', { name: 'Move contributor 3 up' }).press('Enter');
  await books.editDialog.locator('summary', { hasText: 'Rights' }).press('Enter');
  await books.editDialog.getByRole('button', { name: 'Add right' }).press('Enter');
  const territories = books.editDialog.getByRole('combobox', { name: 'Territories' });
  await expect(territories).toBeFocused();
  await page.keyboard.type('austria');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await isAccessible(page);
  await page.keyboard.press('Tab');
  await edit.submit.click();
  await expect(page.getByText('Book updated successfully')).toBeVisible();
  await expect(books.row('The Walked Book, Second Edition')).toContainText('Beatrix Holloway');
  await page.getByRole('button', { name: 'Edit The Walked Book, Second Edition' }).click();
  await expect(books.editDialog.getByLabel(/^Name of contributor/)).toHaveCount(3);
  await expect(books.editDialog.getByLabel('Name of contributor 2')).toHaveValue('Tom Translator');
  await page.keyboard.press('Escape');

  await books.action(books.row('Second Edition'), 'delete').click();
  await expect(books.deleteDialog).toContainText(
    /Are you sure you want to delete the book ["“]The Walked Book, Second Edition["”]\? This action cannot be undone\./,
  );
  await books.deleteDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(books.deleteDialog).toBeHidden();
  await books.action(books.row('Second Edition'), 'delete').click();
  await books.deleteDialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Book deleted successfully')).toBeVisible();
  await expect(books.row('Second Edition')).toHaveCount(0);
});

test('rejects a book without a name with an alert, and focuses the field', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.addButton.click();
  const form = bookForm(books.createDialog);
  await form.submit.click();
  await expect(form.alert).toContainText('Name is required');
  await expect(form.name).toBeFocused();
  await expect(form.name).toHaveAttribute('aria-invalid', 'true');
});

test('keeps the form open with the entered values after a failed save', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await page.route('**/api/books/create*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: '', data: null } }),
  );
  await books.addButton.click();
  const form = bookForm(books.createDialog);
  await form.name.fill('Kept');
  await form.submit.click();
  await expect(form.alert).toContainText('Failed to add book');
  await expect(form.name).toHaveValue('Kept');
});

test('Escape and Back confirm before entered text is lost, and Back closes a dialog without entered text', async ({
  page,
}) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.addButton.click();
  const form = bookForm(books.createDialog);
  await expect(form.name).toBeFocused();
  await page.goBack();
  await expect(books.createDialog).toBeHidden();
  await expect(page).toHaveURL(/\/books$/);

  await books.addButton.click();
  await form.name.fill('Half a book');
  const nativeDialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await page.keyboard.press('Escape');
  await expect(nativeDialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nativeDialog).toBeHidden();
  await page.goBack();
  await nativeDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.name).toHaveValue('Half a book');

  await page.setViewportSize({ width: 390, height: 600 });
  await books.createDialog.getByLabel('Chapter Count').fill('-1');
  await form.submit.click();
  const countField = books.createDialog.getByLabel('Chapter Count');
  await expect(countField).toBeFocused();
  const isCovered = await countField.evaluate((field) => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== field;
  });
  expect(isCovered).toBe(false);
});

test('rejects a file that is not an image with a message', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.addButton.click();
  const form = bookForm(books.createDialog);
  await form.name.fill('No Picture');
  await form.cover.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await form.submit.click();
  await expect(form.alert).toContainText(/\w+ \w+/);
  await expect(books.createDialog).toBeVisible();
});

test('two users who edit the same book do not overwrite each other', async ({ page, context }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.addButton.click();
  await bookForm(books.createDialog).name.fill('The Contested Book');
  await bookForm(books.createDialog).submit.click();
  await expect(books.createDialog).toBeHidden();
  await books.find('The Contested Book');
  await books.action(books.row('The Contested Book'), 'edit').click();
  await bookForm(books.editDialog).description.fill('The slower description');

  const other = await context.newPage();
  await other.goto('/books');
  const othersBooks = booksScreen(other);
  await othersBooks.isLoaded();
  await othersBooks.action(othersBooks.row('The Contested Book'), 'edit').click();
  await bookForm(othersBooks.editDialog).description.fill('The quicker description');
  await bookForm(othersBooks.editDialog).submit.click();
  await expect(othersBooks.editDialog).toBeHidden();
  await other.close();

  await bookForm(books.editDialog).submit.click();
  await expect(bookForm(books.editDialog).alert).toContainText(
    'was changed by someone else since you opened it',
  );
  await expect(bookForm(books.editDialog).description).toHaveValue('The slower description');
});

test('creates a book by keyboard alone', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await tabTo(page, 'Add New Book');
  await page.keyboard.press('Enter');
  const form = bookForm(books.createDialog);
  await expect(form.name).toBeFocused();
  await page.keyboard.type('The Typed Book');
  await page.keyboard.press('Tab');
  await expect(form.description).toBeFocused();
  await page.keyboard.type('No mouse was here.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  for (let step = 0; step < 40; step++) {
    if (await form.submit.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(form.submit).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Book created successfully')).toBeVisible();
  await expect(books.createDialog).toBeHidden();
  await expect(books.addButton).toBeFocused();
});

/** Presses Tab until the named button has the focus. */
async function tabTo(page: import('@playwright/test').Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  for (let step = 0; step < 60; step++) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached "${name}".`);
}

test('edits several books by keyboard after a preview, and undoes the change', async ({ page }) => {
  await openAs(page, '/books?sort=desc');
  const books = booksScreen(page);
  await books.isLoaded();
  const first = books.rows.first();
  const before = await first.textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selected books' });
  await expect(bar.getByText('2 books selected')).toBeVisible();
  await isAccessible(page);

  await bar.getByRole('button', { name: 'Bulk edit' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Category', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change category' });
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await dialog.getByLabel('Category').selectOption('No category');
  await expect(dialog.getByText('2 books will be updated.')).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 books updated', { exact: true })).toBeVisible();
  await expect(first).not.toHaveText(before ?? '');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undid changes to 2 books')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(first).toHaveText(before ?? '');
});

test('sets a new publisher of several books and links them as editions by keyboard, and undoes both', async ({
  page,
}) => {
  await openAs(page, '/books?sort=desc');
  const books = booksScreen(page);
  await books.isLoaded();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selected books' });
  const openDialog = async (kind: string) => {
    await bar.getByRole('button', { name: 'Bulk edit' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: kind }).focus();
    await page.keyboard.press('Enter');
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(/^Undid changes to \d books?$/)).toBeVisible();
    await page.keyboard.press('Escape');
  };

  await openDialog('Publisher and imprint');
  const publisher = page.getByRole('dialog', { name: 'Change publisher and imprint' });
  await publisher.getByLabel('Publisher').fill('Walk Publishing');
  await expect(publisher.getByText('1 publisher will be created.')).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 books updated', { exact: true })).toBeVisible();
  await undo();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await openDialog('Link as editions');
  const editions = page.getByRole('dialog', { name: 'Link as editions' });
  const first = editions.getByRole('combobox', { name: 'First edition' });
  await first.focus();
  await page.keyboard.type('BK-000003');
  await editions.getByRole('option', { name: /BK-000003/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(first).toHaveValue(/BK-000003/);
  await expect(editions.getByText('1 book will be updated.')).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 book updated', { exact: true })).toBeVisible();
  await undo();
});
