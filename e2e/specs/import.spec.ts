import { dropFiles, makeEpub, makeEpubWith, makeM4b } from '../import-files.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fits, isAccessible } from '../page-checks.ts';
import { wav } from '../media.ts';

const author = 'Ada Marsh';
const metadata =
  `<dc:creator>${author}</dc:creator><dc:contributor id="t">Mo Lind</dc:contributor><meta refines="#t" property="role">trl</meta>` +
  '<meta property="belongs-to-collection">Beacons of Old Quays</meta><dc:identifier>urn:asin:B00ABCDEFG</dc:identifier>' +
  '<dc:subject>Sea; Wrong</dc:subject>';
const texts = (what: string) => [`It was ${what} that she saw first.`, `And ${what} was what stayed.`];

test('imports files as books: uploads, reviews, adds, plays, and updates an existing book', async ({
  page,
}) => {
  await openAs(page, '/books');
  const line = page.getByRole('region', { name: 'Imports in progress' });
  const review = line.getByRole('link', { name: 'Review' });

  await test.step('uploads, corrects and adds an M4B', async () => {
    const marks = [
      ['Dawn', 0],
      ['Noon', 0.6],
      ['Dusk', 1.2],
    ] as const;
    const m4b = makeM4b('Harbour Lights', author, marks);
    await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
    await dropFiles(page, [{ name: 'harbour.m4b', bytes: m4b }]);
    await review.click();
    await expect(page.getByLabel(/^Title/)).toHaveValue('Harbour Lights');
    await expect(page.getByLabel(/^Author/)).toHaveValue(author);
    await expect(page.getByText('From the file’s metadata tags').first()).toBeVisible();
    await isAccessible(page);
    await page.getByLabel('Name of chapter 3').fill('Night');
    await page.getByRole('button', { name: 'Add to catalogue', exact: true }).click();
    await expect(page.getByText('Added to catalogue', { exact: true })).toBeVisible();
  });

  await test.step('plays chapter 3', async () => {
    await page.getByRole('link', { name: 'View book' }).click();
    await page.getByRole('button', { name: 'View chapters of Harbour Lights' }).click();
    const chapters = page.getByRole('dialog');
    await expect(chapters.getByText('Night', { exact: true })).toBeVisible();
    const playedSeconds = await chapters
      .locator('audio')
      .nth(2)
      .evaluate(async (audio: HTMLAudioElement) => {
        await audio.play();
        while (audio.currentTime < 1.3 && !audio.ended) await new Promise((next) => setTimeout(next, 20));
        return audio.currentTime;
      });
    expect(playedSeconds).toBeGreaterThanOrEqual(1.2);
    await page.keyboard.press('Escape');
  });

  await test.step('combines a text and its audio into one proposal', async () => {
    const epub = makeEpub('Both Ways', author, {
      'Chapter 1': texts('the lamp'),
      'Chapter 2': [...texts('the rope'), ...texts('the sea')],
    });
    await dropFiles(page, [
      { name: 'both.epub', bytes: epub },
      { name: '1.wav', bytes: wav(5) },
      { name: '2.wav', bytes: wav(9) },
    ]);
    await review.click();
    await expect(page.getByLabel(/^Title/)).toHaveValue('Both Ways');
    await expect(page.getByText(/^Good/).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 390);
    await isAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Add to catalogue', exact: true }).click();
    await expect(page.getByText('Added to catalogue', { exact: true })).toBeVisible();
  });

  await test.step('adds texts to the book that has the audio', async () => {
    await page.goto('/imports');
    const epub = makeEpubWith('Harbour Lights', metadata, {
      Dawn: texts('dawn'),
      Noon: texts('noon'),
      Night: texts('night'),
    });
    await dropFiles(page, [{ name: 'texts.epub', bytes: epub }]);
    await review.click();
    await expect(page.getByText('New series. It will be created with the book.')).toBeVisible();
    await expect(page.getByLabel('Other identifiers')).toHaveValue('ASIN: B00ABCDEFG');
    await page.getByLabel('Keywords').fill('Sea');
    await page.getByLabel('Position in Beacons of Old Quays').fill('1–2');
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await isAccessible(page);
    await page.getByRole('link', { name: 'Update “Harbour Lights”' }).click();
    await expect(page.getByText('Current value')).toBeVisible();
    await isAccessible(page);
    for (const field of ['Other contributors', 'Series', 'ASIN', 'Keywords'])
      await expect(page.getByRole('checkbox', { name: `Update ${field} from file` })).toBeChecked();
    await page.getByRole('checkbox', { name: /chapters/i }).check();
    await page.getByRole('button', { name: /^Update \d+ fields?$/ }).click();
    await expect(page.getByText('“Harbour Lights” updated successfully')).toBeVisible();
  });

  await test.step('shows the imported record', async () => {
    await page.getByRole('link', { name: 'View book' }).click();
    await page.getByRole('link', { name: 'Harbour Lights', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Beacons of Old Quays' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mo Lind' }).first()).toBeVisible();
    await expect(page.getByText(/updated Other identifiers and Keywords/)).toBeVisible();
  });

  await test.step('exports the book', async () => {
    await page.goto('/books?search=Harbour&language=all');
    await page.getByRole('button', { name: 'More actions for Harbour Lights' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as EPUB' }).click();
    expect((await download).suggestedFilename()).toBe('Harbour Lights.epub');
  });
});

test('an interrupted upload resumes by itself, and after a reload when the user adds the same file again', async ({
  page,
}) => {
  const audio = { name: 'long.wav', bytes: wav(700) };
  let chunkCount = 0;
  let isCut = true;
  await page.route('**/api/uploads/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (offset === undefined) return route.continue();
    if (offset !== '0' && isCut) return route.abort('internetdisconnected');
    chunkCount += 1;
    return route.continue();
  });
  await openAs(page, '/books');
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
  const line = page.getByRole('region', { name: 'Imports in progress' });
  await dropFiles(page, [audio]);
  await expect(line).toContainText('Paused. Resumes automatically');
  expect(chunkCount).toBe(1);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/^Total: \d+ items$/).first()).toBeVisible();
  await dropFiles(page, [audio]);
  await expect(line).toContainText('Paused. Resumes automatically');
  expect(chunkCount).toBe(1);
  isCut = false;
  await expect(line.getByRole('link', { name: 'Review' })).toBeVisible();
  expect(chunkCount).toBe(2);
});
