import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { percentile } from './load.ts';

const TIMES = 9;
const desk = { width: 1280, height: 900 };

interface Opening {
  readonly name: string;
  readonly path: string;
  /** The button that opens the dialog. */
  readonly opener: string;
  /** A field that can be used when the dialog is open. */
  readonly field: string;
}

const openings: readonly Opening[] = [
  { name: 'new book', path: '/books', opener: 'text="Add New Book"', field: '[name="name"]' },
  { name: 'edit book', path: '/books', opener: '[data-row-action="edit"]', field: '[name="name"]' },
  { name: 'chapters', path: '/books', opener: '[data-row-action="open"]', field: 'h2' },
  { name: 'delete book', path: '/books', opener: '[data-row-action="delete"]', field: 'button' },
  { name: 'category', path: '/categories', opener: '[data-row-action="edit"]', field: '[name="name"]' },
  { name: 'collection', path: '/collections', opener: '[data-row-action="edit"]', field: '[name="title"]' },
  { name: 'story book', path: '/story-books', opener: '[data-row-action="edit"]', field: '[name="title"]' },
  { name: 'challenge', path: '/challenges', opener: '[data-row-action="edit"]', field: '[name="title"]' },
  {
    name: 'home screen',
    path: '/mobile-configs',
    opener: '[data-row-action="edit"]',
    field: '[name="title"]',
  },
  { name: 'author', path: '/contributors', opener: '[data-row-action="edit"]', field: '[name="name"]' },
];

/** Measures the time from the click to the first frame with the field. It runs in the page to exclude the time of the driver. */
const openAndTime = (page: Page, opener: string, field: string): Promise<number> =>
  page
    .locator(opener)
    .first()
    .evaluate(
      (button, selector) =>
        new Promise<number>((resolve) => {
          const startedAt = performance.now();
          const checkFrame = () => {
            const input = document.querySelector(`[role="dialog"] ${selector}`);
            if (input && input.getClientRects().length > 0)
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
            else requestAnimationFrame(checkFrame);
          };
          (button as HTMLElement).click();
          checkFrame();
        }),
      field,
    );

/** Returns the milliseconds from the response of a save until the dialog begins to close and accepts no clicks. */
const saveAndTime = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const dialog = document.querySelector('[role="dialog"]');
        const submit = dialog?.querySelector<HTMLElement>('[type="submit"]');
        let respondedAt = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as PerformanceResourceTiming[])
            if (/\/api\/books\/(update|collections\/update|categories)/.test(entry.name) && respondedAt === 0)
              respondedAt = entry.responseEnd;
        }).observe({ type: 'resource' });
        const checkFrame = () => {
          const section = document.querySelector('[role="dialog"]');
          const isMeasuring = !section || Number(getComputedStyle(section).opacity) < 1;
          if (respondedAt > 0 && isMeasuring) resolve(performance.now() - respondedAt);
          else requestAnimationFrame(checkFrame);
        };
        submit?.click();
        checkFrame();
      }),
  );

/**
 * Measures the time until dialogs are open in milliseconds: of the first opening after a hover on the button, and the median of the
 * other openings.
 */
export async function measureDialogs(
  browser: Browser,
  origin: string,
  session: BrowserContextOptions['storageState'],
) {
  const results: Record<string, { readonly first: number; readonly median: number }> = {};
  for (const { name, path, opener, field } of openings) {
    const context = await browser.newContext({ ...(session && { storageState: session }), viewport: desk });
    const page = await context.newPage();
    await page.goto(origin + path);
    await page.locator(opener).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator(opener).first().hover();
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      times.push(await openAndTime(page, opener, field));
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Escape');
      await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
    }
    const [first = 0, ...others] = times;
    results[name] = { first: Math.round(first), median: Math.round(percentile(others, 0.5)) };
    await context.close();
  }
  return results;
}

/** Measures the time from the response of a save until its dialog begins to close, in milliseconds. */
export async function measureSaves(
  browser: Browser,
  origin: string,
  session: BrowserContextOptions['storageState'],
) {
  const context = await browser.newContext({ ...(session && { storageState: session }), viewport: desk });
  const page = await context.newPage();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await page.goto(`${origin}/books`);
    await page.locator('[data-row-action="edit"]').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('[data-row-action="edit"]').first().click();
    await page.locator('[role="dialog"] [name="description"]').fill(`Said ${time} times`);
    times.push(await saveAndTime(page));
  }
  await context.close();
  return { median: Math.round(percentile(times, 0.5)), worst: Math.round(Math.max(...times)) };
}
