import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { expect, isLoaded } from './fixtures.ts';

type WithAxe = typeof globalThis & { readonly axe: typeof axe };

/** No finding of axe, after the page has its data and its transitions are over. */
export async function isAccessible(page: Page): Promise<void> {
  await isLoaded(page);
  await page.waitForFunction(
    () =>
      document.querySelector('[data-busy="true"]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  await page.evaluate(axe.source);
  const issues = await page.evaluate(async () => {
    const { violations } = await (globalThis as WithAxe).axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`,
    );
  });
  expect(issues).toEqual([]);
}
