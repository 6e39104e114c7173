import type { Page } from '@playwright/test';
import { bookBody, openApi } from '../api.ts';
import { booksScreen } from '../books-screen.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { babble } from '../media.ts';
import { fits, isAccessible } from '../page-checks.ts';
import { middleOf, openFinger, type Point } from '../pointer.ts';

const name = 'The Ferry Bell';
const lengths = [2, 3, 2.5, 2, 3, 2];
const text = [
  'The bell rang at six.',
  'Nobody on the pier had slept that night.',
  'A man with a lamp came down.',
  'He said nothing to us.',
].join('\n\n');

const names = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Name of chapter/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
const take = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const paste = async (page: Page, list: string) => {
  await take(page, 'More chapter actions', 'Paste list');
  await page.getByLabel('Chapter titles, with or without times').fill(list);
  await page.getByRole('button', { name: 'Apply list' }).click();
};

/** Drags sideways with one finger. */
async function dragByFinger(page: Page, from: Point, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const finger = await openFinger(page);
  await finger('touchStart', from);
  for (const share of [0.25, 0.5, 0.75, 1]) await finger('touchMove', { x: from.x + by * share, y: from.y });
  await finger('touchEnd');
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
}

/** Runs in the page. Returns chapter names without space, and buttons with a clipped label or outside the window. */
function clippedElements(): string[] {
  const fields = [...document.querySelectorAll('[data-chapter-name]')].filter(
    (field) => field.clientWidth < 90 && field.scrollWidth > field.clientWidth,
  );
  // A sentence of the strip is as wide as its time, so its text is shortened.
  const selector = 'main button:not([aria-label^="Play sentence"])';
  const buttons = [...document.querySelectorAll(selector)].filter((button) => {
    const { right, width } = button.getBoundingClientRect();
    const label = button.querySelector('.mantine-Button-label') ?? button;
    const isCut = right > window.innerWidth || label.scrollWidth > label.clientWidth + 1;
    return width > 0 && isCut;
  });
  return [...fields, ...buttons].map((element) => element.getAttribute('aria-label') ?? element.outerHTML);
}

test('splits audio into chapters with synced texts, by mouse and by keyboard', async ({ page, product }) => {
  const { call } = await openApi(product.url);
  const response = await call(
    'POST',
    '/books/create',
    bookBody({ name, language: '3' }, { audio: babble(lengths) }),
  );
  expect(response.success, response.message).toBe(true);
  const books = booksScreen(page);
  const mark = (chapter: string) => page.getByRole('slider', { name: `Start of ${chapter}`, exact: true });

  await test.step('opens the editor from the row, with the waveform after the audio analysis', async () => {
    await openAs(page, '/books');
    await books.isLoaded();
    await books.find(name);
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Content editor' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByText(/ LUFS$/)).toBeVisible();
    await expect(async () => {
      const wave = page.getByRole('img', { name: `Waveform for ${name}`, exact: false });
      const isDrawn = await wave.evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        return data.some((value) => value > 0);
      });
      expect(isDrawn).toBe(true);
    }).toPass();
  });

  await test.step('pastes times, splits a chapter at a pause by shortcuts, and pastes titles', async () => {
    await paste(page, '00:00:00 One\n00:00:11 Two');
    expect(await names(page)).toEqual(['One', 'Two']);
    await page.getByRole('slider', { name: 'Playhead' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await page.keyboard.press('s');
    await expect(page.getByRole('textbox', { name: /^Name of chapter/ })).toHaveCount(3);
    await paste(page, 'Dusk\nNight\nMorning');
    expect(await names(page)).toEqual(['Dusk', 'Night', 'Morning']);
  });

  await test.step('drags a chapter marker, and undoes it by its name', async () => {
    const before = await mark('Morning').getAttribute('aria-valuetext');
    const { x, y } = await middleOf(mark('Morning'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 4 });
    await page.mouse.up();
    await expect(mark('Morning')).not.toHaveAttribute('aria-valuetext', before ?? '');
    await page.getByRole('button', { name: 'Undo move marker of chapter 3' }).click();
    await expect(mark('Morning')).toHaveAttribute('aria-valuetext', before ?? '');
  });

  await test.step('uploads a text from a file and aligns it', async () => {
    await page.getByRole('textbox', { name: 'Name of chapter 1' }).click();
    const fileChooser = page.waitForEvent('filechooser');
    await take(page, 'More text actions', 'Import text from file...');
    await (await fileChooser).setFiles({
      name: 'dusk.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Import text' }).click();
    await expect(page.getByRole('textbox', { name: 'Paragraph' })).toHaveCount(4);
    await take(page, 'Sync text and audio', 'Sync all');
    await expect(page.getByText('Text and audio are synced', { exact: false })).toBeVisible();
    await page
      .locator('label')
      .filter({ hasText: /^Listen$/ })
      .click();
    await isAccessible(page);
  });

  await test.step('moves to a sentence with low confidence by its shortcut and corrects it by another', async () => {
    const end = page
      .getByRole('group', { name: 'Sentences in this chapter' })
      .getByRole('slider', { name: /^End of/ });
    await page.getByRole('heading', { name, level: 1 }).focus();
    // Four sentences share the audio of two, so some have low confidence, and one that was found is corrected.
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(end).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const before = await end.getAttribute('aria-valuetext');
    await end.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(end).not.toHaveAttribute('aria-valuetext', before ?? '');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Chapters saved successfully').first()).toBeVisible();
    await expect(page.getByText('All changes are saved')).toBeVisible();
  });

  await test.step('lists what to check in the proofing report, and opens the editor there', async () => {
    await take(page, 'Content editor menu', 'Proofing report');
    const chapter = page.getByRole('region', { name: '1. Dusk' });
    const toReview = /(Uncertain time|Not spoken) at .* in Dusk$/;
    await chapter.getByRole('button', { name: toReview }).first().click();
    const player = page.getByRole('region', { name: 'Player' });
    await expect(player).toBeVisible();
    await player.getByRole('button', { name: 'Close player' }).click();
    await isAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 390);
    await isAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(chapter).toBeVisible();
    await page.emulateMedia({ media: null });
    await chapter.getByRole('link', { name: toReview }).first().click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Sentences in this chapter' })).toBeVisible();
  });

  await test.step('all controls are reachable on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'More audio actions' })).toBeVisible();
    await fits(page, 390);
    await isAccessible(page);
    await take(page, 'More audio actions', 'Zoom to fit');
    const playhead = await page.getByRole('slider', { name: 'Playhead' }).boundingBox();
    expect(Math.round(playhead?.width ?? 0)).toBeGreaterThanOrEqual(24);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await fits(page, width);
      expect(await page.evaluate(clippedElements)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const before = await mark('Night').getAttribute('aria-valuetext');
    await mark('Night').hover();
    await dragByFinger(page, await middleOf(mark('Night')), 60);
    await expect(mark('Night')).not.toHaveAttribute('aria-valuetext', before ?? '');
    await page.getByRole('button', { name: 'Undo move marker of chapter 2' }).click();
    await expect(mark('Night')).toHaveAttribute('aria-valuetext', before ?? '');
    await page
      .locator('label')
      .filter({ hasText: /^Text$/ })
      .click();
    await expect(page.getByRole('button', { name: 'Sync text and audio', exact: true })).toBeVisible();
    await isAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('plays in the chapters dialog, which loads no audio before', async () => {
    const loadedUrls: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media') loadedUrls.push(request.url());
    });
    await page.getByRole('link', { name: 'All books' }).click();
    await books.isLoaded();
    await books.action(books.row(name), 'chapters').click();
    await expect(books.chaptersDialog.getByRole('heading', { level: 3 })).toHaveText([
      'Dusk',
      'Night',
      'Morning',
    ]);
    expect(loadedUrls).toEqual([]);
    const chaptersWithAudio = await books.chaptersDialog
      .locator('audio')
      .nth(1)
      .evaluate(async (audio: HTMLAudioElement) => {
        await audio.play();
        const from = audio.currentTime;
        while (audio.currentTime < from + 0.3) await new Promise((next) => setTimeout(next, 20));
        return from;
      });
    expect(chaptersWithAudio).toBeGreaterThan(3);
  });
});
