import type { Page } from '@playwright/test';
import { isAccessible } from '../page-checks.ts';
import { expect, openAs, staff, test } from '../fixtures.ts';

const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(page: Page) {
  await openAs(page, '/story-books');
  await expect(page.getByText(/^Total: \d+ items$/)).toBeVisible();
}

/** The controls of the dialog. */
function editor(page: Page, name: 'Add Story Book' | 'Edit Story Book') {
  const dialog = page.getByRole('dialog', { name });
  const press = (label: string) => dialog.getByRole('button', { name: label, exact: true });
  return {
    dialog,
    press,
    title: dialog.getByLabel(/^Title/),
    code: (what: 'Book' | 'Chapter' | 'Text Item', number: number) =>
      dialog.getByRole('textbox', { name: `${what} Code of item ${number}` }),
    bookCodes: dialog.getByRole('textbox', { name: /^Book Code of/ }),
    validate: (number: number) => press(`Validate item ${number}`),
    alert: dialog.getByRole('alert'),
  };
}

/** Pastes spreadsheet cells into the focused element. */
async function paste(page: Page, text: string) {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', content);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

const first = ['BK-000126', 'CH-01', 'T-01'] as const;

test('creates, validates, saves, edits and deletes a story book', async ({ page }) => {
  await open(page);
  await button(page, 'Add New Story Book').click();
  const form = editor(page, 'Add Story Book');
  await expect(form.title).toBeFocused();
  await form.title.fill('A Walked Story');
  await expect(form.dialog.getByText('No items added. Click "Add Item" to start.')).toBeVisible();

  await form.press('Add Item').click();
  await expect(form.code('Book', 1)).toBeFocused();
  await page.keyboard.type(first[0]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('CH-99');
  await page.keyboard.press('Tab');
  await expect(form.validate(1)).toBeDisabled();
  await page.keyboard.type(first[2]);
  await form.validate(1).click();
  await expect(form.dialog.getByText('has no chapter with code CH-99')).toBeVisible();
  await form.press('Save').click();
  await expect(form.alert).toHaveText('Item must be validated');
  await expect(form.code('Book', 1)).toBeFocused();
  await form.code('Chapter', 1).fill(first[1]);
  await expect(form.dialog.getByText('has no chapter with code CH-99')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(form.dialog.getByText('The Clockmaker of Pennyfold')).toBeVisible();

  await form.press('Add Item').click();
  await form.press('Find text for item 2 by name').click();
  const picker = form.dialog.getByRole('region', { name: 'Text for item 2' });
  await page.keyboard.type('lighthouse keeper');
  await picker.getByRole('button', { name: /Lighthouse Keeper/ }).click();
  const chapters = picker.getByRole('list', { name: 'Chapter' });
  await chapters
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect(chapters.getByRole('button', { name: /^Pause / })).toBeVisible();
  await chapters.getByRole('button', { name: /^Pause / }).click();
  await chapters.locator('[data-option]').nth(1).click();
  await picker.getByRole('list', { name: 'Text item' }).getByRole('button').first().click();
  await expect(form.dialog.getByText('The Lighthouse Keeper’s Almanac')).toBeVisible();
  await expect(form.code('Book', 2)).toHaveValue('BK-000124');
  await expect(form.press('Find text for item 2 by name')).toBeFocused();

  await form.press('Add Item').click();
  await paste(page, 'BK-000125\tCH-01\tT-01\tyes\nBK-000123\tCH-01\tT-02\n');
  await expect(form.bookCodes).toHaveCount(4);
  await form.press('Validate all').click();
  await expect(form.press('Validate all')).toBeDisabled();
  await expect(form.dialog.getByText('Not validated')).toHaveCount(0);
  await form.press('Move item 4 up').click();
  await expect(form.code('Book', 3)).toHaveValue('BK-000123');
  await form.press('Save').click();
  await expect(page.getByText('Story book created successfully')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(row(page, 'A Walked Story')).toContainText('The Clockmaker of PennyfoldBK-000126CH-01T-01');

  await button(page, 'Edit A Walked Story').click();
  const edit = editor(page, 'Edit Story Book');
  await expect(edit.bookCodes).toHaveCount(4);
  await expect(edit.press('Validate all')).toBeDisabled();
  await expect(edit.dialog.getByRole('switch', { name: 'Featured of item 4' })).toBeChecked();
  await edit.press('Remove item 1').click();
  await edit.press('Save').click();
  await expect(page.getByText('Story book updated successfully')).toBeVisible();
  await expect(row(page, 'A Walked Story')).toContainText('BK-000124');

  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete A Walked Story').click();
  await expect(page.getByText('Story book deleted successfully')).toBeVisible();
  await expect(row(page, 'A Walked Story')).toHaveCount(0);
});

test('the search filters in the browser without a request', async ({ page }) => {
  await open(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const box = page.getByPlaceholder('Search story books...');
  await box.fill('DEGIRMEN');
  await expect(page.getByText('No story books match this search.')).toBeVisible();
  await box.fill('CLOCKMAKER');
  await expect(page.getByText('Total: 1 items')).toBeVisible();
  await expect(row(page, 'The Clockmaker of Pennyfold')).toBeVisible();
  await button(page, 'Clear').click();
  await expect(page.getByText('Total: 10 items')).toBeVisible();
  expect(requestedUrls.filter((url) => url.includes('/books/story-books')).length).toBeGreaterThan(0);
  expect(requestedUrls.filter((url) => /clockmaker|degirmen|search=|q=/i.test(url))).toEqual([]);
});

test('rejects all rows of a spreadsheet if one is invalid, and names its line', async ({ page }) => {
  await open(page);
  await button(page, 'Add New Story Book').click();
  const form = editor(page, 'Add Story Book');
  await form.press('Paste rows').click();
  const area = form.dialog.getByRole('textbox', { name: 'Spreadsheet rows' });
  await area.fill(`${first.join('\t')}\nBK-000001\tCH-01`);
  await form.press('Add rows').click();
  await expect(form.dialog.getByText(/^Line 2: expected .* found 2\.$/)).toBeVisible();
  await expect(form.bookCodes).toHaveCount(0);
  await area.fill(`Book Code;Chapter Code;Text Item Code\n${first.join(';')}`);
  await form.press('Add rows').click();
  await expect(form.code('Text Item', 1)).toHaveValue('T-01');
});

test('pastes, edits and validates two hundred rows', async ({ page }) => {
  await open(page);
  await button(page, 'Add New Story Book').click();
  const form = editor(page, 'Add Story Book');
  await form.press('Add Item').click();
  await paste(page, `${first.join('\t')}\n`.repeat(200));
  await expect(form.bookCodes).toHaveCount(200);
  const code = form.code('Text Item', 200);
  await code.fill('T-19');
  await form.press('Validate all').click();
  await expect(form.dialog.getByText(/^Validated \d+ of 200$/)).toBeVisible();
  await expect(form.dialog.getByText(/^Validated/)).toBeHidden({ timeout: 60_000 });
  await expect(form.dialog.getByText('The Clockmaker of Pennyfold', { exact: true })).toHaveCount(199);
});

for (const [role, account, buttons] of [
  ['an editor', staff.editor, [1, 10, 0]],
  ['a remover', staff.deleter, [0, 0, 10]],
  ['a viewer', staff.viewer, [0, 0, 0]],
] as const) {
  test(`${role} sees only the buttons that work`, async ({ page }) => {
    await openAs(page, '/story-books', account);
    await expect(page.getByText('Total: 10 items')).toBeVisible();
    const names = [/^Add New Story Book$/, /^Edit /, /^Delete /];
    const counts = names.map(async (name) => page.getByRole('button', { name }).count());
    expect(await Promise.all(counts)).toEqual(buttons);
  });
}

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the list, the dialog and the picker are accessible', async ({ page }) => {
      await open(page);
      await isAccessible(page);
      await button(page, 'Edit Lights Left On').click();
      const form = editor(page, 'Edit Story Book');
      await form.press('Add Item').click();
      await page.keyboard.type('BK-000126');
      await page.keyboard.press('Enter');
      await expect(form.dialog.getByText('All fields are required')).toBeVisible();
      await form.press('Find text for item 1 by name').click();
      await page.keyboard.type('almanac');
      const picker = form.dialog.getByRole('region', { name: 'Text for item 1' });
      await picker.getByRole('button', { name: /Almanac/ }).click();
      await expect(picker.getByRole('list', { name: 'Chapter' })).toBeVisible();
      await form.press('Paste rows').click();
      await form.press('Save').click();
      await expect(form.alert).toHaveText('Item must be validated');
      await isAccessible(page);
    });
  });
}
