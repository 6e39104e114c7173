import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/firefox.mjs';
import { expect, test as base } from '../fixtures.ts';
import { admin } from '../server.ts';

export { expect };

const waitAtMostMs = 45_000;

/** Names of preferences as Firefox has them. */
const preferences = {
  // Audio plays without a click, at volume zero.
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.volume_scale': '0.0',
  'ui.prefersReducedMotion': 1,
};

interface Fixtures {
  /** An empty page in Firefox. */
  readonly tab: Page;
}

interface WorkerFixtures {
  readonly firefox: Browser;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  firefox: [
    async ({}, use) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: findFirefox(),
        extraPrefsFirefox: preferences,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ firefox }, use, info) => {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.setDefaultTimeout(waitAtMostMs);
    await use(page);
    if (info.status !== info.expectedStatus) await page.screenshot({ path: info.outputPath('firefox.png') });
    await context.close();
  },
  withoutErrors: async ({ tab }, use) => {
    const problems: string[] = [];
    tab.on('pageerror', (error) => problems.push(String(error)));
    tab.on('console', (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) problems.push(message.text());
    });
    await use();
    expect(problems).toEqual([]);
  },
});

/** Signs in as a person does. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[type=email]').fill(admin.email);
  await page.locator('input[type=password]').fill(admin.password);
  await page.locator(button('Login')).click();
  await page.waitForFunction(() => location.pathname === '/dashboard');
  await isLoaded(page);
}

/** Waits until the page requests nothing. Firefox reports a style sheet as failed when the page is left while it loads. */
export async function isLoaded(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ timeout: waitAtMostMs });
}

/* Selectors of controls by their names. */

export const button = (name: string): string => `::-p-aria([name="${name}"][role="button"])`;
export const link = (name: string): string => `::-p-aria([name="${name}"][role="link"])`;

/** Waits until the page shows a text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction((innerText) => document.body.innerText.includes(innerText), {}, text);
}

/** Waits until the page does not show a text any more. */
export async function hides(page: Page, text: string): Promise<void> {
  await page.waitForFunction((innerText) => !document.body.innerText.includes(innerText), {}, text);
}
