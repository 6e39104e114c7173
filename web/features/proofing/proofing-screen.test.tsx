import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import './proofing-screen.tsx';
import '#web/features/book-content/content-editor-screen.tsx';
import type { BookContent } from '#contract/book-content/book-content';
import { AppRoutes } from '#web/app/router.tsx';
import { findPlayer } from '#web/core/components/player/player-control.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { useFakeAudio } from '#web/testing/fake-audio.ts';
import { fakeAnalysis, fakeBookContent, fakeChapter, fakeTextItem } from '#web/testing/fake-book-content.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const good = { seconds: 600, rms_db: -20, true_peak_db: -3.5, floor_db: -70, silences: [] };
const alignedTimes = { state: 'aligned', confidence: 0.9 } as const;

/** Returns a chapter of ten minutes with its own file and two sentences. */
const chapterOf = (id: number, name: string, second: object = {}) =>
  fakeChapter(id, name, {
    audio_url: `/media/${id}.mp3`,
    duration: 600,
    text_items: [
      fakeTextItem(id * 10, 'It begins. It goes on.', {
        start: 1,
        end: 20,
        ...alignedTimes,
        sentences: [
          { from: 0, to: 10, start: 1, end: 8, ...alignedTimes },
          { from: 11, to: 22, start: 12, end: 20, ...alignedTimes, ...second },
        ],
      }),
    ],
  });

const missingTimes = { start: null, end: null, state: 'missing_in_audio', confidence: 0 };

/** Opens the report of a book with two chapters. A sentence of each is not spoken, and the second one has a long pause. */
async function openReport(
  prepare: (fake: FakeApi) => void = () => undefined,
  { chapters }: Partial<BookContent> = {},
) {
  const fake = createFakeApi();
  const book = fakeBook(3);
  const [chapter] = book.chapters ?? [];
  const content = fakeBookContent(3, {
    audio_url: null,
    chapters: chapters ?? [chapterOf(1, 'One', missingTimes), chapterOf(2, 'Two', missingTimes)],
  });
  fake.items.books[2] = {
    ...book,
    chapters: content.chapters.map(({ id, name, audio_url }) => ({
      ...chapter!,
      id,
      name,
      duration: 600,
      track_url: audio_url,
    })),
  };
  fake.bookContents.byBook.set(3, content);
  fake.bookContents.analyses.set(3, [
    fakeAnalysis({ ...good, audio_url: '/media/1.mp3' }),
    fakeAnalysis({ ...good, audio_url: '/media/2.mp3', silences: [100, 104.5], rms_db: -26 }),
  ]);
  prepare(fake);
  const view = renderScreen(<AppRoutes />, { route: '/books/3/proofing', fake });
  await screen.findByRole('heading', { name: 'Proofing report' });
  return { ...view, fake };
}

const chapterSection = (name: string) => within(screen.getByRole('region', { name }));
const linesOf = (name: string) =>
  chapterSection(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('lists the places by chapter with their number, and filters them by reason', async () => {
  const { user } = await openReport();
  await screen.findByRole('region', { name: '1. One' });
  expect(linesOf('1. One')).toEqual(['0:08Not spokenThe sentence was not found in the audio.It goes on.']);
  expect(linesOf('2. Two')).toEqual([
    '0:00Audio levelsRMS: −26 dB. ACX requires −23 to −18 dB.Whole file',
    '0:08Not spokenThe sentence was not found in the audio.It goes on.',
    '1:40Long pause4.5 seconds of silence.It begins.',
  ]);
  chapterSection('2. Two').getByText('3 places');
  const filter = within(screen.getByRole('group', { name: 'Filter by reason' }));
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All (4)',
    'Not spoken (2)',
    'Long pause (1)',
    'Audio levels (1)',
  ]);
  await user.click(filter.getByRole('button', { name: 'Long pause (1)' }));
  expect(screen.queryByRole('region', { name: '1. One' })).toBeNull();
  expect(linesOf('2. Two')).toHaveLength(1);
  chapterSection('2. Two').getByText('1 place');
  await user.click(filter.getByRole('button', { name: 'Audio levels (1)' }));
  expect(linesOf('2. Two')).toHaveLength(2);
  await user.click(filter.getByRole('button', { name: 'All (4)' }));
  expect(linesOf('2. Two')).toHaveLength(3);
});

it('names the methods that synced the chapters', async () => {
  await openReport(undefined, {
    chapters: [
      { ...chapterOf(1, 'One'), alignment_method: 'built-in' },
      { ...chapterOf(2, 'Two'), alignment_method: 'Tones 1.2' },
      chapterOf(4, 'Three'),
    ],
  });
  await screen.findByText('Sync method: built-in and Tones 1.2');
});

it('plays from two seconds before a place to two seconds after it', async () => {
  const audio = useFakeAudio();
  const { user } = await openReport();
  await user.click(await screen.findByRole('button', { name: 'Play Long pause at 1:40 in Two' }));
  await waitFor(() => expect(findPlayer()?.state.get()?.range).toEqual({ start: 98, end: 106.5 }));
  expect([audio().src, audio().currentTime]).toEqual(['/media/2.mp3', 98]);
  // Levels belong to the whole file.
  await user.click(screen.getByRole('button', { name: 'Play Audio levels at 0:00 in Two' }));
  await waitFor(() => expect(findPlayer()?.state.get()?.range).toBeUndefined());
});

it('opens the content editor at the sentence', async () => {
  const { user } = await openReport();
  const link = await screen.findByRole('link', {
    name: 'Show in content editor: Not spoken at 0:08 in Two',
  });
  expect(link.getAttribute('href')).toBe('/books/3/content?chapter=2&time=8&text=20&sentence=1');
  await user.click(link);
  await screen.findByRole('heading', { name: 'Book 3' });
  await waitFor(() =>
    expect(screen.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuetext')).toContain(
      '10:08',
    ),
  );
});

it('downloads the report as CSV, and prints it', async () => {
  const { user, fake } = await openReport();
  fake.respondNext({ path: '/books/3/proofing.csv' }, 'chapter,reason');
  // The click would navigate the test document.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(fake.requestsTo('/books/3/proofing.csv')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

it('finds no problems', async () => {
  await openReport(
    (fake) => fake.bookContents.analyses.set(3, [fakeAnalysis({ ...good, audio_url: '/media/1.mp3' })]),
    { chapters: [chapterOf(1, 'One')] },
  );
  await screen.findByText('No problems found');
});

it('asks for chapters', async () => {
  await openReport(undefined, { chapters: [] });
  await screen.findByText('No chapters yet');
  screen.getByRole('link', { name: 'Open content editor' });
});

it('names chapters that were not compared and files that failed, and starts a sync', async () => {
  const newItem = fakeTextItem(10, 'It begins.');
  const { user, fake } = await openReport(
    (api) =>
      api.bookContents.analyses.set(3, [
        fakeAnalysis({ ...good, audio_url: '/media/1.mp3', state: 'failed', error: 'The file is damaged.' }),
      ]),
    {
      chapters: [
        fakeChapter(1, 'One', { audio_url: '/media/1.mp3', text_items: [newItem] }),
        fakeChapter(2, 'Two', { text_items: [newItem] }),
      ],
    },
  );
  await screen.findByText('The audio of One couldn’t be analysed. The file is damaged.');
  screen.getByText('1 chapter has no audio: Two.');
  screen.getByText(/^1 chapter is not synced yet: One\./);
  screen.getByText('No problems found so far.');
  fake.bookContents.syncs.set(3, { state: 'running', progress: 0.4, stage: 'Aligning', error: null });
  await user.click(screen.getByRole('button', { name: 'Sync text and audio' }));
  const progress = await screen.findByRole('progressbar', { name: 'Progress of the sync' });
  expect(progress.getAttribute('aria-valuenow')).toBe('40');
  expect(fake.requestsTo('/books/3/align').map(({ body }) => body)).toEqual([
    { version: 1, chapters: 'needs_review' },
  ]);
});

it('names the first five of many chapters without audio', async () => {
  const chapters = Array.from({ length: 7 }, (_, index) =>
    fakeChapter(index + 1, `No. ${index + 1}`, { text_items: [fakeTextItem(index + 1, 'It begins.')] }),
  );
  await openReport(undefined, { chapters });
  await screen.findByText('7 chapters have no audio: No. 1, No. 2, No. 3, No. 4, No. 5, and 2 more.');
});

it('syncs all chapters again, for example after a file was replaced', async () => {
  const { user, fake } = await openReport();
  fake.failNext({ path: '/books/3/align', status: 409, message: 'Changed.', code: 'books.version_conflict' });
  const again = await screen.findByRole('button', { name: 'Sync again' });
  await user.click(again);
  await screen.findByText('Changed.');
  fake.bookContents.syncs.set(3, { state: 'running', progress: 0, stage: '', error: null });
  await user.click(again);
  await screen.findByText('Text and audio are being synced. The report updates by itself.');
  expect(fake.requestsTo('/books/3/align').at(-1)?.body).toEqual({ version: 1, chapters: 'all' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sync again' }).disabled).toBe(true);
});

it('offers no sync without the permission to edit books', async () => {
  const fake = createFakeApi([]);
  fake.bookContents.byBook.set(3, fakeBookContent(3));
  renderScreen(<AppRoutes />, { route: '/books/3/proofing', fake });
  await screen.findByText(/^3 chapters are not synced yet/);
  expect(screen.queryByRole('button', { name: /^Sync/ })).toBeNull();
});

it('updates while files are analysed and a sync is running, and removes resolved places', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { fake } = await openReport((api) => {
    api.bookContents.syncs.set(3, { state: 'running', progress: 0.5, stage: '', error: null });
    api.bookContents.analyses.set(3, [fakeAnalysis({ ...good, audio_url: '/media/1.mp3' })]);
  });
  await screen.findByText('1 of 2 audio files are analysed. The report updates by itself.');
  expect(linesOf('1. One')).toHaveLength(1);
  fake.bookContents.syncs.clear();
  fake.bookContents.analyses.set(3, [
    fakeAnalysis({ ...good, audio_url: '/media/1.mp3' }),
    fakeAnalysis({ ...good, audio_url: '/media/2.mp3' }),
  ]);
  fake.bookContents.byBook.set(
    3,
    fakeBookContent(3, { audio_url: null, chapters: [chapterOf(1, 'One'), chapterOf(2, 'Two')] }),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  await screen.findByText('No problems found');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fake.requestsTo('/books/3/proofing')).toHaveLength(2);
  vi.useRealTimers();
});

it('shows why a sync failed', async () => {
  await openReport((fake) =>
    fake.bookContents.syncs.set(3, { state: 'failed', progress: 0, stage: '', error: 'No space left.' }),
  );
  await screen.findByText('The last sync of text and audio failed. No space left.');
});

it('reports a failed read and reads again', async () => {
  expectError(500);
  const { user } = await openReport((fake) =>
    fake.failNext({ path: '/books/3/proofing', status: 500, message: 'Broken.', code: 'server.error' }),
  );
  await screen.findByText('Broken.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: '1. One' });
});

it('is linked from the book page', async () => {
  renderScreen(<AppRoutes />, { route: '/books/3' });
  const link = await screen.findByRole('link', { name: 'Proofing report' });
  expect(link.getAttribute('href')).toBe('/books/3/proofing');
});

it('is linked from the content editor', async () => {
  const fake = createFakeApi();
  fake.bookContents.byBook.set(3, fakeBookContent(3));
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3/content', fake });
  await user.click(await screen.findByRole('button', { name: 'Content editor menu' }));
  const link = await screen.findByRole('menuitem', { name: 'Proofing report' });
  expect(link.getAttribute('href')).toBe('/books/3/proofing');
});
