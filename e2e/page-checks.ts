import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './walk.ts';

/** No finding of axe on the page as it is. Transitions are over by then, or half-faded text fails on contrast. */
export async function isAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`,
  );
  expect(found).toEqual([]);
}

/** No word is upper-cased by a style: what people read is what is written. */
export async function isShownAsWritten(page: Page): Promise<void> {
  const changed = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => `${element.tagName} ${element.textContent}`),
  );
  expect(changed).toEqual([]);
}

/** The page is not wider than the window, and so never scrolls sideways. */
export async function fits(page: Page, width: number): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }).toPass();
}
