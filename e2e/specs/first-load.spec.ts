import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** The maximum size of the first load in bytes, with Brotli. Raise it only for something that every screen needs. */
const BUDGET = 282_965;

const web = join(import.meta.dirname, '..', '..', 'dist', 'web');

/** Returns the scripts and style sheets that the page loads before any screen. */
function filesOfPage(): string[] {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
}

const sizeOf = (file: string): number =>
  statSync(join(web, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(web, file)).size;

test('the first load stays within its budget', () => {
  const files = filesOfPage().map((file) => ({ file, bytes: sizeOf(file) }));
  expect(files.length).toBeGreaterThan(1);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  expect(
    total,
    `The first load has ${total} bytes, ${total - BUDGET} more than its budget of ${BUDGET}:\n${list}\nLoad new code with the screen that needs it (createLazyComponent).`,
  ).toBeLessThanOrEqual(BUDGET);
});
