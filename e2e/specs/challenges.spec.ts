import type { Locator, Page } from '@playwright/test';
import { png } from '../media.ts';
import { isAccessible } from '../page-checks.ts';
import { drag, pickUp } from '../pointer.ts';
import { expect, openAs, signIn, test, viewer } from '../fixtures.ts';

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Challenges' }).getByRole('listitem').filter({ hasText: title });
const handles = (dialog: Locator) => button(dialog, /^Move /);
const rows = (dialog: Locator) => dialog.locator('tbody').getByRole('row');

async function open(page: Page) {
  await openAs(page, '/challenges');
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
}

/** Searches for each book by name and selects it. The search field is then empty and has the focus. */
async function add(dialog: Locator, names: readonly string[]) {
  const search = dialog.getByPlaceholder('Search books by name or code...');
  for (const name of names) {
    await search.fill(name);
    await button(dialog.getByRole('list', { name: 'Search results' }), new RegExp(`^${name}`)).click();
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
  }
}

/** Checks that the days are numbered from 1 to n and contain these books. */
async function isPreviewed(dialog: Locator, names: readonly string[]) {
  const days = names.map((name, index) => new RegExp(`^Day ${index + 1}BK-\\d+${name}$`));
  await expect(rows(dialog)).toHaveText(days);
}

const clockmaker = 'The Clockmaker of Pennyfold';
const bear = 'The Bear Who Kept the Library';
const murder = 'Murder at the Whist Drive';
const herring = 'What the Herring Knew';

test('creates a challenge, reorders it by every method, saves it, enlarges its image and deletes it', async ({
  page,
}) => {
  await open(page);
  await button(page, 'Add Challenge').click();
  const dialog = dialogOf(page, 'Add New Challenge');
  await expect(dialog.getByLabel(/^Title/)).toBeFocused();
  await expect(dialog.getByText('No books selected. Search and add books above.')).toBeVisible();
  await expect(button(dialog, 'Save Challenge')).toBeDisabled();
  await dialog.getByLabel(/^Title/).fill('Four Walked Days');
  await dialog.getByLabel(/^Description/).fill('One book a day, as far as the feet go.');
  await dialog.getByLabel(/^Duration/).fill('3');
  await dialog
    .getByLabel('Image')
    .setInputFiles({ name: 'feet.png', mimeType: 'image/png', buffer: png(600, 400) });
  await expect(dialog.getByAltText('Selected image')).toBeVisible();
  await add(dialog, [clockmaker, bear, murder, herring, bear]);
  await isPreviewed(dialog, [clockmaker, bear, murder, herring]);
  await expect(
    dialog.getByText('4 books selected for 3 days. Remove books or extend the challenge.'),
  ).toBeVisible();

  await drag(page, handles(dialog).nth(0), handles(dialog).nth(2));
  await isPreviewed(dialog, [bear, murder, clockmaker, herring]);
  await drag(page, handles(dialog).nth(0), { x: 5, y: 5 });
  await isPreviewed(dialog, [bear, murder, clockmaker, herring]);

  await pickUp(page, handles(dialog).nth(3), `Picked up ${herring}. Position 4 of 4.`);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`Moved ${herring} to position 3 of 4.`)).toBeAttached();
  await page.keyboard.press('Enter');
  await isPreviewed(dialog, [bear, murder, herring, clockmaker]);
  await expect(handles(dialog).nth(2)).toBeFocused();

  await button(dialog, new RegExp(`^${herring}, position 3`)).click();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await isPreviewed(dialog, [herring, bear, murder, clockmaker]);
  await button(dialog, `Remove ${murder}`).click();
  await isPreviewed(dialog, [herring, bear, clockmaker]);
  await expect(
    dialog.getByText('4 books selected for 3 days. Remove books or extend the challenge.'),
  ).toBeHidden();

  await button(dialog, 'Save Challenge').click();
  await expect(page.getByText('Challenge created successfully')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.reload();
  const challengeCard = card(page, 'Four Walked Days');
  await expect(challengeCard).toContainText('3 days');
  await expect(challengeCard).toContainText('3 books');
  await button(challengeCard, 'Enlarge image of Four Walked Days').click();
  const image = dialogOf(page, 'Four Walked Days').getByRole('img', { name: 'Four Walked Days' });
  await expect(image).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(image).toBeHidden();

  await button(challengeCard, /^Edit Challenge/).click();
  const editor = dialogOf(page, 'Edit Challenge');
  await isPreviewed(editor, [herring, bear, clockmaker]);
  await expect(editor.getByAltText('Current image')).toBeVisible();
  await editor.getByLabel(/^Title/).fill('Three Walked Days');
  await button(editor, 'Save Challenge').click();
  await expect(page.getByText('Challenge updated successfully')).toBeVisible();
  await expect(editor).toBeHidden();

  page.once('dialog', (nativeDialog) => void nativeDialog.accept());
  await button(page, 'Delete Three Walked Days').click();
  await expect(page.getByText('Challenge deleted successfully')).toBeVisible();
  await expect(card(page, 'Three Walked Days')).toHaveCount(0);
});

test('sorts challenges by duration and searches them, and accepts typing while they load', async ({
  page,
}) => {
  await open(page);
  const durations = async () => {
    const texts = await page.getByText(/^\d+ days$/).allTextContents();
    return texts.map((text) => Number.parseInt(text, 10));
  };
  const sort = page.getByLabel('Sort by Duration');
  for (const [label, step] of [
    ['Duration (Short to Long)', 1],
    ['Duration (Long to Short)', -1],
  ] as const) {
    await sort.selectOption(label);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const days = await durations();
    expect(days.length).toBeGreaterThan(2);
    expect(days).toEqual(days.toSorted((a, b) => step * (a - b)));
  }

  const gate = Promise.withResolvers<void>();
  await page.route(/\/books\/challenges\?.*search=four/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const search = page.getByPlaceholder('Search challenges...');
  await search.pressSequentially('four');
  await expect(page.getByLabel('Loading')).toBeVisible();
  for (const hiddenElement of [page.getByRole('heading', { level: 1 }), search, sort])
    expect(await hiddenElement.evaluate(isHiddenByOpaqueCover)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  // Two wrong letters, because one is corrected.
  await page.keyboard.type('xx');
  gate.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(search).toHaveValue('fouxxr');
  await expect(page.getByText('No challenges match this search.')).toBeVisible();
  await expect(search).toBeFocused();
  expect(await search.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(5);
  await button(page, 'Clear').click();
  await expect(page.getByText(/^Total: [1-9]/).first()).toBeVisible();
});

/** Runs in the page. Returns true if an opaque element covers the middle of the given element. */
function isHiddenByOpaqueCover(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const cover = top?.closest('[aria-busy=true] > *');
  if (!cover || cover.contains(element)) return false;
  const { backgroundColor, opacity } = getComputedStyle(cover);
  return backgroundColor.startsWith('rgb(') && opacity === '1';
}

test('a viewer sees the cards without their footers', async ({ page }) => {
  await signIn(page, viewer);
  await page.goto('/challenges');
  await expect(page.getByText(/^\d+ days$/).first()).toBeVisible();
  await expect(button(page, /^(Add|Edit|Delete) /)).toHaveCount(0);
});

for (const [width, columns] of [
  [1280, 3],
  [800, 2],
  [390, 1],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('challenges and their dialog are accessible', async ({ page }) => {
      await open(page);
      await isAccessible(page);
      const grid = page.getByRole('list', { name: 'Challenges' });
      const tracks = await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' '));
      expect(tracks).toHaveLength(columns);
      await button(page, /^Edit /)
        .first()
        .click();
      const dialog = dialogOf(page, 'Edit Challenge');
      await dialog.getByLabel(/^Title/).fill('');
      await button(dialog, 'Save Challenge').click();
      await expect(dialog.getByRole('alert')).toHaveText('Title is required');
      await dialog.getByPlaceholder('Search books by name or code...').fill('the');
      await expect(dialog.getByRole('list', { name: 'Search results' })).toBeVisible();
      await isAccessible(page);
    });
  });
}
