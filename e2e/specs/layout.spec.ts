import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../fixtures.ts';
import { addFonts, fontSets, sampleWidth, useFontSet } from '../layout/fonts.ts';
import { layoutProblems, rulesAt } from '../layout/layout-problems.ts';
import { respondWith } from '../layout/stress-data.ts';
import { catalogueScreens, isReady } from '../layout/states.ts';
import { recordScreens } from '../layout/record-states.ts';
import { workScreens } from '../layout/work-states.ts';
import { toastCoversNoPrimaryControl } from '../page-checks.ts';

/*
 * Checks every screen, dialog and menu at every width with data that is hard to lay out. No word is broken, nothing is outside
 * its frame, every target has its minimum size, and no control is covered. The page is resized, not opened again. Colours are not
 * checked here.
 */

// Problems are reported as text, so traces of every width are not needed.
test.use({ trace: 'off' });
// Ends tests that hang. A screen with its dialogs takes seconds, and twenty times as long on a busy machine.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeEach(({ page }) => addFonts(page));
// The last screen may still send requests. Their responses are awaited before the page is closed.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

const desk = { width: 1280, height: 900 };
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  desk,
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** Returns the layout problems of the current page at every width, with a wide and a narrow font. */
async function problemsAtEveryWidth(page: Page, state: string): Promise<string[]> {
  const problems: string[] = [];
  for (const size of sizes) {
    for (const font of fontSets) {
      // The wide font is loaded before the width changes, because charts measure their labels then.
      await useFontSet(page, font);
      await page.setViewportSize(size);
      const pageProblems = await layoutProblems(page, rulesAt(size.width));
      problems.push(
        ...pageProblems.map((problem) => `${state} at ${size.width} px in the ${font} font: ${problem}`),
      );
    }
  }
  return problems;
}

test('uses a wide and a narrow font for the layout check', async ({ page }) => {
  await page.goto('/login');
  await useFontSet(page, 'wide');
  const wide = await sampleWidth(page);
  await useFontSet(page, 'narrow');
  expect(await sampleWidth(page)).toBeLessThan(wide * 0.85);
});

for (const screen of [...catalogueScreens, ...workScreens, ...recordScreens]) {
  const { path, states } = screen;
  test(`${path} fits every width, with each of its dialogs and menus`, async ({ page }) => {
    await respondWith('hard', page);
    await openAs(page, path);
    const problems: string[] = [];
    let isLoaded = true;
    for (const { name, open, close } of states) {
      await test.step(name, async () => {
        await page.setViewportSize(desk);
        if (!isLoaded) await page.goto(path);
        await isReady(page, screen);
        await open(page);
        problems.push(...(await problemsAtEveryWidth(page, name)));
        await close?.(page);
        isLoaded = close !== undefined;
      });
    }
    expect(problems).toEqual([]);
  });
}

test('empty states fit every width', async ({ page }) => {
  await respondWith('empty', page);
  await openAs(page, '/dashboard');
  const problems: string[] = [];
  for (const { path } of catalogueScreens) {
    await page.goto(path);
    await expect(page.getByText(/^(Total: 0 items|No books yet)$/).first()).toBeVisible();
    problems.push(...(await problemsAtEveryWidth(page, path)));
  }
  expect(problems).toEqual([]);
});

test('the login screen fits every width, also with its alert', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await problemsAtEveryWidth(page, 'the login')).toEqual([]);
});

test('a toast has a fixed position and covers no primary control at any width', async ({ page }) => {
  await openAs(page, '/categories');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Add Category', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Category' });
    await dialog.getByLabel(/^Name/).fill(`Toast at ${size.width}`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Category created successfully').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await toastCoversNoPrimaryControl(page);
    await page.reload();
  }
});

test('fifteen compact rows fit a window of 900 px, and stay compact', async ({ page }) => {
  await page.setViewportSize(desk);
  await openAs(page, '/books');
  // The filters and the display options are in one line.
  const view = page.getByRole('button', { name: 'Display options', exact: true });
  expect((await view.boundingBox())?.y).toBe(
    (await page.getByLabel('Type', { exact: true }).boundingBox())?.y,
  );
  await view.click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.getByRole('menuitemradio', { name: '25' }).click();
  await page.keyboard.press('Escape');
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(14)).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(14)).toBeInViewport({ ratio: 1 });
});

test('the first book on a phone is near the top, with the filters behind one button', async ({ page }) => {
  await page.setViewportSize(sizes[0]);
  await openAs(page, '/books');
  const first = page.locator('tbody tr').first();
  await expect(first).toBeVisible();
  const box = await first.boundingBox();
  expect(box?.y).toBeLessThan(300);
  expect(box?.height).toBeLessThan(260);
  const type = page.getByLabel('Type', { exact: true });
  await expect(type).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await type.selectOption({ label: 'Main Service' });
  await page.getByRole('button', { name: 'Filters, 1 active' }).click();
  await expect(type).toBeHidden();
});
