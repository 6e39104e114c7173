import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { bookBody, openApi } from '../api.ts';
import { booksScreen } from '../books-screen.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

const press = (page: Page, key: string) => page.keyboard.press(key);
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 80; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await press(page, 'Tab');
  }
  throw new Error(`Tab never reached ${String(target)}.`);
}

/** Checks that the page fits the width of a phone, then restores the desktop width. */
async function fitsTelephone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await fits(page, phone.width);
  await page.setViewportSize(desk);
}

test('contributors are edited, reported as similar, merged and separated again by keyboard alone', async ({
  page,
  product,
}) => {
  const api = await openApi(product.url);
  for (const [name, author] of [
    ['The Quay at Dawn', 'Ottilie Brandvold'],
    ['The Quay at Dusk', 'Ottilie Brandvold'],
    ['The Quay by Night', 'Brandvolt, Otilie'],
  ] as const)
    await api.call(
      'POST',
      '/books/create',
      bookBody({ name, 'author[name]': author, 'author[id]': '999', narrator: 'Brandvolt, Otilie' }),
    );

  // The former address.
  await openAs(page, '/authors');
  await expect(page).toHaveURL(/\/contributors$/);
  await expectText(page, /^Total: \d+ items$/);
  const rows = page.locator('tbody tr');
  await press(page, '/');
  await page.keyboard.type('brandvol');
  await expect(rows).toHaveCount(2);
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await expect(rows.last()).toBeFocused();
  await press(page, 'ArrowUp');
  await expect(rows.first()).toContainText('Brandvolt, Otilie');
  await expect(rows.first()).toContainText('Author (1), Narrator (3)');
  await press(page, 'e');
  const rename = page.getByRole('dialog', { name: 'Edit contributor' });
  await expect(rename.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('Brandvold, Ottilie');
  await tabTo(page, rename.getByRole('textbox', { name: 'Other names' }));
  await page.keyboard.type('Otti the Reader');
  await tabTo(page, rename.getByRole('button', { name: 'Add language', exact: true }));
  await press(page, 'Enter');
  await page.keyboard.type('French');
  await press(page, 'Tab');
  await press(page, 'Tab');
  await page.keyboard.type('Elle lit.');
  await tabTo(page, rename.getByRole('button', { name: 'Add link', exact: true }));
  await press(page, 'Enter');
  await page.keyboard.type('Website');
  await press(page, 'Tab');
  await page.keyboard.type('https://otti.example');
  await isAccessible(page);
  await fitsTelephone(page);
  await press(page, 'ControlOrMeta+Enter');
  await expect(rename).toBeHidden();
  const double = rows.filter({ hasText: 'Brandvold, Ottilie' });
  await expect(rows.first()).toContainText('Otti the Reader');

  await tabTo(page, page.getByRole('button', { name: 'Display options', exact: true }));
  await press(page, 'Enter');
  const [spreadsheet] = await Promise.all([
    page.waitForEvent('download'),
    chooseEntry(page, 'Export as CSV'),
  ]);
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect(await readFile(await spreadsheet.path(), 'utf8')).toMatch(/,Ottilie Brandvold,2,.*Author \(2\)/);

  const show = page.getByLabel('Show', { exact: true });
  await tabTo(page, show);
  await page.keyboard.type('Possible');
  await expect(show).toHaveValue('1');
  const startMerge = page.getByRole('button', { name: 'Merge Brandvold, Ottilie into Ottilie Brandvold' });
  await expect(startMerge).toBeVisible();
  await expect(rows).toHaveCount(2);
  await isAccessible(page);
  await fitsTelephone(page);

  await tabTo(page, startMerge);
  await press(page, 'Enter');
  const merge = page.getByRole('dialog', { name: 'Merge contributors' });
  await expect(merge.getByText('3 books will be updated.')).toBeVisible();
  await expect(merge.getByText('1 contributor will have no books left and will be removed.')).toBeVisible();
  await isAccessible(page);
  await fitsTelephone(page);
  await press(page, 'ControlOrMeta+Enter');
  await expect(merge).toBeHidden();
  await expectText(page, '3 books updated');
  await expectText(page, 'No contributors found');

  const alert = page.getByRole('alert').filter({ hasText: '3 books updated' });
  await tabTo(page, alert.getByRole('button', { name: 'Undo', exact: true }));
  await press(page, 'Enter');
  await expectText(page, 'Undid changes to 3 books');
  await expect(rows).toHaveCount(2);
  await expect(double.first()).toBeVisible();

  await press(page, 'ControlOrMeta+k');
  await page.keyboard.type('otti the');
  const results = page.getByRole('group', { name: 'Contributors', exact: true });
  await expect(results.getByRole('option', { selected: true })).toContainText('Brandvold, Ottilie');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Brandvold, Ottilie' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Narrator (3)' }).getByRole('listitem')).toHaveCount(3);
  const details = page.getByRole('region', { name: 'Details', exact: true });
  await expect(details.getByText('Elle lit.')).toBeVisible();
  await tabTo(page, details.getByRole('link', { name: 'Website', exact: true }));
  await isAccessible(page);
  await fitsTelephone(page);
  await tabTo(page, page.getByRole('link', { name: 'View books: Author (1)' }));
  await press(page, 'Enter');
  await expect(booksScreen(page).rows).toHaveCount(1);
});

test('imports an exported list: unchanged it changes nothing, edited it applies the previewed changes', async ({
  page,
  product,
}) => {
  // The listener prevents native file dialogs, so that the test receives all of them.
  page.on('filechooser', () => undefined);
  await openAs(page, '/books?language=&search=the');
  const books = booksScreen(page);
  await books.isLoaded();
  const total = await books.total();
  const main = page.getByRole('main');
  const preview = main.getByRole('region', { name: 'Preview of changes' });

  const viewMenu = async (entry: string) => {
    await tabTo(page, main.getByRole('button', { name: 'Display options', exact: true }));
    await press(page, 'Enter');
    await chooseEntry(page, entry);
  };
  const download = async (begin: () => Promise<void>): Promise<Download> => {
    const [file] = await Promise.all([page.waitForEvent('download'), begin()]);
    return file;
  };
  const read = async (file: Parameters<Page['setInputFiles']>[1]) => {
    await tabTo(page, main.getByRole('button', { name: 'Spreadsheet (CSV or XLSX)' }));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Enter')]);
    await chooser.setFiles(file);
    await expect(preview).toBeVisible();
  };

  const [csv, xlsx] = [
    await download(() => viewMenu('Export as CSV')),
    await download(() => viewMenu('Export as Excel (XLSX)')),
  ];
  await viewMenu('Import spreadsheet');
  await expect(page).toHaveURL(/\/spreadsheets\?kind=books$/);
  for (const file of [csv, xlsx]) {
    await read({ name: file.suggestedFilename(), mimeType: '', buffer: await readFile(await file.path()) });
    await expect(preview).toContainText('No changes.');
    await expect(preview).toContainText(`${total} rows have no changes.`);
  }

  const template = await download(async () => {
    await tabTo(page, main.getByRole('button', { name: 'Download CSV template' }));
    await press(page, 'Enter');
  });
  const columnsOf = (spreadsheet: string) => spreadsheet.trim().split('\r\n')[0]?.split(',') ?? [];
  const columns = columnsOf(await readFile(await template.path(), 'utf8'));
  expect(columns).toContain('name');
  expect(columnsOf(await readFile(await csv.path(), 'utf8'))).toEqual(expect.arrayContaining(columns));
  const api = await openApi(product.url);
  const [changed, same] = (await api.allBooks()).items;
  const editedLines = [
    'code,name,language,year',
    `${changed?.code},"The Book, Renamed",,`,
    `${same?.code},"${same?.name.replaceAll('"', '""')}",,`,
    ',The Book That Is New,en,1999',
    ',The Book That Is Refused,xx,soon',
  ];
  await read({ name: 'edited.csv', mimeType: 'text/csv', buffer: Buffer.from(editedLines.join('\r\n')) });
  for (const sum of [
    '1 record will be created.',
    '1 record will be updated.',
    '1 row has no changes.',
    '1 row has errors and will be skipped.',
  ])
    await expect(preview.getByText(sum)).toBeVisible();
  const rejectedRows = preview.getByRole('row');
  await expect(rejectedRows.filter({ hasText: 'No language found with code xx.' })).toContainText(
    '5language',
  );
  await expect(rejectedRows.filter({ hasText: 'Must be a whole number.' })).toContainText('5year');
  await isAccessible(page);
  await fitsTelephone(page);

  await tabTo(page, preview.getByRole('checkbox', { name: 'Import line 4: The Book That Is New' }));
  await press(page, 'Space');
  await expect(main.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await press(page, 'Space');
  await expect(main.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled();
  await press(page, 'ControlOrMeta+Enter');
  await expect(main.getByRole('region', { name: 'Import complete' })).toContainText(
    '1 record created · 1 record updated',
  );
  await isAccessible(page);
  await tabTo(page, main.getByRole('button', { name: 'Undo' }));
  await press(page, 'Enter');
  await expect(main.getByRole('region', { name: 'Undone' })).toContainText('2 records restored');
  const now = (await api.allBooks()).items;
  expect(now.find(({ id }) => id === changed?.id)?.name).toBe(changed?.name);
  expect(now.filter(({ name }) => name === 'The Book That Is New')).toEqual([]);
});

/** Moves to a menu entry by arrow keys and selects it. */
async function chooseEntry(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true });
  await expect(entry).toBeVisible();
  for (let step = 0; step < 20; step++) {
    if (await entry.evaluate((element) => element === document.activeElement)) return press(page, 'Enter');
    await press(page, 'ArrowDown');
  }
  throw new Error(`The arrows never reached ${name}.`);
}
