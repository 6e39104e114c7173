import type { Page } from '@playwright/test';
import { bookForm, booksScreen } from '../books-screen.ts';
import { chartsAreReadable, fits, focusRingIsWhole, isAccessible, isShownAsWritten } from '../page-checks.ts';
import { expect, openAs, test } from '../fixtures.ts';

const lists = [
  '/categories',
  '/sub-categories',
  '/collections',
  '/series',
  '/story-books',
  '/mobile-configs',
  '/challenges',
];

type OpenDialog = (books: ReturnType<typeof booksScreen>, page: Page) => Promise<void>;

const booksDialogs: Readonly<Record<string, OpenDialog>> = {
  'the list': async () => {},
  'a refused form': async (books) => {
    await books.addButton.click();
    await bookForm(books.createDialog).submit.click();
    await expect(bookForm(books.createDialog).alert).toBeVisible();
  },
  'the suggested authors': async (books, page) => {
    await books.addButton.click();
    await bookForm(books.createDialog).author.fill('Bea');
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  },
  'the form of a book': async (books) => {
    await books.action(books.rows.first(), 'edit').click();
    await expect(books.editDialog).toBeVisible();
  },
  'the question before a delete': async (books) => {
    await books.action(books.rows.first(), 'delete').click();
    await expect(books.deleteDialog).toBeVisible();
  },
  'the chapters': async (books) => {
    await books.action(books.rows.first(), 'chapters').click();
    await expect(books.chaptersDialog.getByRole('region').first()).toBeVisible();
  },
  'a cover': async (books) => {
    await books.rows.first().getByRole('img').first().click();
    await expect(books.previewDialog).toBeVisible();
  },
};

test('the login screen is accessible, also with its alert', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await isAccessible(page);
});

test('no element has a transition of all its properties with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(page.locator('body')).toHaveCSS('transition-duration', '0s');
});

test('the dashboard is accessible, also with open menus', async ({ page }) => {
  await openAs(page, '/dashboard');
  await expect(page.getByText(/^\d+ mins$/).first()).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await isAccessible(page);
  await chartsAreReadable(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account|administrator/i })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await isAccessible(page);
});

for (const [name, open] of Object.entries(booksDialogs)) {
  test(`books: ${name}: is accessible`, async ({ page }) => {
    await openAs(page, '/books');
    const books = booksScreen(page);
    await books.isLoaded();
    await open(books, page);
    await isAccessible(page);
  });
}

test('list screens show words without a change of case, and whole focus rings at actions', async ({
  page,
}) => {
  await openAs(page, '/dashboard');
  for (const path of lists) {
    await page.goto(path);
    await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
    await isShownAsWritten(page);
    await page.keyboard.press('Tab');
    const actions = page.getByRole('main').getByRole('button', { name: /^(Edit|Delete|More actions for) / });
    for (const index of [0, 1, 2]) await focusRingIsWhole(actions.nth(index));
    await focusRingIsWhole(actions.last());
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sidebar is a drawer, and books and their form are accessible', async ({ page }) => {
    await openAs(page, '/dashboard');
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: 'Books', exact: true }).click();
    const books = booksScreen(page);
    await books.isLoaded();
    await isAccessible(page);
    await books.addButton.click();
    await expect(books.createDialog).toBeVisible();
    await isAccessible(page);
  });
});

test('the API reference finds, shows and sends a request', async ({ page }) => {
  await openAs(page, '/dashboard');
  await page.goto('/api/docs');
  await expect(page.getByText('/books/list').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('add nothing');
  await expect(page.getByText('No matching endpoints.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('list books');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'List books' }).press('Enter');
  const call = page.getByRole('article', { name: 'List books' });
  await expect(call.getByText('curl ', { exact: false }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'TypeScript' }).check();
  await expect(call.getByText("client.GET('/books/list'")).toBeVisible();

  await call.getByText('Try it').click();
  await call.getByLabel('items_per_page (query)').fill('1');
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByText('200 OK')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, 390);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Other operations and schemas have the same markup. Axe would take minutes for a page with all of them.
  const examples = ['listBooks', 'createBook', 'schema-Book'];
  await page.evaluate((exampleIds) => {
    for (const article of document.querySelectorAll('article'))
      if (!exampleIds.includes(article.id)) article.remove();
  }, examples);
  await expect(page.getByRole('article')).toHaveCount(examples.length);
  await isAccessible(page, ['nav', '#session', '.languages', ...examples.map((id) => `#${id}`)]);
});
