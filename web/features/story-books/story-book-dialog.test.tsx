import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { closePlayer } from '#web/core/components/player/player-control.ts';
import { expectError } from '#web/testing/console-guard.ts';
import type { FakeApi } from '#web/testing/fake-api.ts';
import { useFakeAudio } from '#web/testing/fake-audio.ts';
import { fakeStories, fakeStory, openStoryBooks, storyItem } from '#web/testing/open-story-books.tsx';
import { t } from '#web/testing/t.ts';

const listPath = '/books/story-books';

async function openDialog(fake: FakeApi, button: string, title: string) {
  const { user } = await openStoryBooks(fake);
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  const code = (what: string, number: number) =>
    dialog.getByRole<HTMLInputElement>('textbox', { name: `${what} of item ${number}` });
  const type = async (number: number, ...codes: string[]) => {
    for (const [index, what] of ['Book Code', 'Chapter Code', 'Text Item Code'].entries())
      if (codes[index]) await user.type(code(what, number), codes[index]);
  };
  const paste = async (number: number, text: string) => {
    await user.click(code('Book Code', number));
    await user.paste(text);
  };
  const bookCodes = () =>
    dialog.getAllByRole<HTMLInputElement>('textbox', { name: /^Book Code of/ }).map(({ value }) => value);
  return { user, dialog, press, code, type, paste, bookCodes };
}

const openNew = (fake: FakeApi) => openDialog(fake, 'Add New Story Book', 'Add Story Book');
const openStored = (fake: FakeApi) => openDialog(fake, 'Edit Story 1', 'Edit Story Book');
const validations = (fake: FakeApi) => fake.requestsTo('/books/validate-item').map(({ body }) => body);
const validate = (number: number) => `Validate item ${number}`;

it('creates a story book of validated items, and reads the list again', async () => {
  const fake = fakeStories();
  const { user, dialog, press, type } = await openNew(fake);
  dialog.getByText('No items added. Click "Add Item" to start.');
  await user.type(dialog.getByLabelText(/^Title/), ' Tides ');
  await user.type(dialog.getByLabelText('Description'), 'Salt');
  await press('Add Item');
  expect(dialog.getByRole('button', { name: validate(1) })).toHaveProperty('disabled', true);
  await type(1, 'BK-000002', 'ch-1', 't-1');
  await user.click(dialog.getByRole('switch', { name: 'Featured of item 1' }));
  const pause = fake.pauseNext({ path: '/books/validate-item' });
  await press(validate(1));
  await dialog.findByLabelText('Validating item 1');
  expect(dialog.getByRole('button', { name: validate(1) })).toHaveProperty('disabled', true);
  pause.release();
  await dialog.findByText('Book 2');
  await press('Save');
  await screen.findByText('Story book created successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByRole('cell', { name: 'Tides' });
  const codes = { book_code: 'BK-000002', chapter_code: 'ch-1', text_item_code: 't-1' };
  expect(validations(fake)).toEqual([codes]);
  const [call] = fake.requestsTo(listPath, 'POST');
  expect(call?.body).toEqual({
    title: 'Tides',
    description: 'Salt',
    story_items: [{ ...codes, is_featured: true }],
  });
  expect(call?.headers['idempotency-key']).toBeTruthy();
});

it.each([
  [{ body: { success: false, message: 'Chapter not found.', data: null } }, 'Chapter not found.'],
  [{ status: 500 }, 'Validation failed'],
  [{ status: 0 }, 'Validation failed'],
])('shows why a check failed: %j', async (preview, message) => {
  const fake = fakeStories();
  const { dialog, press, type } = await openNew(fake);
  await press('Add Item');
  await type(1, 'BK-000002', 'x', 'y');
  const match = { path: '/books/validate-item' };
  if ('body' in preview) fake.failNext({ ...match, status: 200, message });
  else fake.failNext({ ...match, ...preview });
  await press(validate(1));
  await dialog.findByText(message);
});

it('clears the result of a check when a code is edited, and ignores the response for the old codes', async () => {
  const fake = fakeStories();
  const { user, dialog, press, type, code } = await openNew(fake);
  await press('Add Item');
  await type(1, 'BK-000002', 'ch-1', 't-1');
  await press(validate(1));
  await dialog.findByText('Book 2');
  await user.type(code('Text Item Code', 1), '7');
  expect(dialog.queryByText('Book 2')).toBeNull();
  const pause = fake.pauseNext({ path: '/books/validate-item' });
  await press(validate(1));
  await user.type(code('Text Item Code', 1), '{Backspace}');
  pause.release();
  await dialog.findByText('Not validated');
  expect(dialog.getByRole('button', { name: validate(1) })).toHaveProperty('disabled', false);
});

it('shows that all fields are required when Enter validates an incomplete row, and saves nothing', async () => {
  const fake = fakeStories();
  const { user, dialog, press, code } = await openNew(fake);
  await press('Add Item');
  await user.type(code('Book Code', 1), 'BK-000002{Enter}');
  await dialog.findByText('All fields are required');
  expect(validations(fake)).toEqual([]);
  await press('Save');
  // The alert requires validation, and the row shows why it is not validated.
  expect(dialog.getByRole('alert').textContent).toContain('Item must be validated');
  dialog.getByText('All fields are required');
  expect(fake.requestsTo(listPath, 'POST')).toEqual([]);
});

it('prevents a save until all items are validated: marks them, shows one message, and focuses the first', async () => {
  const fake = fakeStories(
    fakeStory(1, { story_items: [storyItem(1), storyItem(2, { book: null }), storyItem(3, { book: null })] }),
  );
  const { dialog, press, code } = await openStored(fake);
  dialog.getByText('Book 1');
  expect(dialog.getAllByText('Not validated')).toHaveLength(2);
  await press('Save');
  expect((await dialog.findByRole('alert')).textContent).toBe('Item must be validated');
  expect(dialog.getAllByText('Item must be validated')).toHaveLength(3);
  await waitFor(() => expect(document.activeElement).toBe(code('Book Code', 2)));
  expect(fake.requestsTo(`${listPath}/update`)).toEqual([]);
  await press(t('storyBooks.validateAll'));
  await dialog.findByText('Book 3');
  await press('Save');
  await screen.findByText('Story book updated successfully');
  expect(validations(fake)).toHaveLength(2);
  expect(fake.requestsTo(`${listPath}/update`)[0]?.body).toMatchObject({
    id: 1,
    version: 1,
    title: 'Story 1',
  });
});

it('saves a row whose check succeeds after it prevented a save', async () => {
  const fake = fakeStories();
  const { user, dialog, press, type, code } = await openNew(fake);
  await user.type(dialog.getByLabelText(/^Title/), 'Tides');
  await press('Add Item');
  await type(1, 'BK-000002', 'ch-1', 't-1');
  const pause = fake.pauseNext({ path: '/books/validate-item' });
  await press(validate(1));
  await press('Save');
  expect((await dialog.findByRole('alert')).textContent).toBe('Item must be validated');
  pause.release();
  await dialog.findByText('Book 2');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(code('Book Code', 1).getAttribute('aria-invalid')).not.toBe('true');
  await press('Save');
  await screen.findByText('Story book created successfully');
});

it('clears the errors of a removed row', async () => {
  const { dialog, press } = await openStored(fakeStories(fakeStory(1)));
  await press('Add Item');
  await press('Save');
  expect((await dialog.findByRole('alert')).textContent).toBe('Item must be validated');
  await press('Remove item 2');
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('marks the rows that the server rejects, and stays open', async () => {
  const fake = fakeStories(fakeStory(1, { story_items: [storyItem(1), storyItem(2)] }));
  const { dialog, press, code } = await openStored(fake);
  fake.failNext({
    path: `${listPath}/update`,
    status: 422,
    message: 'No book found with code BK-000002.',
    errors: { 'story_items.1.book_code': 'No book found with code BK-000002.' },
  });
  await press('Save');
  await waitFor(() => expect(code('Book Code', 2).getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getAllByText('No book found with code BK-000002.')).toHaveLength(2);
  expect(code('Book Code', 1).getAttribute('aria-invalid')).not.toBe('true');
  await press('Save');
  expect(fake.requestsTo(`${listPath}/update`)).toHaveLength(1);
  await press(validate(2));
  await dialog.findByText('Book 2');
  await press('Save');
  await screen.findByText('Story book updated successfully');
});

it('keeps typed values after an error, and loads the stored version after a conflict', async () => {
  expectError(409);
  const fake = fakeStories(fakeStory(1));
  const { user, dialog, press } = await openStored(fake);
  await user.type(dialog.getByLabelText(/^Title/), ' mine');
  fake.failNext({ path: `${listPath}/update`, status: 0 });
  await press('Save');
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to save story book');
  Object.assign(fake.items['story-books'][0] ?? {}, {
    title: 'Theirs',
    version: 4,
    story_items: [storyItem(5)],
  });
  await press('Save');
  await user.click(await dialog.findByRole('button', { name: 'Load latest version' }));
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Theirs'));
  dialog.getByText('Book 5');
});

it('inserts spreadsheet rows where they are pasted', async () => {
  const { dialog, press, paste, bookCodes, code } = await openNew(fakeStories());
  await press('Add Item');
  await paste(1, 'BK-000001\tch-1\tt-1\tyes\nBK-000002\tch-1\tt-1\n');
  expect(bookCodes()).toEqual(['BK-000001', 'BK-000002']);
  expect(dialog.getByRole('switch', { name: 'Featured of item 1' })).toHaveProperty('checked', true);
  await paste(1, 'BK-000003\tch-1\tt-1');
  expect(bookCodes()).toEqual(['BK-000001', 'BK-000003', 'BK-000002']);
  await paste(3, 'one\ntwo');
  expect(dialog.getByRole('alert').textContent).toMatch(/^Line 1: .* found 1\.$/);
  expect(bookCodes()).toHaveLength(3);
  await paste(3, '-x');
  expect(code('Book Code', 3).value).toBe('BK-000002-x');
});

it('adds rows from a text area, which keeps invalid text', async () => {
  const { user, dialog, press, bookCodes } = await openNew(fakeStories());
  await press(t('storyBooks.pasteRows'));
  const area = dialog.getByRole('textbox', { name: 'Spreadsheet rows' });
  await waitFor(() => expect(document.activeElement).toBe(area));
  await user.paste('BK-000001\tch-1');
  await press('Add rows');
  dialog.getByText(/^Line 1: .* found 2\.$/);
  await user.clear(area);
  await user.paste('BK-000001\tch-1\tt-1\nBK-000002\tch-1\tt-1');
  await press('Add rows');
  expect(bookCodes()).toEqual(['BK-000001', 'BK-000002']);
  expect(dialog.queryByRole('textbox', { name: 'Spreadsheet rows' })).toBeNull();
});

it('validates all rows, four at a time, and shows the progress', async () => {
  const fake = fakeStories();
  const { dialog, press, paste } = await openNew(fake);
  await press('Add Item');
  await paste(1, Array.from({ length: 7 }, (_, index) => `BK-00000${index + 1}\tch-1\tt-1`).join('\n'));
  const match = { path: '/books/validate-item' };
  const pauses = Array.from({ length: 4 }, () => fake.pauseNext(match));
  await press(t('storyBooks.validateAll'));
  dialog.getByText('Validated 0 of 7');
  expect(validations(fake)).toHaveLength(4);
  expect(dialog.getByRole('button', { name: t('storyBooks.validateAll') })).toHaveProperty('disabled', true);
  for (const gate of pauses) gate.release();
  await dialog.findByText('Book 7');
  expect(validations(fake)).toHaveLength(7);
  await waitFor(() => expect(dialog.queryByText(/^Validated/)).toBeNull());
});

it('stops validating when the dialog closes', async () => {
  const fake = fakeStories();
  const { user, dialog, press, paste } = await openNew(fake);
  await press('Add Item');
  await paste(1, 'BK-000001\tch-1\tt-1\n'.repeat(9));
  const pauses = Array.from({ length: 4 }, () => fake.pauseNext({ path: '/books/validate-item' }));
  await press(t('storyBooks.validateAll'));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const gate of pauses) gate.release();
  await Promise.resolve();
  expect(validations(fake)).toHaveLength(4);
});

it('finds a text item by the names of book and chapter, fills in the codes and validates them', async () => {
  const fake = fakeStories();
  const chapters = ['One', 'Two'].map((name, index) => ({
    id: index + 1,
    code: `c${index + 1}`,
    name,
    duration: 60,
    track_url: null,
    text_items: [{ id: 10 + index, code: `t${index + 1}`, text: `${'word '.repeat(40)}${name}` }],
  }));
  Object.assign(fake.items.books[6] ?? {}, { chapters });
  const { user, dialog, press, code } = await openNew(fake);
  await press('Add Item');
  await press('Find text for item 1 by name');
  const picker = within(await dialog.findByRole('region', { name: 'Text for item 1' }));
  const search = picker.getByRole('searchbox');
  expect(document.activeElement).toBe(search);
  await user.type(search, 'Book 7{Enter}');
  await user.click(await picker.findByRole('button', { name: /^Book 7/ }));
  await user.click(await picker.findByRole('button', { name: /^Two/ }));
  await user.click(picker.getByRole('button', { name: /^word word.*…/ }));
  await dialog.findByText('Book 7');
  expect(dialog.queryByRole('region', { name: 'Text for item 1' })).toBeNull();
  expect(['Book', 'Chapter', 'Text Item'].map((what) => code(`${what} Code`, 1).value)).toEqual([
    'BK-000007',
    'c2',
    't2',
  ]);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Find text for item 1 by name' }));
  expect(fake.requestsTo('/books/list').at(-1)?.query).toMatchObject({ language: 'en', search: 'Book 7' });
});

it('moves through books, chapters and text items by arrow keys, and plays them', async () => {
  const audio = useFakeAudio();
  const fake = fakeStories();
  const chapters = ['One', 'Two'].map((name, index) => ({
    id: index + 1,
    code: `c${index + 1}`,
    name,
    duration: 60,
    track_url: `/media/a.mp3#t=${index * 60},${index * 60 + 60}`,
    text_items: ['First', 'Second'].map((text, position) => ({
      id: 10 * index + position,
      code: `t${position}`,
      text,
      ...(position === 1 && { start: index * 60 + 5, end: index * 60 + 9 }),
    })),
  }));
  Object.assign(fake.items.books[6] ?? {}, { chapters });
  const { user, dialog, press, code } = await openNew(fake);
  await press('Add Item');
  await press('Find text for item 1 by name');
  const picker = within(await dialog.findByRole('region', { name: 'Text for item 1' }));
  await user.type(picker.getByRole('searchbox'), 'Book 7{Enter}');
  const option = await picker.findByRole('button', { name: /^Book 7/ });
  expect(option.textContent).toBe('Book 7BK-000007Nora Vale · 30 mins');
  await user.keyboard('{ArrowDown}{Enter}');
  const chapter = await picker.findByRole('button', { name: /^Two/ });
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(chapter);
  await user.keyboard('{Enter}');
  await user.click(picker.getByRole('button', { name: 'Play Two' }));
  await picker.findByRole('button', { name: 'Pause Two' });
  expect([audio().src, audio().currentTime]).toEqual(['/media/a.mp3', 60]);
  // Only the second text item has times.
  expect(picker.queryByRole('button', { name: 'Play First' })).toBeNull();
  await user.click(picker.getByRole('button', { name: 'Play Second' }));
  expect(audio().currentTime).toBe(65);
  act(() => {
    audio().begin();
    audio().advanceTo(69);
  });
  expect(audio().paused).toBe(true);
  picker.getByRole('button', { name: 'Play Second' });
  chapter.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  await waitFor(() => expect(code('Text Item Code', 1).value).toBe('t1'));
  closePlayer();
});

it('closes only the picker on Escape, and reports books that cannot be loaded', async () => {
  const fake = fakeStories();
  const { user, dialog, press } = await openNew(fake);
  await press('Add Item');
  await press('Find text for item 1 by name');
  const picker = within(await dialog.findByRole('region', { name: 'Text for item 1' }));
  fake.failNext({ path: '/books/list' });
  await user.type(picker.getByRole('searchbox'), 'Book{Enter}');
  expect((await picker.findByText(/^Failed to search/)).textContent).toBe('Failed to search. Retry');
  expect(picker.queryByText(t('storyBooks.nothingFound'))).toBeNull();
  await user.click(picker.getByRole('button', { name: 'Retry' }));
  await picker.findByRole('button', { name: /^Book 7/ });
  await user.click(picker.getByRole('searchbox'));
  await user.keyboard('{Escape}{Escape}');
  expect(dialog.queryByRole('region', { name: 'Text for item 1' })).toBeNull();
  screen.getByRole('dialog', { name: 'Add Story Book' });
});

it('reorders and removes rows by keyboard, and never loses the focus', async () => {
  const { user, dialog, press, paste, bookCodes } = await openNew(fakeStories());
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
  await press('Add Item');
  expect(focusedLabel()).toBe('Book Code of item 1');
  await paste(1, 'A\tc\tt\nB\tc\tt\nC\tc\tt');
  dialog.getByRole('button', { name: 'Move item 3 up' }).focus();
  await user.keyboard('{Enter}');
  expect(bookCodes()).toEqual(['A', 'C', 'B']);
  expect(focusedLabel()).toBe('Move item 2 up');
  await user.keyboard('{Enter}');
  expect(bookCodes()).toEqual(['C', 'A', 'B']);
  expect(focusedLabel()).toBe('Move item 1 down');
  dialog.getByRole('button', { name: 'Remove item 3' }).focus();
  await user.keyboard('{Enter}');
  expect(focusedLabel()).toBe('Remove item 2');
  await user.keyboard('{Enter}{Enter}');
  dialog.getByText('No items added. Click "Add Item" to start.');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add Item' }));
});
