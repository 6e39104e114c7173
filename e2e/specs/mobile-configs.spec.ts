import type { Locator, Page } from '@playwright/test';
import { isAccessible } from '../page-checks.ts';
import { drag, middleOf, pickUp } from '../pointer.ts';
import { expect, openAs, test } from '../fixtures.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });

async function open(page: Page) {
  await openAs(page, '/mobile-configs');
  await expect(page.getByText(/^Total: \d+ items$/)).toBeVisible();
}

/** Collapses the blocks of a home screen, moves the first one by mouse, keyboard and typed position, and opens the second one. */
async function arrangesCollapsedBlocks(page: Page, editor: Locator): Promise<void> {
  await expect(editor.getByLabel(/^Block Title/)).toHaveCount(6);
  await editor.getByRole('button', { name: 'Collapse all' }).click();
  await expect(editor.getByLabel(/^Block Title/)).toHaveCount(0);
  const handle = editor.getByRole('button', { name: 'Move Begin', exact: true });
  const block = (number: number) => editor.getByRole('region', { name: `Block ${number}`, exact: true });
  const orderIs = (...titles: string[]) =>
    expect(editor.getByRole('complementary', { name: 'Preview' }).getByRole('heading')).toHaveText([
      ...titles,
      'Story',
      'Try',
      'Picks',
    ]);
  await drag(page, handle, block(3));
  await orderIs('Shelves', 'Browse', 'Begin');
  await expect(handle).toBeFocused();
  await pickUp(page, handle, 'Picked up Begin. Position 3 of 6.');
  await page.keyboard.press('ArrowUp');
  await expect(editor.getByText('Moved Begin to position 2 of 6.')).toBeAttached();
  await page.keyboard.press('Space');
  await orderIs('Shelves', 'Begin', 'Browse');
  await expect(handle).toBeFocused();
  await editor.getByRole('button', { name: /^Begin, position 2/ }).click();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await orderIs('Begin', 'Shelves', 'Browse');
  await expect(block(2).getByRole('button', { name: /Shelves List of Collections · 2 items/ })).toBeVisible();
  await editor.getByRole('button', { name: 'Block 2: Shelves', exact: true }).click();
  await expect(block(2)).toHaveAttribute('aria-current', 'true');
}

/** Scrolls the blocks and the preview of a home screen with the wheel, and checks that the other one follows. */
async function scrollsTogether(page: Page, editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: 'Expand all' }).click();
  const panes = [
    editor.locator('[data-pane]'),
    editor.getByRole('region', { name: 'Preview of the home screen' }),
  ];
  for (const [source, distance, isAtEnd] of [
    [0, 9_000, true],
    [1, -9_000, false],
  ] as const) {
    const point = await middleOf(panes[source] as Locator);
    await page.mouse.move(point.x, point.y);
    await page.mouse.wheel(0, distance);
    for (const pane of panes)
      await expect
        .poll(() =>
          pane.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [
            scrollTop > 0,
            Math.abs(scrollHeight - clientHeight - scrollTop) < 2,
          ]),
        )
        .toEqual([isAtEnd, isAtEnd]);
  }
}

/** Shares the preview of an editor, reads it in a browser without an account, and revokes the link. */
async function sharesPreview(page: Page, editor: Locator) {
  await editor.getByRole('button', { name: 'Share preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share preview' });
  const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await isAccessible(page);
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is not connected');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  const problems: string[] = [];
  guest.on('pageerror', (error) => problems.push(error.message));
  await guest.goto(address);
  await expect(guest.getByRole('heading', { name: 'Walked Home', level: 1 })).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Shelves' })).toContainText('By the Sea');
  await isAccessible(guest);
  await dialog.getByRole('button', { name: 'Revoke link', exact: true }).click();
  await expect(dialog).toBeHidden();
  await guest.reload();
  await expect(guest.getByRole('alert')).toContainText('This preview link has expired or was revoked.');
  expect(problems).toEqual([]);
  await context.close();
}

test('creates a home screen with every type of block, and an app reads it', async ({ page }) => {
  await open(page);
  await button(page, 'Add New Config').click();
  const dialog = page.getByRole('dialog', { name: 'Add Mobile Config' });
  const block = (number: number) => dialog.getByRole('region', { name: `Block ${number}`, exact: true });
  const phone = dialog.getByRole('complementary', { name: 'Preview' });
  const add = async (number: number, title: string, type: string) => {
    await dialog.getByRole('button', { name: 'Add Block', exact: true }).click();
    await block(number)
      .getByLabel(/^Block Title/)
      .fill(title);
    await block(number).getByLabel('Block Type').selectOption(type);
  };
  const choose = async (number: number, text: string, name: string) => {
    await block(number).getByRole('searchbox').fill(text);
    await block(number)
      .getByRole('button', { name: `Select ${name}` })
      .click();
  };
  await dialog.getByLabel(/^Title/).fill('Walked Home');
  await dialog.getByLabel('Is Main Service').check();
  await add(1, 'Begin', 'One Collection');
  await choose(1, 'by the sea', 'By the Sea');
  await add(2, 'Shelves', 'List of Collections');
  await choose(2, 'look', 'Look Up');
  await choose(2, 'sea', 'By the Sea');
  await add(3, 'Story', 'Story Book');
  await choose(3, 'lights', 'Lights Left On');
  await add(4, 'Try', 'Challenges');
  await choose(4, 'small beginnings', 'A Week of Small Beginnings');
  await add(5, 'Browse', 'Categories');
  await block(5).getByRole('checkbox', { name: 'Poesía' }).check();
  await block(5).getByRole('checkbox', { name: 'Fiction' }).check();

  await add(6, 'Picks', 'Books');
  await block(6).getByRole('searchbox').fill('lighthouse');
  await expect(block(6).getByRole('list', { name: 'Block 6: results' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(block(6).getByRole('list', { name: 'Block 6: selected' }).getByRole('listitem')).toHaveCount(
    1,
  );

  await expect(phone).toContainText('A Week of Small Beginnings7 days');
  await block(2).getByRole('button', { name: 'Move By the Sea up' }).click();
  await expect(phone.getByRole('region', { name: 'Shelves' })).toHaveText(/^By the Sea.*Look Up/s);
  // The block is moved twice by keyboard. The focus stays on the button.
  await block(5).getByRole('button', { name: 'Move Block 5 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Block 4 up' })).toBeFocused();
  await page.keyboard.press('Enter');
  const titles = ['Begin', 'Shelves', 'Browse', 'Story', 'Try'];
  await expect(phone.getByRole('heading')).toHaveText([...titles, 'Picks']);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Mobile config created successfully')).toBeVisible();
  await expect(row(page, 'Walked Home')).toContainText('Yes');

  const home = await page.request.get('/api/mobile/home?service=main');
  expect(home.status()).toBe(200);
  const { data } = (await home.json()) as { data: { title: string; blocks: { title: string }[] } };
  expect(data.title).toBe('Walked Home');
  expect(data.blocks.map(({ title }) => title)).toEqual(titles);
  const withBooks = await page.request.get('/api/mobile/home?service=main&block_types=books');
  const { blocks } = ((await withBooks.json()) as { data: typeof data }).data;
  expect(blocks.map(({ title }) => title)).toEqual([...titles, 'Picks']);

  await button(page, 'Edit Walked Home').click();
  const editor = page.getByRole('dialog', { name: 'Edit Mobile Config' });
  await arrangesCollapsedBlocks(page, editor);
  await expect(editor.getByRole('list', { name: 'Block 2: selected' })).toHaveText(/By the Sea.*Look Up/s);
  await scrollsTogether(page, editor);
  await sharesPreview(page, editor);
  await editor.getByRole('button', { name: 'Remove Block 1' }).click();
  await editor.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Mobile config updated successfully')).toBeVisible();

  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete Walked Home').click();
  await expect(page.getByText('Mobile config deleted successfully')).toBeVisible();
  await expect(row(page, 'Walked Home')).toHaveCount(0);
});

test('the search finds titles without a request', async ({ page }) => {
  await open(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByPlaceholder('Search mobile configs...').fill('BACKUP');
  await expect(page.getByText('Total: 1 items')).toBeVisible();
  await expect(row(page, 'Home, Backup Service')).toBeVisible();
  await button(page, 'Clear').click();
  await expect(page.getByText('Total: 1 items')).toHaveCount(0);
  expect(requests.filter((url) => /backup/i.test(url))).toEqual([]);
});

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the list and the dialog with its preview are accessible', async ({ page }) => {
      await open(page);
      await isAccessible(page);
      await button(page, 'Edit Home, Main Service').click();
      const dialog = page.getByRole('dialog', { name: 'Edit Mobile Config' });
      await expect(dialog.getByRole('checkbox', { name: 'Fiction' })).toBeChecked();
      if (width === 390) await dialog.getByText('Preview', { exact: true }).click();
      await expect(dialog.getByText('Preview (the app may look different)')).toBeVisible();
      await isAccessible(page);
    });
  });
}
