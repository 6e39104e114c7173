import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const otherScheme = { light: 'dark', dark: 'light' } as const;

interface AxeOptions {
  /** Selectors of the elements to check. If empty, the whole page is checked. */
  readonly selectors: readonly string[];
  /** The axe rules to run. Defaults to all rules. */
  readonly rules?: string[];
  /** True if an earlier run has loaded axe into the page. */
  readonly isLoaded?: boolean;
}

/** Returns the violations that axe reports. Waits for transitions first, because half-faded text would fail on contrast. */
async function issues(page: Page, { selectors, rules, isLoaded = false }: AxeOptions): Promise<string[]> {
  // A list is pale while it is fetched again, and so are elements during a transition.
  await page.waitForFunction(
    () =>
      document.querySelector('[data-busy="true"]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  // Pages have no frames, and only violations are used. Without frames and passed rules a run takes a third of its time.
  const source = isLoaded ? { axeSource: 'undefined' } : {};
  const builder = new AxeBuilder({ page, ...source })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const axe = selectors.reduce((all, selector) => all.include(selector), builder);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`);
}

/** Checks that axe reports no violation on the page or its parts. In the other colour scheme only contrast is checked. */
export async function isAccessible(page: Page, selectors: readonly string[] = []): Promise<void> {
  // Without transitions, axe does not measure a toast that fades.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await issues(page, { selectors })).toEqual([]);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = isDark ? 'dark' : 'light';
  await takeOn(page, otherScheme[scheme]);
  const inOther = await issues(page, { selectors, rules: ['color-contrast'], isLoaded: true });
  await takeOn(page, scheme);
  await page.emulateMedia({ reducedMotion: null });
  expect(inOther, `in the ${otherScheme[scheme]} scheme`).toEqual([]);
}

const charts = '.recharts-wrapper';

/**
 * Checks the contrast of all texts in charts, in both colour schemes. Axe skips them otherwise, because screen readers read the tables
 * of the charts instead.
 */
export async function chartsAreReadable(page: Page): Promise<void> {
  const count = await page.evaluate((selector) => {
    const drawnCharts = [...document.querySelectorAll(selector)].filter((chart) =>
      chart.querySelector('path'),
    );
    for (const chart of drawnCharts) chart.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
    return drawnCharts.length;
  }, charts);
  expect(count).toBeGreaterThan(1);
  for (const scheme of ['light', 'dark'] as const) {
    await takeOn(page, scheme);
    expect(await issues(page, { selectors: [charts], rules: ['color-contrast'] }), scheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

async function takeOn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => {
    const { mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined || mantineColorScheme === scheme;
  }, colorScheme);
}

/** Checks that no style changes the case of text. */
export async function isShownAsWritten(page: Page): Promise<void> {
  const changedElements = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => `${element.tagName} ${element.textContent}`),
  );
  expect(changedElements).toEqual([]);
}

/** Controls that stay in place while a screen scrolls, and those of its header. */
const primaryControls =
  '[data-sticks] :is(a, button), [role=dialog] header button, header :is(a, button, input), aside a, main :has(> * > h1) button';

/** Checks that the toast is in the middle of the window and covers no primary control. */
export async function toastCoversNoPrimaryControl(page: Page): Promise<void> {
  await expect(async () => {
    const coveredElements = await page.evaluate((selector) => {
      const toast = document.querySelector('[data-toast-region] [role=alert]')?.getBoundingClientRect();
      if (!toast) return ['There is no toast'];
      const dialog = document.querySelector('[role=dialog][aria-modal=true]');
      if (Math.abs(toast.left + toast.width / 2 - document.documentElement.clientWidth / 2) > 1)
        return ['The toast is not in the middle'];
      return [...(dialog ?? document).querySelectorAll(selector)]
        .filter((control) => control.closest('[data-toast-region]') === null)
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect();
          const isApart =
            right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
          return width > 0 && !isApart;
        })
        .map((control) => control.outerHTML.slice(0, 120));
    }, primaryControls);
    expect(coveredElements).toEqual([]);
  }).toPass({ timeout: 4_000 });
}

/** Checks that the page is not wider than the window, so it never scrolls sideways. */
export async function fits(page: Page, width: number): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }).toPass();
}

/** Focuses a control, and checks that its focus ring is visible and not cut by a container. */
export async function focusRingIsWhole(control: Locator): Promise<void> {
  await control.focus();
  const problems = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    if (outlineStyle === 'none') return ['There is no focus ring'];
    const width = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const cutBy: string[] = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(parent);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const frame = parent.getBoundingClientRect();
      const isWhole =
        left - width >= frame.left - 0.5 &&
        right + width <= frame.right + 0.5 &&
        top - width >= frame.top - 0.5 &&
        bottom + width <= frame.bottom + 0.5;
      if (!isWhole) cutBy.push(`${element.getAttribute('aria-label')} is cut by ${parent.className}`);
    }
    return cutBy;
  });
  expect(problems).toEqual([]);
}
