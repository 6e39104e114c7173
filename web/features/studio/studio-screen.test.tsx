import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Inside } from '#contract/inside';
import type { Job } from '#contract/jobs';
import { jobTold } from '../../store/jobs-slice.ts';
import { expectFailure } from '../../testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '../../testing/fake-api.ts';
import { fakeChapter, fakeInside, fakeScan, fakeTextItem } from '../../testing/fake-inside.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { StudioScreen } from './studio-screen.tsx';

interface OpenOptions {
  readonly inside?: Partial<Inside>;
  readonly permissions?: readonly string[];
  readonly prepare?: (fake: FakeApi) => void;
}

async function openStudio({ inside = {}, permissions, prepare }: OpenOptions = {}) {
  const fake = createFakeApi(permissions);
  fake.insides.byBook.set(1, fakeInside(1, inside));
  fake.insides.scans.set(1, [fakeScan()]);
  prepare?.(fake);
  localStorage.setItem('studio_hint_read', '1');
  const screens = (
    <Routes>
      <Route path="/books/:id/studio" element={<StudioScreen />} />
      <Route path="/books" element={<p>The books</p>} />
    </Routes>
  );
  const rendered = renderScreen(screens, { route: '/books/1/studio', fake });
  await screen.findByRole('heading', { name: 'Book 1' });
  const press = (name: string | RegExp) => rendered.user.click(screen.getByRole('button', { name }));
  const names = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of chapter/ }).map(({ value }) => value);
  const slider = (name: string) => screen.getByRole('slider', { name });
  const saves = () => fake.callsTo('/books/1/inside', 'PUT').map(({ body }) => body);
  return { ...rendered, fake, press, names, slider, saves };
}

const choose = async (user: { click: (element: Element) => Promise<void> }, menu: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('marks', () => {
  it('are sliders that move by keys, stop at their neighbours and are saved as they are', async () => {
    const { slider, user, press, saves } = await openStudio();
    const mark = slider('Start of Part 2');
    expect(mark.getAttribute('aria-valuetext')).toBe('10:00');
    mark.focus();
    await user.keyboard('{ArrowRight}');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('600.1');
    await user.keyboard('[[');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('599.85');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'End of Part 1' }).value).toBe('9:59.85');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()).toEqual([
      {
        version: 1,
        chapters: [
          { id: 1, audio_url: null, start: 0, end: 599.85 },
          { id: 2, audio_url: null, start: 599.85, end: 1200 },
          { id: 3 },
        ],
      },
    ]);
  });

  it('of a locked chapter stay where they are', async () => {
    const { slider, user } = await openStudio();
    slider('Start of Part 2').focus();
    await choose(user, 'More for chapters', 'Lock');
    slider('Start of Part 2').focus();
    await user.keyboard('{ArrowRight}');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('600');
    screen.getByText('This chapter is locked.');
  });
});

describe('chapters', () => {
  it('are split at the playhead, merged, and brought back by name', async () => {
    const { user, press, names, slider, saves } = await openStudio();
    slider('Playhead').focus();
    for (let at = 0; at < 3; at += 1) await user.keyboard('{PageUp}');
    await press('Split');
    expect(names()).toEqual(['Part 1', 'Chapter 2', 'Part 2', 'Part 3']);
    await press('Undo: split chapter 1');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await press('Redo: split chapter 1');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]).toMatchObject({
      chapters: [
        { id: 1, start: 0, end: 30, text_items: [] },
        { name: 'Chapter 2', start: 30, end: 600, text_items: [{ id: 11 }, { id: 12 }] },
        { id: 2 },
        { id: 3 },
      ],
    });
    // What the save gave it an id is not made a second time.
    await user.click(screen.getByRole('textbox', { name: 'Name of chapter 1' }));
    await press('Merge');
    await press('Save');
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]).toMatchObject({
      version: 2,
      chapters: [{ id: 1, start: 0, end: 600, text_items: [{ id: 11 }, { id: 12 }] }, { id: 2 }, { id: 3 }],
    });
  });

  it('are suggested from pauses, with titles laid over them', async () => {
    const { user, names, press } = await openStudio();
    await choose(user, 'More for chapters', 'Suggest cuts');
    await user.type(
      screen.getByRole('textbox', { name: 'Titles to lay over them, one a line' }),
      'One{Enter}Two',
    );
    await press('Use these cuts');
    expect(names()).toEqual(['One', 'Two']);
    await press('Undo: suggested cuts');
    expect(names()).toHaveLength(3);
  });

  it('take a pasted list with times, and are copied as one', async () => {
    const { user, names, press } = await openStudio();
    await choose(user, 'More for chapters', 'Paste a list');
    await user.click(screen.getByRole('textbox', { name: 'Titles, or times with titles' }));
    await user.paste('00:00:00 Dawn\n00:05:00 Noon');
    expect(screen.getByText('2 chapters with their times: the sound is divided again.')).toBeTruthy();
    await press('Use this list');
    expect(names()).toEqual(['Dawn', 'Noon']);
    await choose(user, 'More for chapters', 'Copy as a list');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The list' }).value).toBe(
      '00:00:00 Dawn\n00:05:00 Noon',
    );
  });

  it('change their order by a typed position, and their names', async () => {
    const { user, names } = await openStudio();
    const position = screen.getByRole('textbox', { name: 'Position of Part 3' });
    await user.clear(position);
    await user.type(position, '1{Enter}');
    expect(names()).toEqual(['Part 3', 'Part 1', 'Part 2']);
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 2' }), '!');
    expect(names()).toEqual(['Part 3', 'Part 1!', 'Part 2']);
  });

  it('are shifted after a point', async () => {
    const { user, press, slider } = await openStudio();
    await choose(user, 'More for chapters', 'Shift or stretch');
    const from = screen.getByRole('textbox', { name: 'All after' });
    await user.clear(from);
    await user.type(from, '5:00');
    await user.type(screen.getByRole('textbox', { name: 'Seconds' }), '-12.5');
    await press('Apply');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('587.5');
  });
});

describe('texts', () => {
  const fields = () =>
    screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Paragraph' }).map(({ value }) => value);
  const field = (text: string) => {
    const found = screen
      .getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Paragraph' })
      .find(({ value }) => value === text);
    if (!found) throw new Error(`No paragraph "${text}"`);
    return found;
  };

  it('are split by Enter, joined by Backspace and pasted as paragraphs', async () => {
    const { user } = await openStudio();
    const first = field('First text of part 1. It goes on.');
    await user.click(first);
    act(() => first.setSelectionRange(22, 22));
    await user.keyboard('{Enter}');
    expect(fields().slice(0, 3)).toEqual(['First text of part 1.', 'It goes on.', 'Second text of part 1.']);
    await waitFor(() => expect(document.activeElement).toBe(field('It goes on.')));
    await user.keyboard('{Backspace}');
    expect(fields()[0]).toBe('First text of part 1. It goes on.');
    await user.click(field('Second text of part 1.'));
    act(() => field('Second text of part 1.').setSelectionRange(22, 22));
    await user.paste(' And\n\na pasted one\n\nand another');
    expect(fields().slice(1, 4)).toEqual(['Second text of part 1.And', 'a pasted one', 'and another']);
  });

  it('are found and replaced with a count first', async () => {
    const { user, press, saves } = await openStudio();
    await press('Find and replace');
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'text');
    await screen.findByText('6 places in 6 paragraphs');
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'line');
    await press('Replace all');
    expect(fields()[0]).toBe('First line of part 1. It goes on.');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]?.['chapters']).toHaveLength(3);
  });

  it('go to the next chapter from a paragraph on, and split a chapter there', async () => {
    const { user, saves, press, names } = await openStudio();
    await user.click(field('Second text of part 1.'));
    await choose(user, 'More for texts', 'Move from here to the next chapter');
    await user.click(field('Second text of part 2.'));
    await choose(user, 'More for texts', 'Split the chapter here');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Chapter 3', 'Part 3']);
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]).toMatchObject({
      chapters: [
        { id: 1, text_items: [{ id: 11 }] },
        { id: 2, text_items: [{ id: 12 }, { id: 21 }] },
        { name: 'Chapter 3', text_items: [{ id: 22 }] },
        { id: 3 },
      ],
    });
  });
});

describe('saving', () => {
  it('asks before story items lead nowhere', async () => {
    const { press, fake, saves } = await openStudio({
      prepare: ({ insides }) => insides.storyCodes.add('CH-1'),
    });
    await press('Delete');
    expectFailure(409);
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/Evening stories/);
    await act(async () => dialog.getByRole('button', { name: 'Save anyway' }).click());
    await screen.findByText('All changes are saved');
    expect(saves().map(({ force }) => force)).toEqual([undefined, true]);
    expect(fake.insides.byBook.get(1)?.chapters).toHaveLength(2);
  });

  it('shows what somebody else has saved meanwhile, and saves over it when told to', async () => {
    const { press, fake, user, saves } = await openStudio();
    expectFailure(409);
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), ' mine');
    const theirs = fakeInside(1, { version: 5 });
    fake.insides.byBook.set(1, {
      ...theirs,
      chapters: theirs.chapters.map((one) => (one.id === 2 ? { ...one, name: 'Theirs' } : one)),
    });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('→ Part 1 mine');
    dialog.getByText('→ Part 2');
    await user.click(dialog.getByRole('button', { name: 'Save mine over it' }));
    await screen.findByText('All changes are saved');
    expect(saves()[1]).toMatchObject({
      version: 5,
      chapters: [{ id: 1, name: 'Part 1 mine' }, { id: 2, name: 'Part 2' }, { id: 3 }],
    });
  });

  it('keeps a draft in the browser and, after rest, on the server, and takes it up again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake, user } = await openStudio();
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), '?');
    expect(fake.callsTo('/books/1/inside', 'PUT')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(localStorage.getItem('studio_draft:1')).toContain('Part 1?');
    expect(fake.insides.drafts.size).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(fake.insides.drafts.get(1)).toMatchObject({ base_version: 1 }));
    expect(fake.insides.byBook.get(1)?.version).toBe(1);
  });

  it('brings a draft of last time back, until it is discarded', async () => {
    const { press, names, fake } = await openStudio({
      prepare: ({ insides }) =>
        insides.drafts.set(1, {
          base_version: 1,
          saved_at: '2026-01-02T03:04:05.000Z',
          document: { chapters: [{ id: 2 }, { id: 1, name: 'Drafted' }, { id: 3 }] },
        }),
    });
    await screen.findByText(/Your unsaved changes of/);
    expect(names()).toEqual(['Part 2', 'Drafted', 'Part 3']);
    await press('Discard them');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await waitFor(() => expect(fake.insides.drafts.size).toBe(0));
  });

  it('lets whoever comes second look, and take over', async () => {
    const { press, fake, user } = await openStudio({
      prepare: ({ insides }) => {
        insides.editor = {
          user: { id: 2, name: 'Ben Second' },
          since: '2026-01-02T03:04:05.000Z',
          is_you: false,
          taken_over_from: null,
        };
      },
    });
    await screen.findByText(/Ben Second has been editing this book since/);
    expect(screen.queryByRole('button', { name: 'Split' })).toBeNull();
    await press('Take over');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take over' }));
    await screen.findByRole('button', { name: 'Split' });
    expect(fake.callsTo('/books/1/inside/editor', 'PUT').at(-1)?.body).toEqual({ take_over: true });
  });

  it('compares what was saved before, and brings it back', async () => {
    const { user, names } = await openStudio({
      prepare: ({ insides }) =>
        insides.revisions.push({
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
    await choose(user, 'Studio menu', 'Earlier saves');
    await user.click(await screen.findByRole('button', { name: /Ben Second/ }));
    await screen.findByText('→ As it was');
    await user.click(screen.getByRole('button', { name: 'Bring back' }));
    expect(names()).toEqual(['As it was']);
  });
});

describe('alignment', () => {
  const doneJob: Job = {
    id: 77,
    kind: 'align',
    subject_id: '1',
    title: 'Book 1',
    state: 'done',
    progress: 1,
    stage: '',
    attempts: 1,
    error: null,
    result: null,
    is_cancelling: false,
    user: null,
    created_at: '2026-01-02T03:04:05.000Z',
    run_at: '2026-01-02T03:04:05.000Z',
    changed_at: '2026-01-02T03:04:05.000Z',
    finished_at: '2026-01-02T03:04:05.000Z',
  };

  const timed = (id: number, text: string, start: number, state: 'aligned' | 'doubtful') =>
    fakeTextItem(id, text, {
      start,
      end: start + 10,
      state,
      confidence: 0.5,
      sentences: [{ from: 0, to: text.length, start, end: start + 10, state, confidence: 0.5 }],
    });

  it('saves, follows the job, and takes over what was found', async () => {
    const { user, fake, store } = await openStudio();
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 1' }), '.');
    await choose(user, 'Align', 'Align all');
    await screen.findByRole('progressbar', { name: 'Aligning text and sound' });
    expect(fake.callsTo('/books/1/align').map(({ body }) => body)).toEqual([{ version: 2, chapters: 'all' }]);
    const stored = fake.insides.byBook.get(1);
    const [first, ...rest] = stored?.chapters ?? [];
    if (!stored || !first) throw new Error('No chapters');
    fake.insides.byBook.set(1, {
      ...stored,
      version: 3,
      chapters: [
        { ...first, text_items: [timed(11, 'First text of part 1. It goes on.', 5, 'doubtful')] },
        ...rest,
      ],
    });
    act(() => void store.dispatch(jobTold(doneJob)));
    await screen.findByText('1 paragraph to look at');
    expect(screen.getByRole('button', { name: 'Undo: align' })).toBeTruthy();
  });

  it('walks the doubtful by keys, and times set by hand are anchors', async () => {
    const { user, slider, press, saves } = await openStudio({
      inside: {
        chapters: [
          fakeChapter(1, 'Part 1', {
            start: 0,
            end: 600,
            text_items: [timed(11, 'Sure.', 5, 'aligned'), timed(12, 'Not so sure.', 20, 'doubtful')],
          }),
        ],
      },
    });
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

describe('what there is not', () => {
  it('a book without sound is a text editor', async () => {
    await openStudio({
      inside: {
        audio_url: null,
        chapters: [fakeChapter(1, 'Part 1', { text_items: [fakeTextItem(11, 'Only words.')] })],
      },
      prepare: ({ insides }) => insides.scans.set(1, []),
    });
    expect(screen.queryByRole('region', { name: 'Waveform' })).toBeNull();
    screen.getByDisplayValue('Only words.');
  });

  it('an empty book offers the import', async () => {
    await openStudio({
      inside: { audio_url: null, chapters: [] },
      prepare: ({ insides }) => insides.scans.set(1, []),
    });
    screen.getByText('This book is empty');
    expect(screen.getByRole('link', { name: 'Import files' }).getAttribute('href')).toBe('/imports');
  });

  it('a sound that nobody has listened to yet is drawn as soon as that is done', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake } = await openStudio({
      prepare: ({ insides }) =>
        insides.scans.set(1, [fakeScan({ state: 'waiting', seconds: null, lufs: null, silences: [] })]),
    });
    screen.getByText(/The sound has not been listened to yet/);
    fake.insides.scans.set(1, [fakeScan()]);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await screen.findByText('-19.4 LUFS');
    expect(screen.queryByText(/The sound has not been listened to yet/)).toBeNull();
    const { length } = fake.callsTo('/books/1/scans', 'GET');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(fake.callsTo('/books/1/scans', 'GET')).toHaveLength(length);
  });

  it('those who may not edit look and listen', async () => {
    await openStudio({ permissions: [] });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Paragraph' })).toBeNull();
    screen.getByText('Second text of part 1.');
  });

  it('keys are listed on demand', async () => {
    const { user } = await openStudio();
    await user.keyboard('?');
    within(await screen.findByRole('dialog')).getByText('Split at the playhead');
  });
});
