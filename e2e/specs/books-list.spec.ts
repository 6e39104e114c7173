import { booksScreen } from '../books-screen.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';

test('the table has the columns and the pagers of the catalogue', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await expect(books.table.getByRole('columnheader')).toHaveText([
    'ID',
    'Title',
    'Author',
    'Category',
    'Sub Category',
    'Reading Time',
    'Duration',
    'Actions',
  ]);
  await expect(books.rows).toHaveCount(10);
  await expect(books.totals).toHaveCount(2);
  await expect(books.previous.first()).toBeDisabled();
  const firstRow = await books.rows.first().textContent();
  await books.next.first().click();
  await expect(books.rows.first()).not.toHaveText(firstRow ?? '');
  await expect(books.previous.last()).toBeEnabled();
});

test('filters narrow the list, are preserved after a visit to another screen, and are reset at once', async ({
  page,
}) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await expect(books.language.locator('option:checked')).toHaveText('English');
  const english = await books.total();

  await books.language.selectOption({ label: 'All Languages' });
  await expect(async () => expect(await books.total()).toBeGreaterThan(english)).toPass();
  await books.type.selectOption({ label: 'Main Service' });
  await books.sort.selectOption('desc');
  await books.next.first().click();
  await expect(page.locator('[aria-label="Results, page 2"][aria-busy="false"]')).toBeVisible();
  const firstRow = await books.rows.first().textContent();

  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await page.goto('/books');
  await books.isLoaded();
  await expect(books.language.locator('option:checked')).toHaveText('All Languages');
  await expect(books.type.locator('option:checked')).toHaveText('Main Service');
  await expect(books.sort.locator('option:checked')).toHaveText(/High to Low/);
  await expect(books.previous.first()).toBeEnabled();
  await expect(books.rows.first()).toHaveText(firstRow ?? '');

  await books.reset.click();
  await expect(books.language.locator('option:checked')).toHaveText('English');
  await expect(books.previous.first()).toBeDisabled();
  await expect(async () => expect(await books.total()).toBe(english)).toPass();
});

test('a search waits for a pause, starts on page 1, and is cleared at once', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  const all = await books.total();
  await books.next.first().click();
  await expect(books.previous.first()).toBeEnabled();
  const code = /BK-\d+/.exec((await books.rows.first().textContent()) ?? '')?.[0] ?? '';

  const searches: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/books/list') searches.push(url.searchParams.get('search') ?? '');
  });
  await books.search.pressSequentially(code, { delay: 20 });
  await expect(books.rows).toHaveCount(1);
  await expect(books.rows.first()).toContainText(code);
  expect(searches).toEqual([code]);

  await books.clear.click();
  await expect(async () => expect(await books.total()).toBe(all)).toPass();

  await books.search.fill('Beatrx Holoway');
  const correction = page.getByRole('button', { name: 'Did you mean Beatrix Holloway?' });
  await expect(correction).toBeVisible();
  await expect(books.rows.first()).toContainText('Beatrix Holloway');
  await isAccessible(page);
  await correction.click();
  await expect(books.search).toHaveValue('Beatrix Holloway');
  await expect(correction).toBeHidden();
  await page.getByRole('button', { name: 'Remove filter Language: English' }).click();
  await expect(books.language.locator('option:checked')).toHaveText('All Languages');
});

test('the category filter lists sub-categories under their category', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  await books.language.selectOption({ label: 'All Languages' });
  const options = await books.category.locator('option').allTextContents();
  const child = options.findIndex((label) => /^[\s\u00a0\u2003–—-]/.test(label));
  expect(child).toBeGreaterThan(1);
  const filterRequest = page.waitForRequest((request) => /sub_category_code=/.test(request.url()));
  await books.category.selectOption({ index: child });
  expect(new URL((await filterRequest).url()).searchParams.has('category_code')).toBe(false);
});

test('plays a chapter, shows its text, and continues in the player on other screens', async ({ page }) => {
  await openAs(page, '/books');
  const books = booksScreen(page);
  await books.isLoaded();
  const responseBody = await page.evaluate(async () => {
    const token = localStorage.getItem('access_token');
    const response = await fetch('/api/books/list?items_per_page=100&is_admin=1', {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as {
      data: { items: { code: string; chapters: { track_url: string | null }[] }[] };
    };
  });
  const narratedBook = responseBody.data.items.find((book) =>
    book.chapters.some((chapter) => chapter.track_url),
  );
  expect(narratedBook, 'the demo catalogue has narrated books').toBeDefined();

  await books.language.selectOption({ label: 'All Languages' });
  await books.find(narratedBook?.code ?? '');
  await books.action(books.row(narratedBook?.code ?? ''), 'chapters').click();
  const audio = books.chaptersDialog.locator('audio').first();
  await expect(audio).toBeVisible();
  await expect(audio).toContainText('Your browser does not support the audio element.');
  await audio.evaluate((element: HTMLAudioElement) => element.play());
  await expect(async () => {
    expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.3);
  }).toPass();

  const more = books.chaptersDialog.getByRole('button', { name: /read more/i }).first();
  await more.click();
  await books.chaptersDialog
    .getByRole('button', { name: /show less/i })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(books.chaptersDialog).toBeHidden();

  const player = page.getByRole('region', { name: 'Player' });
  const slider = player.getByRole('slider', { name: 'Position' });
  const playsOn = async () => {
    const before = await slider.inputValue();
    await expect(slider).not.toHaveValue(before);
  };
  await playsOn();
  const link = page.getByRole('navigation', { name: 'Main navigation' });
  await link.getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await playsOn();
  await page.keyboard.press('p');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await isAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await fits(page, width);
    // The end of the screen is above the player. The list changes its layout after the window.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const footer = await page.getByRole('contentinfo').boundingBox();
      const bar = await player.boundingBox();
      expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    }).toPass({ timeout: 5_000 });
  }
  const time = (await slider.getAttribute('aria-valuetext'))?.split(' of ')[0] ?? '';
  await player.getByRole('link').click();
  await player.getByRole('button', { name: 'Close player' }).click();
  await expect(player).toHaveCount(0);
  await page.getByRole('button', { name: /^Resume .* at / }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${time.slice(0, 3)}`));
  await playsOn();
});

test('offers a retry after a failed request', async ({ page }) => {
  await page.route('**/api/books/list*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'The shelf fell over.', data: null } }),
  );
  await openAs(page, '/books');
  await expect(page.getByRole('alert')).toContainText('The shelf fell over.');
  await page.unroute('**/api/books/list*');
  await page.getByRole('button', { name: /retry/i }).click();
  await booksScreen(page).isLoaded();
});

test('saves a view under a name, opens it by Back and by its address, and deletes it', async ({ page }) => {
  await openAs(page, '/books?language=tr&sort=asc');
  const books = booksScreen(page);
  await books.isLoaded();
  const total = await books.total();
  const views = page.getByRole('button', { name: /^Views/ });
  const entry = (name: string) => page.getByRole('menuitem', { name });
  const sharedView = page.getByRole('menuitemradio', { name: /^Short in Turkish/ });

  await views.click();
  await entry('Save view...').click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Short in Turkish');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(views).toHaveAccessibleName('Views: Short in Turkish');
  await expect(dialog).toBeHidden();
  await expect(views).toBeFocused();
  const address = page.url();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Default view' }).click();
  await expect(views).toHaveAccessibleName('Views');
  await expect(books.language.locator('option:checked')).toHaveText('English');
  await page.goBack();
  await expect(views).toHaveAccessibleName('Views: Short in Turkish');
  await expect(books.language.locator('option:checked')).toHaveText('Turkish');

  await page.goto('/dashboard');
  await page.goto(address);
  await expect(views).toHaveAccessibleName('Views: Short in Turkish');
  await books.sort.selectOption('desc');
  await expect(views).toHaveAccessibleName('Views: Short in Turkish, changed');
  await views.click();
  await expect(sharedView).toContainText(`${total}`);
  await sharedView.click();
  await expect(books.sort).toHaveValue('asc');
  await expect(views).toHaveAccessibleName('Views: Short in Turkish');

  await views.click();
  await entry('Delete...').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(views).toHaveAccessibleName('Views');
  await expect(books.language.locator('option:checked')).toHaveText('Turkish');
});
