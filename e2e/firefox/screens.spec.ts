import type { Page } from 'puppeteer-core';
import { openApi } from '../api.ts';
import { dragHandlesKeys } from '../pointer.ts';
import { isAccessible } from './accessible.ts';
import { button, expect, isLoaded, shows, signIn, test } from './fixtures.ts';

/* Each screen of the demo catalogue with a text that it shows when its data is there. */
const screens = [
  ['/dashboard', 'Most Prolific Authors'],
  ['/books', 'Total:'],
  ['/collections', 'Total:'],
  ['/categories', 'Total:'],
  ['/story-books', 'Total:'],
  ['/challenges', 'Reading Challenges'],
  ['/mobile-configs', 'Total:'],
  ['/analytics', 'Analytics'],
  ['/reports?severity=warning', 'Warnings'],
  ['/users', 'Users'],
  ['/settings', 'Settings'],
  ['/imports', 'Imports'],
] as const;

const headingIs = (page: Page, text: string) =>
  page.waitForFunction(
    (innerText) => document.querySelector('h1')?.textContent.includes(innerText),
    {},
    text,
  );

async function opensAll(page: Page, url: string): Promise<void> {
  for (const [path, text] of screens) {
    await test.step(path, async () => {
      await page.goto(url + path);
      await shows(page, text);
      await isAccessible(page);
    });
  }
}

const schemeIs = (page: Page, scheme: 'light' | 'dark') =>
  page.waitForFunction((name) => document.documentElement.dataset['mantineColorScheme'] === name, {}, scheme);

test('opens every screen without an accessibility issue', async ({ tab, product }) => {
  await signIn(tab, product.url);
  await schemeIs(tab, 'light');
  await opensAll(tab, product.url);
});

test('opens every screen without an accessibility issue in dark mode', async ({ tab, product }) => {
  await signIn(tab, product.url);
  await tab.locator(button('Switch to dark mode')).click();
  await schemeIs(tab, 'dark');
  await isLoaded(tab);
  await opensAll(tab, product.url);
  await schemeIs(tab, 'dark');
  // The choice belongs to the account, which the other tests use too.
  await tab.locator(button('Switch to light mode')).click();
  await schemeIs(tab, 'light');
  await isLoaded(tab);
});

test('leaves a screen that is loading without an error', async ({ tab, product }) => {
  await signIn(tab, product.url);
  for (const path of ['/dashboard', '/analytics', '/books']) {
    await tab.goto(product.url + path, { waitUntil: 'domcontentloaded' });
    await tab.goto(`${product.url}/categories`, { waitUntil: 'domcontentloaded' });
  }
  await headingIs(tab, 'Categories');
  await tab.goto(`${product.url}/settings`);
  await headingIs(tab, 'Settings');
  await tab.locator('header ::-p-aria(Open notifications menu)').wait();
});

test('links a book to its block of a home screen, whose blocks are selected in the preview and moved', async ({
  tab,
  product,
}) => {
  const { items } = await (await openApi(product.url)).allBooks();
  await signIn(tab, product.url);
  await tab.goto(`${product.url}/books/${items[0]?.id}`);
  await shows(tab, 'position');
  await isAccessible(tab);
  await tab.locator('::-p-xpath(//a[contains(., "block 1")])').click();
  await tab.waitForFunction(
    () => /^\/mobile-configs\/\d+$/.test(location.pathname) && location.hash.startsWith('#block'),
  );
  await tab.locator('aside [data-preview-block]:last-child button').click();
  await tab.waitForFunction(() =>
    document.activeElement?.matches('[data-block][aria-current]:last-child h3'),
  );
  await tab.focus('[data-block]:last-child header > button');
  const names = () =>
    tab.$$eval('[data-preview-block] h4', (headings) => headings.map((h4) => h4.textContent));
  const before = await names();
  await tab.keyboard.press(' ');
  await shows(tab, 'Picked up');
  await tab.evaluate(dragHandlesKeys);
  await tab.keyboard.press('ArrowUp');
  await shows(tab, `to position ${before.length - 1} of`);
  await tab.keyboard.press(' ');
  await shows(tab, 'Dropped');
  expect(await names()).toEqual([...before.slice(0, -2), before.at(-1), before.at(-2)]);
  await isAccessible(tab);
});

test('opens a category with the command menu by keyboard', async ({ tab, product }) => {
  await signIn(tab, product.url);
  await tab.goto(`${product.url}/categories`);
  await headingIs(tab, 'Categories');
  await tab.keyboard.down('Control');
  await tab.keyboard.press('k');
  await tab.keyboard.up('Control');
  await tab.waitForSelector('[role=listbox]');
  await tab.keyboard.type('mystery');
  await tab.waitForFunction(() =>
    document.querySelector('[role=option][aria-selected=true]')?.textContent.includes('Mystery'),
  );
  await isAccessible(tab);
  await tab.keyboard.press('Enter');
  await headingIs(tab, 'Mystery');
});

test('plays a chapter in the content editor', async ({ tab, product }) => {
  const { items } = await (await openApi(product.url)).allBooks();
  await signIn(tab, product.url);
  await tab.goto(`${product.url}/books/${items[0]?.id}/content`);
  await tab.locator(button('Play')).click();
  await tab.waitForSelector(button('Pause'));
  await isAccessible(tab);
});

// Firefox plays no audio on a computer without an audio device, so only the player is checked.
test('opens the player, which stays open on another screen', async ({ tab, product }) => {
  const { items } = await (await openApi(product.url)).allBooks();
  const book = items.find(({ name }) => name === 'The Clockmaker of Pennyfold');
  await signIn(tab, product.url);
  await tab.goto(`${product.url}/books/${book?.id}`);
  await tab.locator(button('Play book')).click();
  await tab.waitForSelector(button('Close player'));
  await tab.locator('nav a[href="/categories"]').click();
  await headingIs(tab, 'Categories');
  await tab.waitForSelector(button('Close player'));
  await isAccessible(tab);
  await tab.locator(button('Close player')).click();
  await tab.waitForFunction(() => document.querySelector('section[aria-label="Player"]') === null);
});
