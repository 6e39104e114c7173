import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import './book-page.tsx';
import './audio-levels-dialog.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeAnalysis, fakeBookContent } from '#web/testing/fake-book-content.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const good = { rms_db: -20.04, true_peak_db: -3.2, floor_db: -62, lufs: -19.4 };

/** Opens the levels of a book whose first three chapters play two files. */
async function openLevels(prepare: (fake: ReturnType<typeof createFakeApi>) => void = () => undefined) {
  const fake = createFakeApi();
  const book = fakeBook(3);
  const [chapter] = book.chapters ?? [];
  const tracks = ['/media/one.mp3#t=0,60', '/media/one.mp3#t=60,90', '/media/two.mp3'];
  fake.items.books[2] = {
    ...book,
    audio_url: '/media/whole.mp3',
    chapters: tracks.map((track_url, index) => ({
      ...chapter!,
      id: index + 1,
      name: `Chapter ${index + 1}`,
      track_url,
    })),
  };
  fake.bookContents.byBook.set(3, fakeBookContent(3));
  fake.bookContents.analyses.set(3, [
    fakeAnalysis({ ...good, audio_url: '/media/whole.mp3', seconds: 3_725 }),
    fakeAnalysis({ ...good, audio_url: '/media/one.mp3' }),
    fakeAnalysis({ audio_url: '/media/two.mp3', rms_db: -26, true_peak_db: -0.5, floor_db: -48 }),
  ]);
  prepare(fake);
  const view = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  await view.user.click(await screen.findByRole('button', { name: 'Audio levels' }));
  return { ...view, fake, dialog: within(await screen.findByRole('dialog')) };
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('compares the levels of each file with those that ACX requires', async () => {
  const { dialog, user } = await openLevels();
  expect((await dialog.findByRole('status')).textContent).toContain(
    '1 of 3 files doesn’t meet the requirements.',
  );
  dialog.getByText(/RMS: -23 to -18 dB. Peak: up to -3 dB. Noise: up to -60 dB\./);
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
  expect(cellsOf(row('Whole book'))).toEqual([
    'Meets requirements',
    '1:02:05',
    '-20',
    '-3.2',
    '-62',
    '-19.4',
  ]);
  expect(cellsOf(row('Chapter 1 and 1 more'))).toContain('Meets requirements');
  const [result, , rms, peak, floor] = within(row('Chapter 3')).getAllByRole('cell');
  expect(result?.textContent).toBe('RMS too lowPeak too highToo much noise');
  for (const cell of [rms, peak, floor]) expect(cell?.dataset['outside']).toBe('true');
  await user.click(dialog.getByRole('switch', { name: 'Show only files with problems' }));
  expect(dialog.getAllByRole('row').slice(1)).toEqual([row('Chapter 3')]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('updates the table until all files are analysed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { dialog, fake } = await openLevels((api) =>
    api.bookContents.analyses.set(3, [
      fakeAnalysis({ state: 'waiting', rms_db: null, lufs: null }),
      // An analysis by an earlier version has no RMS level.
      fakeAnalysis({ ...good, audio_url: '/media/one.mp3', rms_db: null }),
      fakeAnalysis({ audio_url: '/media/two.mp3', state: 'failed', rms_db: null, error: 'Damaged.' }),
      fakeAnalysis({ audio_url: '/media/3.mp3', rms_db: null, lufs: null, true_peak_db: null }),
    ]),
  );
  expect((await dialog.findByRole('status')).textContent).toBe(
    '2 of 4 files don’t meet the requirements. 2 files are being analysed. The table updates by itself.',
  );
  expect(dialog.getAllByText('Being analysed')).toHaveLength(2);
  dialog.getByText('Couldn’t be analysed');
  dialog.getByText('No audible audio');
  fake.bookContents.analyses.set(3, [fakeAnalysis(good)]);
  await vi.advanceTimersByTimeAsync(5_000);
  await dialog.findByText('The file meets the requirements.');
  expect(fake.requestsTo('/books/3/audio-analyses')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fake.requestsTo('/books/3/audio-analyses')).toHaveLength(2);
  vi.useRealTimers();
});

it('reports a failed read and reads again', async () => {
  expectError(500);
  const { dialog, user } = await openLevels((fake) =>
    fake.failNext({ path: '/books/3/audio-analyses', status: 500, message: 'Broken.', code: 'server.error' }),
  );
  await dialog.findByText('Broken.');
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await dialog.findByRole('status');
});

it('is not offered for a book without audio', async () => {
  const fake = createFakeApi();
  fake.items.books[2] = { ...fakeBook(3), audio_url: null, chapters: [] };
  renderScreen(<AppRoutes />, { route: '/books/3', fake });
  await screen.findByRole('region', { name: 'Content' });
  expect(screen.queryByRole('button', { name: 'Audio levels' })).toBeNull();
});
