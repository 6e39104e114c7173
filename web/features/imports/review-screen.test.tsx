import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeProposal, fakeWarning } from '#web/testing/fake-imports.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ReviewScreen } from './review-screen.tsx';

// A running save continues after its screen is closed, and would affect the next test.
afterEach(() =>
  waitFor(() => {
    if (screen.queryByText('Saving...')) throw new Error('The draft is still being saved');
  }),
);

const screens = (
  <Routes>
    <Route path="/imports/:id" element={<ReviewScreen />} />
    <Route path="*" element={<p>Elsewhere</p>} />
  </Routes>
);

async function open(changes: Partial<ImportProposal> = {}, permissions?: string[]) {
  const fake = createFakeApi(permissions);
  fake.imports.proposals.push(fakeProposal(1, changes));
  const view = renderScreen(screens, { route: '/imports/1', fake });
  await screen.findByRole('heading', { name: 'Review import' });
  return view;
}

async function openReview(changes: Partial<ImportProposal> = {}, permissions?: string[]) {
  const view = await open(changes, permissions);
  await screen.findByRole('region', { name: 'Chapters' });
  const saves = () => view.fake.requestsTo('/imports/1', 'PUT').map(({ body }) => body);
  const names = () =>
    screen
      .getAllByRole('textbox', { name: /^Name of chapter/ })
      .map((input) => (input as HTMLInputElement).value);
  const expectSaved = () => waitFor(() => expect(screen.getByText('All changes are saved')).toBeDefined());
  const press = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }));
  return { ...view, saves, names, saved: expectSaved, press };
}

describe('fields', () => {
  it('show their source, and accept an alternative value by one click', async () => {
    const { press, saves, saved } = await openReview();
    expect(screen.getAllByText('From the file’s metadata tags').length).toBeGreaterThan(0);
    screen.getByText('Not found');
    await press('Use “The Draft” for Title. From the EPUB');
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'The Draft');
    await waitFor(() => expect(saves()).toEqual([{ fields: { name: 'The Draft' }, version: 1 }]));
    await saved();
  });

  it('are edited, saved once, and restored with undo', async () => {
    const { user, saves, press } = await openReview();
    await user.type(screen.getByRole('textbox', { name: 'Imprint' }), 'Ben');
    screen.getByText('Entered manually');
    await waitFor(() => expect(saves()).toEqual([{ fields: { imprint: 'Ben' }, version: 1 }]));
    await press('Undo');
    expect(screen.getByRole('textbox', { name: 'Imprint' })).toHaveProperty('value', '');
    await waitFor(() => expect(saves()).toHaveLength(2));
    await press('Redo');
    expect(screen.getByRole('textbox', { name: 'Imprint' })).toHaveProperty('value', 'Ben');
  });

  it('show the errors of the server at the field', async () => {
    expectError(422);
    const { user, saved } = await openReview();
    await user.clear(screen.getByRole('textbox', { name: 'Title' }));
    await screen.findByText('The title is required');
    screen.getByText('Unsaved changes');
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Dawn');
    await saved();
    expect(screen.queryByText('The title is required')).toBeNull();
  });

  it('include a category', async () => {
    const { user, saves } = await openReview();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Fiction');
    await waitFor(() => expect(saves()).toEqual([{ category_code: 'fiction', version: 1 }]));
  });
});

it('send nothing without a change', async () => {
  const { saves, press } = await openReview();
  await press('Add to catalogue');
  await screen.findByText('Added to catalogue');
  expect(saves()).toEqual([]);
});

it('include a cover from the images in the files', async () => {
  const cover = (path: string) => ({
    path,
    source: 'epub' as const,
    image_url: `/media/${path}`,
    thumbnail_url: `/media/small-${path}`,
  });
  const { user, saves } = await openReview({ covers: [cover('a.jpg'), cover('b.jpg')], cover: 0 });
  expect(screen.getByRole('radio', { name: 'Cover from a.jpg' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: 'Cover from b.jpg' }));
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ cover: 1 }));
  await user.click(screen.getByRole('radio', { name: 'No cover' }));
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ cover: null }));
});

describe('chapters', () => {
  it('show audio, text, and the match of both', async () => {
    await openReview();
    const row = screen.getByRole('textbox', { name: 'Name of chapter 2' }).closest('tr') as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2, 5)
        .map((cell) => cell.textContent),
    ).toEqual(['10:0010:00–20:00', '4 paragraphsPart 2', 'Good (90%)The lengths fit.']);
    screen.getByText('3 chapters, 30:00 of 30:00 audio');
    screen.getByRole('img', { name: 'Chapter start points in 30:00 of audio' });
  });

  it('are renamed in place, and all together by a list', async () => {
    const { user, names, press, saves } = await openReview();
    const input = screen.getByRole('textbox', { name: 'Name of chapter 1' });
    await user.clear(input);
    await user.type(input, 'The Gate');
    await press('Paste titles');
    await user.click(screen.getByRole('textbox', { name: 'One title per line, in chapter order' }));
    await user.paste('1. Dawn\n2. Noon');
    screen.getByText('2 titles for 3 chapters.');
    await press('Apply titles');
    expect(names()).toEqual(['Dawn', 'Noon', 'Part 3']);
    await waitFor(() =>
      expect(saves().at(-1)?.['chapters']).toMatchObject(names().map((name) => ({ name }))),
    );
  });

  it('are merged, excluded, and included again', async () => {
    const { names, press } = await openReview();
    await press('Merge chapter 1 with next');
    expect(names()).toEqual(['Part 1', 'Part 3']);
    await press('Exclude chapter 2');
    expect(names()).toEqual(['Part 1']);
    const excludedRegion = within(screen.getByRole('region', { name: 'Excluded content' }));
    expect(excludedRegion.getAllByRole('listitem')).toHaveLength(2);
    await press('Include all');
    expect(names()).toEqual(['Part 1', 'Part 3', 'Track 3']);
  });

  it('are listed with their reason when they are excluded, and included by keyboard one by one', async () => {
    const { user, names, saves } = await openReview({
      texts: [
        { title: 'Copyright', item_count: 1, characters: 29, beginning: 'All rights.', source: 'contents' },
        { title: 'Part 1', item_count: 4, characters: 400, beginning: 'Text.', source: 'contents' },
      ],
      chapters: [
        {
          id: 'c1',
          name: 'Part 1',
          name_source: 'contents',
          audio: { file: 0, start: 0, end: 1800 },
          texts: [{ text: 1, from: 0, to: 4 }],
          confidence: 0.9,
          reason: '',
        },
      ],
      excluded: [
        {
          kind: 'text',
          name: 'Copyright',
          reason: 'Front matter without audio.',
          characters: 29,
          seconds: null,
          text: 0,
          file: null,
        },
        {
          kind: 'image',
          name: 'map.png',
          reason: 'Images inside the text are not imported.',
          characters: null,
          seconds: null,
          text: null,
          file: null,
        },
      ],
    });
    const excludedRegion = within(screen.getByRole('region', { name: 'Excluded content' }));
    const [text, image] = excludedRegion.getAllByRole('listitem');
    expect(text?.textContent).toContain('CopyrightText · 29 charactersFront matter without audio.');
    expect(image?.textContent).toContain('map.pngImageImages inside the text are not imported.');
    expect(excludedRegion.getAllByRole('button')).toHaveLength(1);
    excludedRegion.getByRole('button', { name: 'Include “Copyright”' }).focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Copyright', 'Part 1']);
    await waitFor(() =>
      expect(saves().at(-1)?.['chapters']).toMatchObject([{ texts: [{ text: 0, from: 0, to: 1 }] }, {}]),
    );
    expect(screen.queryByRole('button', { name: /^Include/ })).toBeNull();
  });

  it('are moved to a typed position', async () => {
    const { user, names, press } = await openReview();
    await press('Part 3, position 3. Move to position...');
    await user.keyboard('1{Enter}');
    expect(names()).toEqual(['Part 3', 'Part 1', 'Part 2']);
  });

  it('expand to play the audio and show the text', async () => {
    const { press } = await openReview();
    await press('View chapter 2 details');
    await screen.findByText('Paragraph 4 of text 2.');
    expect(screen.getByLabelText('Audio for Part 2').getAttribute('src')).toBe('/media/draft.m4b#t=600,1200');
  });

  it('are split at a time and a paragraph', async () => {
    const { user, press, saves } = await openReview();
    await press('View chapter 2 details');
    await press('Split...');
    const dialog = within(await screen.findByRole('dialog', { name: 'Split “Part 2”' }));
    const time = dialog.getByRole('textbox', { name: 'Start of the new chapter' });
    await user.clear(time);
    await user.type(time, '11:00');
    await user.click(dialog.getByRole('button', { name: 'Split' }));
    dialog.getByText('Enter a time between 0:00 and 10:00');
    await user.clear(time);
    await user.type(time, '1:30.5');
    await user.type(dialog.getByRole('textbox', { name: 'Name of the new chapter' }), 'Noon');
    await user.click(await dialog.findByRole('radio', { name: 'Start the new chapter at paragraph 4' }));
    await user.click(dialog.getByRole('button', { name: 'Split' }));
    await waitFor(() =>
      expect(saves().at(-1)?.['chapters']).toMatchObject([
        { id: 'c1' },
        { id: 'c2', audio: { start: 600, end: 690.5 }, texts: [{ text: 1, from: 0, to: 3 }] },
        { name: 'Noon', audio: { start: 690.5, end: 1200 }, texts: [{ text: 1, from: 3, to: 4 }] },
        { id: 'c3' },
      ]),
    );
  });

  it('are paired with other audio and text', async () => {
    const { user, press, names, saves } = await openReview();
    await press('View chapter 1 details');
    await press('Change audio or text...');
    const dialog = within(await screen.findByRole('dialog', { name: 'Audio and text for “Part 1”' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Part 2' }));
    await user.click(dialog.getByRole('radio', { name: 'Track 2' }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(names()).toEqual(['Part 1', 'Part 3']));
    await waitFor(() =>
      expect(saves().at(-1)?.['chapters']).toMatchObject([
        { audio: { start: 600, end: 1200 }, texts: [{ text: 0 }, { text: 1 }] },
        { id: 'c3' },
      ]),
    );
  });

  it('shift their texts relative to the audio', async () => {
    const { press, names } = await openReview();
    await press('View chapter 2 details');
    await press('Shift text down');
    await waitFor(() => expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3', 'Part 3']));
    expect(screen.getAllByText('No text')).toHaveLength(1);
    expect(screen.getAllByText('No audio')).toHaveLength(1);
  });

  it('stay usable when there are thousands', async () => {
    const chapters = Array.from({ length: 3_000 }, (_, index) => ({
      id: `c${index}`,
      name: `Part ${index + 1}`,
      name_source: 'cue' as const,
      audio: { file: 0, start: index / 2, end: (index + 1) / 2 },
      texts: [],
      confidence: null,
      reason: '',
    }));
    const { names } = await openReview({ chapters });
    expect(names()).toHaveLength(100);
    screen.getByText('1–100 of 3,000');
  });
});

describe('saving', () => {
  it('stops after a conflict and offers the stored version', async () => {
    expectError(409);
    const { user, fake, press, saved } = await openReview();
    fake.imports.proposals[0] = fakeProposal(1, { version: 2, name: 'Draft 1', author: 'x' });
    await user.type(screen.getByRole('textbox', { name: 'Imprint' }), 'Ben');
    expect((await screen.findByRole('alert')).textContent).toContain('changed by someone else');
    await press('Load latest version');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Imprint' })).toHaveProperty('value', '');
    await saved();
  });

  it('runs when the screen is closed', async () => {
    const { user, saves } = await openReview();
    await user.type(screen.getByRole('textbox', { name: 'Imprint' }), 'B');
    await user.click(screen.getByRole('link', { name: 'All imports' }));
    await screen.findByText('Elsewhere');
    await waitFor(() => expect(saves()).toEqual([{ fields: { imprint: 'B' }, version: 1 }]));
  });

  it('restores unsaved changes when the import is opened again', async () => {
    const { user, fake } = await openReview();
    fake.failNext({ method: 'PUT', status: 0 });
    await user.type(screen.getByRole('textbox', { name: 'Imprint' }), 'Ben');
    await screen.findByText('Unsaved changes');
    fake.failNext({ method: 'PUT', status: 0 });
    await user.click(screen.getByRole('link', { name: 'All imports' }));
    await waitFor(() => expect(fake.requestsTo('/imports/1', 'PUT')).toHaveLength(2));
    await waitFor(() => expect(sessionStorage.getItem('form_draft:import:1')).toContain('Ben'));
    renderScreen(screens, { route: '/imports/1', fake });
    await screen.findByText('Unsaved changes from your last session were restored.');
    expect(screen.getByRole('textbox', { name: 'Imprint' })).toHaveProperty('value', 'Ben');
    await waitFor(() => expect(fake.requestsTo('/imports/1', 'PUT')).toHaveLength(3));
  });
});

describe('adding to the catalogue', () => {
  it('saves first, sends one idempotency key, and opens the book', async () => {
    const { user, fake, press } = await openReview();
    fake.imports.proposals.push(fakeProposal(2));
    await user.type(screen.getByRole('textbox', { name: 'Imprint' }), 'Ben');
    fake.failNext({ path: '/imports/1/accept', status: 0 });
    await press('Add to catalogue');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to add book');
    await press('Add to catalogue');
    await screen.findByText('Added to catalogue');
    expect(screen.getByRole('link', { name: 'View book' }).getAttribute('href')).toContain('BK-000099');
    expect((await screen.findByRole('link', { name: 'Review next import' })).getAttribute('href')).toBe(
      '/imports/2',
    );
    const requests = fake.requestsTo('/imports/1/accept');
    expect(requests.map(({ body }) => body)).toEqual([{ version: 2 }, { version: 2 }]);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('requires a title', async () => {
    const { user, fake, press } = await openReview({
      fields: { ...fakeProposal(1).fields, name: { value: '', source: 'none', candidates: [] } },
    });
    await press('Add to catalogue');
    screen.getByText('Title is required');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
    expect(fake.requestsTo('/imports/1/accept')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'A');
    expect(screen.queryByText('Title is required')).toBeNull();
  });

  it('is not available without the permission to edit books', async () => {
    await openReview({}, []);
    expect(screen.queryByRole('button', { name: 'Add to catalogue' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Title' }).closest('fieldset')).toHaveProperty(
      'disabled',
      true,
    );
  });
});

it('links a warning to the existing book, and offers to update it', async () => {
  const book = { id: 5, code: 'BK-000005', name: 'Book 5' };
  await openReview({
    warnings: [
      fakeWarning('A book of this title and author exists.', { kind: 'same_book', book }),
      fakeWarning('This file is DRM-protected and can’t be imported.', {
        kind: 'protected',
        path: 'a/b.epub',
      }),
    ],
  });
  const warnings = within(screen.getByRole('region', { name: 'Warnings' }));
  expect(warnings.getByText(/This file is DRM-protected/).textContent).toBe(
    'a/b.epub: This file is DRM-protected and can’t be imported.',
  );
  expect(warnings.getByRole('link', { name: 'Update “Book 5”' }).getAttribute('href')).toBe(
    '/imports/1/into/5',
  );
  expect(warnings.getByRole('link', { name: 'Book 5' }).getAttribute('href')).toContain('BK-000005');
});

it('searches the book to update', async () => {
  const { user, press } = await openReview();
  await press('Update existing book...');
  const dialog = within(await screen.findByRole('dialog'));
  const search = dialog.getByRole('searchbox');
  await user.clear(search);
  await user.type(search, 'Book 7{Enter}');
  expect((await dialog.findByRole('link', { name: 'Choose Book 7' })).getAttribute('href')).toBe(
    '/imports/1/into/7',
  );
});

describe('an import that cannot be reviewed', () => {
  it('is shown after it was processed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake } = await open({ state: 'reading' });
    await screen.findByText('Processing');
    fake.imports.proposals[0] = fakeProposal(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByRole('region', { name: 'Chapters' });
    vi.useRealTimers();
  });

  it('shows the errors of each file, and can be discarded', async () => {
    const { user } = await open({
      state: 'failed',
      error: 'None of the files could be read.',
      warnings: [fakeWarning('This is no audio.', { kind: 'unsupported', path: 'a.pdf' })],
    });
    await screen.findByText('None of the files could be read.');
    screen.getByText(/This is no audio/);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard import' }));
    await screen.findByText('Elsewhere');
  });

  it('does not exist', async () => {
    expectError(404);
    const fake = createFakeApi();
    renderScreen(screens, { route: '/imports/9', fake });
    await screen.findByText(/^This import does not exist/);
    screen.getByRole('button', { name: 'Search catalogue' });
    expect(screen.getByRole('link', { name: 'View list' }).getAttribute('href')).toBe('/imports');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});
