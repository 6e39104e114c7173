import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '#contract/jobs/jobs';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { fakeChapter, fakeBookContent, fakeAnalysis, fakeTextItem } from '#web/testing/fake-book-content.ts';
import { choose, openContentEditor } from '#web/testing/open-content-editor.tsx';
import { exampleJob } from '#web/testing/example-job.ts';

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
});

it('names the document after the book', async () => {
  await openContentEditor();
  await waitFor(() => expect(document.title).toBe('Book 1 · Content editor · Lectern'));
});

describe('saving', () => {
  it('asks for confirmation before it breaks references of story items', async () => {
    const { press, fake, saves } = await openContentEditor({
      prepare: ({ bookContents }) => bookContents.storyCodes.add('CH-1'),
    });
    await press('Delete');
    expectError(409);
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/Evening stories/);
    await act(async () => dialog.getByRole('button', { name: 'Save anyway' }).click());
    await screen.findByText('All changes are saved');
    expect(saves().map(({ force }) => force)).toEqual([undefined, true]);
    expect(fake.bookContents.byBook.get(1)?.chapters).toHaveLength(2);
  });

  it('shows a version that another user has saved, and overwrites it on request', async () => {
    const { press, fake, user, saves } = await openContentEditor();
    expectError(409);
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), ' mine');
    const theirs = fakeBookContent(1, { version: 5 });
    fake.bookContents.byBook.set(1, {
      ...theirs,
      chapters: theirs.chapters.map((chapter) =>
        chapter.id === 2 ? { ...chapter, name: 'Theirs' } : chapter,
      ),
    });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('→ Part 1 mine');
    dialog.getByText('→ Part 2');
    await user.click(dialog.getByRole('button', { name: 'Overwrite with my version' }));
    await screen.findByText('All changes are saved');
    expect(saves()[1]).toMatchObject({
      version: 5,
      chapters: [{ id: 1, name: 'Part 1 mine' }, { id: 2, name: 'Part 2' }, { id: 3 }],
    });
  });

  it('autosaves in the browser and, after a pause, on the server, and restores it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake, user } = await openContentEditor();
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), '?');
    expect(fake.requestsTo('/books/1/content', 'PUT')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(localStorage.getItem('content_editor_draft:1')).toContain('Part 1?');
    expect(fake.bookContents.autosaves.size).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(fake.bookContents.autosaves.get(1)).toMatchObject({ base_version: 1 }));
    expect(fake.bookContents.byBook.get(1)?.version).toBe(1);
  });

  it('restores an earlier autosave until it is discarded', async () => {
    const { press, names, fake } = await openContentEditor({
      prepare: ({ bookContents }) =>
        bookContents.autosaves.set(1, {
          base_version: 1,
          saved_at: '2026-01-02T03:04:05.000Z',
          document: { chapters: [{ id: 2 }, { id: 1, name: 'Drafted' }, { id: 3 }] },
        }),
    });
    await screen.findByText(/Unsaved changes from/);
    expect(names()).toEqual(['Part 2', 'Drafted', 'Part 3']);
    await press('Discard changes');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await waitFor(() => expect(fake.bookContents.autosaves.size).toBe(0));
  });

  it('is read-only for the second user, who can take over', async () => {
    const { press, fake, user } = await openContentEditor({
      prepare: ({ bookContents }) => {
        bookContents.editor = {
          user: { id: 2, name: 'Ben Second' },
          since: '2026-01-02T03:04:05.000Z',
          is_you: false,
          taken_over_from: null,
        };
      },
    });
    await screen.findByText(/Ben Second has been editing this book since/);
    expect(screen.queryByRole('button', { name: 'Split' })).toBeNull();
    await press('Take over editing');
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take over editing' }),
    );
    await screen.findByRole('button', { name: 'Split' });
    expect(fake.requestsTo('/books/1/content/editor', 'PUT').at(-1)?.body).toEqual({ take_over: true });
  });

  it('offers no restore of a version without differences', async () => {
    const { user } = await openContentEditor({
      prepare: ({ bookContents }) =>
        bookContents.revisions.push({
          meta: {
            revision: 3,
            saved_at: '2026-01-02T03:04:05.000Z',
            user: { id: 2, name: 'Ben Second' },
            summary: '1 chapter changed',
            chapter_count: 3,
          },
          chapters: fakeBookContent(1).chapters,
        }),
    });
    await choose(user, 'Content editor menu', 'Version history');
    await user.click(await screen.findByRole('button', { name: /Ben Second/ }));
    await screen.findByText('No differences.');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  it('compares and restores saved versions', async () => {
    const { user, names } = await openContentEditor({
      prepare: ({ bookContents }) =>
        bookContents.revisions.push({
          meta: {
            revision: 3,
            saved_at: '2026-01-02T03:04:05.000Z',
            user: { id: 2, name: 'Ben Second' },
            summary: '1 renamed',
            chapter_count: 1,
          },
          chapters: [fakeChapter(2, 'As it was', { start: 600, end: 1200 })],
        }),
    });
    await choose(user, 'Content editor menu', 'Version history');
    await user.click(await screen.findByRole('button', { name: /Ben Second/ }));
    await screen.findByText('→ As it was');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(names()).toEqual(['As it was']);
  });
});

describe('alignment', () => {
  const doneJob: Job = {
    ...exampleJob,
    id: 77,
    kind: 'align',
    subject_id: '1',
    title: 'Book 1',
    state: 'done',
    progress: 1,
    attempts: 1,
    changed_at: '2026-01-02T03:04:05.000Z',
    finished_at: '2026-01-02T03:04:05.000Z',
  };

  const timedText = (
    id: number,
    {
      text,
      start,
      state,
    }: { readonly text: string; readonly start: number; readonly state: 'aligned' | 'low_confidence' },
  ) =>
    fakeTextItem(id, text, {
      start,
      end: start + 10,
      state,
      confidence: 0.5,
      sentences: [{ from: 0, to: text.length, start, end: start + 10, state, confidence: 0.5 }],
    });

  it('saves, watches the job, and applies the result', async () => {
    const { user, fake, store } = await openContentEditor();
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), '.');
    await choose(user, 'Sync text and audio', 'Sync all');
    await screen.findByRole('progressbar', { name: 'Syncing text and audio...' });
    expect(fake.requestsTo('/books/1/align').map(({ body }) => body)).toEqual([
      { version: 2, chapters: 'all' },
    ]);
    const storedContent = fake.bookContents.byBook.get(1);
    const [first, ...rest] = storedContent?.chapters ?? [];
    if (!storedContent || !first) throw new Error('No chapters');
    fake.bookContents.byBook.set(1, {
      ...storedContent,
      version: 3,
      chapters: [
        {
          ...first,
          text_items: [
            timedText(11, { text: 'First text of part 1. It goes on.', start: 5, state: 'low_confidence' }),
          ],
        },
        ...rest,
      ],
    });
    act(() => void store.dispatch(jobReceived(doneJob)));
    await screen.findByText('1 paragraph to review');
    expect(screen.getByRole('button', { name: 'Undo sync text and audio' })).toBeTruthy();
  });

  it('shows the sync that an import started, and applies the first chapter and then the others', async () => {
    const { fake, store } = await openContentEditor();
    const runningJob: Job = { ...doneJob, state: 'running', progress: 0.4, finished_at: null };
    const firstJob = { id: 76, kind: 'align-first-chapter' } as const;
    const receive = (job: Job) => act(() => void store.dispatch(jobReceived(job)));
    receive({ ...runningJob, subject_id: '2' });
    expect(screen.queryByRole('progressbar', { name: 'Syncing text and audio...' })).toBeNull();
    receive({ ...runningJob, ...firstJob });
    receive({ ...runningJob, id: 78 });
    await screen.findByRole('progressbar', { name: 'Syncing text and audio...' });
    const storedContent = fake.bookContents.byBook.get(1);
    const [first, ...rest] = storedContent?.chapters ?? [];
    if (!storedContent || !first) throw new Error('No chapters');
    const text = { text: 'First text of part 1. It goes on.', start: 5, state: 'low_confidence' } as const;
    fake.bookContents.byBook.set(1, {
      ...storedContent,
      version: 3,
      chapters: [{ ...first, text_items: [timedText(11, text)] }, ...rest],
    });
    receive({ ...doneJob, ...firstJob });
    await screen.findByText('The first chapter is synced. The others follow.');
    screen.getByText('1 paragraph to review');
    screen.getByRole('progressbar', { name: 'Syncing text and audio...' });
    receive({ ...doneJob, id: 78 });
    await screen.findByText('Text and audio are synced. Check the items marked “Needs review”.');
    expect(screen.queryByRole('progressbar', { name: 'Syncing text and audio...' })).toBeNull();
  });

  it.each([
    [
      'Chapters matched with the audio: 1 of 2. You can restore earlier versions.',
      [{ range_count: 2 }, { range_count: 0 }],
    ],
    ['Chapters are unchanged: the match is uncertain, or a chapter is locked or has manual times.', []],
  ])('matches the chapters with the audio, and reports: %s', async (message, matched_chapters) => {
    const { user, fake, store } = await openContentEditor();
    await choose(user, 'Sync text and audio', 'Match chapters with audio');
    await screen.findByRole('progressbar', { name: 'Syncing text and audio...' });
    expect(fake.requestsTo('/books/1/align').map(({ body }) => body)).toEqual([
      { version: 1, chapters: 'all', match_chapters: true },
    ]);
    act(() => void store.dispatch(jobReceived({ ...doneJob, result: { matched_chapters } })));
    await screen.findByText(message);
  });

  it('reports that a model failed', async () => {
    const { user, store } = await openContentEditor();
    await choose(user, 'Sync text and audio', 'Sync all');
    await screen.findByRole('progressbar', { name: 'Syncing text and audio...' });
    const result = { method: 'built-in', model_error: 'Tones 1.2: The output is not a number.' };
    act(() => void store.dispatch(jobReceived({ ...doneJob, result })));
    await screen.findByText(/because a model failed: Tones 1.2: The output is not a number\.$/);
  });

  it('moves through sentences that need review by keyboard, and keeps times set by hand as anchors', async () => {
    const { user, slider, press, saves } = await openContentEditor({
      bookContent: {
        chapters: [
          fakeChapter(1, 'Part 1', {
            start: 0,
            end: 600,
            audio_without_text: [{ start: 580, end: 600 }],
            text_items: [
              timedText(11, { text: 'Sure.', start: 5, state: 'aligned' }),
              timedText(12, { text: 'Not so sure.', start: 20, state: 'low_confidence' }),
            ],
          }),
        ],
      },
    });
    screen.getByText('In the audio but not in the text, from 9:40');
    await user.keyboard('j');
    const start = slider('Start of Not so sure.');
    start.focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(slider('Start of Not so sure.').getAttribute('aria-valuenow')).toBe('21');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]).toMatchObject({
      chapters: [{ id: 1, text_items: [{ id: 11 }, { id: 12, start: 21, end: 30, state: 'anchor' }] }],
    });
  });
});

describe('missing content', () => {
  it('shows a text editor for a book without audio', async () => {
    await openContentEditor({
      bookContent: {
        audio_url: null,
        chapters: [fakeChapter(1, 'Part 1', { text_items: [fakeTextItem(11, 'Only words.')] })],
      },
      prepare: ({ bookContents }) => bookContents.analyses.set(1, []),
    });
    expect(screen.queryByRole('region', { name: 'Waveform' })).toBeNull();
    screen.getByDisplayValue('Only words.');
  });

  it('offers the import for an empty book', async () => {
    await openContentEditor({
      bookContent: { audio_url: null, chapters: [] },
      prepare: ({ bookContents }) => bookContents.analyses.set(1, []),
    });
    screen.getByText('No chapters yet');
    expect(screen.getByRole('link', { name: 'Import files' }).getAttribute('href')).toBe('/imports');
  });

  it('draws audio as soon as its analysis is completed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake } = await openContentEditor({
      prepare: ({ bookContents }) =>
        bookContents.analyses.set(1, [
          fakeAnalysis({ state: 'waiting', seconds: null, lufs: null, silences: [] }),
        ]),
    });
    screen.getByText(/^Audio analysis in progress/);
    screen.getByRole('progressbar', { name: 'Audio analysis' });
    fake.bookContents.analyses.set(1, [fakeAnalysis()]);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await screen.findByText('-19.4 LUFS');
    expect(screen.queryByText(/^Audio analysis in progress/)).toBeNull();
    const { length } = fake.requestsTo('/books/1/audio-analyses', 'GET');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(fake.requestsTo('/books/1/audio-analyses', 'GET')).toHaveLength(length);
  });

  it('is read-only without the edit permission', async () => {
    await openContentEditor({ permissions: [] });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Paragraph' })).toBeNull();
    screen.getByText('Second text of part 1.');
  });

  it('lists keyboard shortcuts on request', async () => {
    const { user } = await openContentEditor();
    await user.keyboard('?');
    within(await screen.findByRole('dialog')).getByText('Split at the playhead');
  });
});

describe('export and preview', () => {
  it('exports the selected chapter or the whole book in the last saved version', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user, press, fake } = await openContentEditor();
    for (const body of ['PK', '1']) fake.respondNext({ path: '/books/1/export' }, body);
    const requests = () => fake.requestsTo('/books/1/export', 'GET').map(({ query }) => query);
    await choose(user, 'Content editor menu', 'Export...');
    await press('Export EPUB without audio');
    await waitFor(() => expect(requests()).toHaveLength(1));
    await user.click(screen.getByRole('radio', { name: 'This chapter' }));
    await press('Export text as SRT subtitles');
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(requests()).toEqual([
      { as: 'epub', audio: 0 },
      { as: 'srt', chapter: 1 },
    ]);
  });

  it('previews a chapter as in the app, and continues with the next one', async () => {
    const { user } = await openContentEditor();
    await choose(user, 'Content editor menu', 'Preview');
    const phone = within(await screen.findByRole('region', { name: 'Preview of the chapter' }));
    phone.getByRole('heading', { name: 'Part 1' });
    await user.click(screen.getByRole('button', { name: 'Next chapter' }));
    phone.getByRole('heading', { name: 'Part 2' });
    phone.getByText('Second text of part 2.');
  });
});
