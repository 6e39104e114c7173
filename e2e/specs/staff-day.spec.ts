import type { Page } from '@playwright/test';
import { bookForm, booksScreen } from '../books-screen.ts';
import { type Account, expect, openAs, staff, test } from '../fixtures.ts';

/* A typical workflow of each role on all eight screens: permitted controls are visible and work, others are not visible. */

interface Screen {
  readonly path: string;
  readonly heading: string;
  readonly add: string;
  readonly edit: RegExp;
  readonly remove: RegExp;
  /** The name of one record in the message about its deletion. */
  readonly singular: string;
}

const screens: readonly Screen[] = [
  {
    path: '/books',
    heading: 'Books',
    add: 'Add New Book',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Book',
  },
  {
    path: '/categories',
    heading: 'Categories',
    add: 'Add Category',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Category',
  },
  {
    path: '/sub-categories',
    heading: 'Sub Categories',
    add: 'Add Sub Category',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Sub-category',
  },
  {
    path: '/collections',
    heading: 'Collections',
    add: 'Add Collection',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Collection',
  },
  {
    path: '/story-books',
    heading: 'Story Books',
    add: 'Add New Story Book',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Story book',
  },
  {
    path: '/challenges',
    heading: 'Reading Challenges',
    add: 'Add Challenge',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Challenge',
  },
  {
    path: '/mobile-configs',
    heading: 'Mobile Configs',
    add: 'Add New Config',
    edit: /^Edit /,
    remove: /^Delete /,
    singular: 'Mobile config',
  },
];

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Opens the next screen with the sidebar. */
async function goTo(page: Page, { path, heading }: Pick<Screen, 'path' | 'heading'>): Promise<void> {
  await page.locator(`nav a[href="${path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
  await expect(main(page).getByRole('img').or(page.locator('tbody tr')).first()).toBeVisible();
}

async function begin(page: Page, account?: Account): Promise<void> {
  await openAs(page, '/dashboard', account);
  await expect(page.getByText(/^\d+ mins$/).first()).toBeVisible();
}

async function expectText(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

test('an administrator creates a record of each type, and an app shows them', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page);
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const save = (name: string, label: string) =>
    dialog(name).getByRole('button', { name: label, exact: true }).click();
  const [books, categories, subCategories, collections, storyBooks, challenges, configs] = screens as [
    Screen,
    Screen,
    Screen,
    Screen,
    Screen,
    Screen,
    Screen,
  ];

  await goTo(page, categories);
  await button(page, categories.add).click();
  await dialog('Add Category').getByLabel(/^Name/).fill('Day Work');
  await save('Add Category', 'Add');
  await expectText(page, 'Category created successfully');

  await goTo(page, subCategories);
  await button(page, subCategories.add).click();
  await dialog('Add Sub Category').getByLabel(/^Name/).fill('Morning Work');
  await dialog('Add Sub Category')
    .getByLabel(/^Category/)
    .selectOption('Day Work');
  await save('Add Sub Category', 'Add');
  await expectText(page, 'Sub-category created successfully');

  await goTo(page, books);
  await button(page, books.add).click();
  const form = bookForm(dialog('Create New Book'));
  await form.name.fill('A Day at Work');
  await form.duration.fill('12');
  await form.category.selectOption('Day Work');
  await form.subCategory.selectOption('Morning Work');
  await form.submit.click();
  await expectText(page, 'Book created successfully');

  await goTo(page, collections);
  await button(page, collections.add).click();
  await dialog('Add Collection')
    .getByLabel(/^Title/)
    .fill('Shelf of the Day');
  await dialog('Add Collection').getByPlaceholder('Search books by name or code...').fill('a day at work');
  await dialog('Add Collection').getByRole('checkbox', { name: 'A Day at Work' }).check();
  await save('Add Collection', 'Save');
  await expectText(page, 'Collection created successfully');

  await goTo(page, storyBooks);
  await button(page, storyBooks.add).click();
  await dialog('Add Story Book')
    .getByLabel(/^Title/)
    .fill('Story of the Day');
  await dialog('Add Story Book').locator('button[type=submit]').click();
  await expectText(page, 'Story book created successfully');

  await goTo(page, challenges);
  await button(page, challenges.add).click();
  const challenge = dialog('Add New Challenge');
  await challenge.getByLabel(/^Title/).fill('One Working Day');
  await challenge.getByLabel(/^Description/).fill('Nine to five.');
  await challenge.getByLabel(/^Duration/).fill('1');
  await challenge.getByRole('searchbox').fill('a day at work');
  await challenge.getByText('A Day at Work').first().click();
  await expect(challenge.getByText('Day 1')).toBeVisible();
  await save('Add New Challenge', 'Save Challenge');
  await expectText(page, 'Challenge created successfully');

  await goTo(page, configs);
  await button(page, configs.add).click();
  const config = dialog('Add Mobile Config');
  await config.getByLabel(/^Title/).fill('Home of the Day');
  await config.getByLabel('Is Main Service').check();
  await config.getByRole('button', { name: 'Add Block', exact: true }).click();
  await config.getByLabel(/^Block Title/).fill('Today');
  await config.getByRole('searchbox').fill('shelf of the day');
  await config.getByRole('button', { name: 'Select Shelf of the Day' }).click();
  await save('Add Mobile Config', 'Create');
  await expectText(page, 'Mobile config created successfully');

  const home = await page.request.get('/api/mobile/home');
  const { data } = (await home.json()) as { data: { title: string; blocks: object[] } };
  expect(data.title).toBe('Home of the Day');
  expect(JSON.stringify(data.blocks)).toContain('A Day at Work');

  await page.getByRole('button', { name: /new notifications/ }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  // The list belongs to the account, so it may also contain changes from other tests.
  const entries = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  for (const kind of [
    'Category',
    'Sub-category',
    'Book',
    'Collection',
    'Story book',
    'Challenge',
    'Mobile config',
  ])
    await expect(entries.filter({ hasText: `${kind} created successfully` }).first()).toBeVisible();
});

test('an editor creates and edits on every screen and cannot delete', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, staff.editor);
  for (const screen of screens) {
    await goTo(page, screen);
    await expect(button(page, screen.add)).toBeVisible();
    await expect(button(page, screen.remove)).toHaveCount(0);
    await button(page, screen.edit).first().click();
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    const name = dialog.getByLabel(/^(Name|Title)/).first();
    await expect(name).not.toHaveValue('');
    await name.press('End');
    await name.pressSequentially(' *');
    await dialog.locator('button[type=submit]').click();
    await expectText(page, 'updated successfully');
    await expect(dialog).toHaveCount(0);
  }
});

test('a user with delete permissions deletes on every screen and cannot edit', async ({ page }) => {
  test.setTimeout(120_000);
  page.on('dialog', (nativeDialog) => void nativeDialog.accept());
  await begin(page, staff.deleter);
  for (const screen of screens) {
    await goTo(page, screen);
    await expect(button(page, screen.add)).toHaveCount(0);
    await expect(button(page, screen.edit)).toHaveCount(0);
    await expect(button(page, screen.remove).first()).toBeVisible();
  }
  // Records without references are deleted. The spec of the categories tests records with references.
  for (const screen of screens.filter(({ path }) => !/categories/.test(path))) {
    await goTo(page, screen);
    await button(page, screen.remove).first().click();
    if (screen.path === '/books')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    // A record on a home screen of the main service or in an active challenge requires a second confirmation.
    const deletedToast = page.getByText(`${screen.singular} deleted successfully`).first();
    const second = page.getByRole('dialog', { name: /^Delete “/ });
    const leave = second.getByRole('button', { name: 'Delete', exact: true });
    await expect(deletedToast.or(leave).first()).toBeVisible();
    if (await leave.isVisible()) await leave.click();
    await expect(deletedToast).toBeVisible();
  }
});

test('a viewer sees everything and cannot change anything', async ({ page }) => {
  await begin(page, staff.viewer);
  for (const screen of screens) {
    await goTo(page, screen);
    for (const control of [screen.add, screen.edit, screen.remove])
      await expect(button(page, control)).toHaveCount(0);
  }
  await goTo(page, screens[0] as Screen);
  const books = booksScreen(page);
  await books.action(books.rows.first(), 'chapters').click();
  await expect(books.chaptersDialog).toBeVisible();
});
