import type { Locator, Page } from '@playwright/test';
import { png } from '../media.ts';
import { isAccessible } from '../page-checks.ts';
import { drag, middleOf, openFinger, pickUp } from '../pointer.ts';
import { expect, openAs, test } from '../fixtures.ts';

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const chips = (dialog: Locator) => button(dialog, /^Move /);

async function open(page: Page) {
  await openAs(page, '/collections');
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
}

/** Selects books by name, in this order. */
async function select(dialog: Locator, names: readonly string[]) {
  const search = dialog.getByPlaceholder('Search books by name or code...');
  for (const name of names) {
    await search.fill(name);
    await dialog.getByRole('checkbox', { name, exact: true }).check();
  }
}

const clockmaker = 'The Clockmaker of Pennyfold';
const bear = 'The Bear Who Kept the Library';
const murder = 'Murder at the Whist Drive';
const herring = 'What the Herring Knew';

test('creates a collection, reorders it by every method, saves it, enlarges its image and deletes it', async ({
  page,
}) => {
  await open(page);
  await button(page, 'Add Collection').click();
  const dialog = dialogOf(page, 'Add Collection');
  await expect(dialog.getByLabel(/^Title/)).toBeFocused();
  await dialog.getByLabel(/^Title/).fill('The Walked Shelf');
  await dialog.getByLabel('Description').fill('Put together by a walk. '.repeat(6).trim());
  await dialog
    .getByLabel('Image')
    .setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: png(600, 400) });
  await expect(dialog.getByAltText('Selected image')).toBeVisible();
  await select(dialog, [clockmaker, bear, murder, herring]);
  await expect(chips(dialog)).toHaveText([clockmaker, bear, murder, herring]);

  await drag(page, chips(dialog).nth(0), chips(dialog).nth(2));
  await expect(chips(dialog)).toHaveText([bear, murder, clockmaker, herring]);
  await drag(page, chips(dialog).nth(0), { x: 5, y: 5 });
  await expect(chips(dialog)).toHaveText([bear, murder, clockmaker, herring]);

  await pickUp(page, chips(dialog).nth(3), `Picked up ${herring}. Position 4 of 4.`);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(`Moved ${herring} to position 3 of 4.`)).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Dropped ${herring} at position 3 of 4.`)).toBeAttached();
  await expect(chips(dialog)).toHaveText([bear, murder, herring, clockmaker]);
  await expect(chips(dialog).nth(2)).toBeFocused();

  await button(dialog, /^What the Herring Knew, position 3/).click();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(chips(dialog)).toHaveText([herring, bear, murder, clockmaker]);
  await expect(button(dialog, /^What the Herring Knew, position 1/)).toBeFocused();
  await button(dialog, `Remove ${murder}`).click();
  await expect(dialog.getByText('Selected Books (3)')).toBeFocused();

  await button(dialog, 'Save').click();
  await expect(page.getByText('Collection created successfully')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.reload();
  const row = page.locator('tbody tr', { hasText: 'The Walked Shelf' });
  await expect(row.getByRole('cell').nth(4)).toHaveText('3');
  const books = row.getByRole('cell').nth(5).getByRole('listitem');
  await expect(books).toHaveText([herring, bear, clockmaker]);
  await button(row, 'Read More').click();
  await expect(button(row, 'Show Less')).toBeVisible();
  await button(row, 'Enlarge image of The Walked Shelf').click();
  const preview = dialogOf(page, 'The Walked Shelf').getByRole('img', { name: 'The Walked Shelf' });
  await expect(async () => {
    expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  await button(row, 'Edit The Walked Shelf').click();
  const editor = dialogOf(page, 'Edit Collection');
  await expect(chips(editor)).toHaveText([herring, bear, clockmaker]);
  await expect(editor.getByAltText('Current image')).toBeVisible();
  await editor.getByLabel(/^Title/).fill('The Second Shelf');
  await button(editor, 'Not in a collection').click();
  await expect(editor.getByRole('checkbox').nth(2)).toBeVisible();
  // The search box has the focus. Enter adds the book and moves to the next one.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(chips(editor)).toHaveCount(5);
  await expect(editor.getByRole('checkbox').nth(2)).toBeFocused();
  await button(editor, 'Same author').click();
  await expect(button(editor, /^Same author: ./)).toHaveAttribute('aria-pressed', 'true');
  await button(editor, 'Save').click();
  await expect(page.getByText('Collection updated successfully')).toBeVisible();

  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete The Second Shelf').click();
  await expect(page.getByText('Collection deleted successfully')).toBeVisible();
  await expect(page.locator('tbody tr', { hasText: 'The Second Shelf' })).toHaveCount(0);
});

test('Escape ends a drag and does not close the dialog', async ({ page }) => {
  await open(page);
  await button(page, /^Edit /)
    .first()
    .click();
  const dialog = dialogOf(page, 'Edit Collection');
  const before = await chips(dialog).allTextContents();
  const first = before[0] ?? '';
  await pickUp(page, chips(dialog).nth(0), `Picked up ${first}. Position 1 of ${before.length}.`);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`Moved ${first} to position 2 of ${before.length}.`)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText(`Reordering cancelled. ${first} is back at position 1 of ${before.length}.`),
  ).toBeAttached();
  await expect(chips(dialog)).toHaveText(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a long press moves a chip, and a quick touch scrolls', async ({ page }) => {
    await open(page);
    await button(page, /^Edit /)
      .first()
      .click();
    const dialog = dialogOf(page, 'Edit Collection');
    const before = await chips(dialog).allTextContents();
    const [first = '', second = '', ...rest] = before;
    const send = await openFinger(page);
    const positions = async () => {
      // Near its edges the dialog would scroll by itself.
      await chips(dialog)
        .first()
        .evaluate((chip) => chip.scrollIntoView({ block: 'center' }));
      return { start: await middleOf(chips(dialog).nth(0)), end: await middleOf(chips(dialog).nth(1)) };
    };
    /** Sends all events at once. With pauses between them, a busy browser would detect a long press. */
    const moveOver = ({ start, end }: Awaited<ReturnType<typeof positions>>) =>
      Array.from({ length: 8 }, (_, step) =>
        send('touchMove', { x: start.x, y: start.y + ((end.y - start.y) * (step + 1)) / 8 }),
      );
    const announces = (text: string) => expect(page.getByText(text)).toBeAttached();
    const quick = await positions();
    await Promise.all([send('touchStart', quick.start), ...moveOver(quick), send('touchEnd')]);
    await expect(chips(dialog)).toHaveText(before);
    const slow = await positions();
    await send('touchStart', slow.start);
    // A movement before the chip is picked up scrolls, so the moves wait for the announcement.
    await announces(`Picked up ${first}. Position 1 of ${before.length}.`);
    await Promise.all(moveOver(slow));
    await announces(`Moved ${first} to position 2 of ${before.length}.`);
    await send('touchEnd');
    await expect(chips(dialog)).toHaveText([second, first, ...rest]);
  });
});

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('collections and their dialog are accessible', async ({ page }) => {
      await open(page);
      await isAccessible(page);
      await button(page, /^Edit /)
        .first()
        .click();
      const dialog = dialogOf(page, 'Edit Collection');
      await select(dialog, [clockmaker]);
      await dialog.getByLabel(/^Title/).fill('');
      await button(dialog, 'Save').click();
      await expect(dialog.getByRole('alert')).toHaveText('Title is required');
      await isAccessible(page);
    });
  });
}
