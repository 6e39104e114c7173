import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * No finding of axe on the page as it is, or in some of its parts. Transitions are over by then, or half-faded text fails on
 * contrast.
 */
export async function isAccessible(page: Page, parts: readonly string[] = []): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  const { violations } = await parts
    .reduce((axe, part) => axe.include(part), new AxeBuilder({ page }))
    .analyze();
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

/** The toast that is shown lies over nothing that could be operated. */
export async function toastCoversNoControl(page: Page): Promise<void> {
  await expect(async () => {
    const covered = await page.evaluate(() => {
      const toast = document.querySelector('[data-toast-region] [role=alert]')?.getBoundingClientRect();
      if (!toast) return ['There is no toast'];
      const dialog = document.querySelector('[role=dialog][aria-modal=true]');
      return [...(dialog ?? document).querySelectorAll('a[href], button, input, select, textarea')]
        .filter((control) => control.closest('[data-toast-region]') === null)
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect();
          const isApart =
            right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
          return width > 0 && !isApart;
        })
        .map((control) => control.outerHTML.slice(0, 120));
    });
    expect(covered).toEqual([]);
  }).toPass({ timeout: 4_000 });
}

/** The page is not wider than the window, and so never scrolls sideways. */
export async function fits(page: Page, width: number): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }).toPass();
}
