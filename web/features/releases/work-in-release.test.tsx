import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '#contract/jobs/jobs';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/book-content/content-editor-screen.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/collections/collection-page.tsx';
import '#web/features/bulk/selecting-bar.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/spreadsheets/spreadsheets-screen.tsx';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { fakeBookContent } from '#web/testing/fake-book-content.ts';
import { addFakeRelease, fakeChange, textChange } from '#web/testing/fake-releases.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

beforeEach(() => notifications.clean());

const sea = { id: 1, version: 1, title: 'Sea', description: '', image: null, books: [] };

function fakeWithRelease(permissions?: readonly string[]): FakeApi {
  const fake = createFakeApi(permissions);
  fake.items.collections.push({ ...sea });
  addFakeRelease(fake, { name: 'Summer', colour: 'orange' });
  return fake;
}

const time = '2030-01-01T10:00:00.000Z';
const later = '2030-01-01T10:00:01.000Z';
const job: Job = {
  ...exampleJob,
  title: 'Delete 1 book in Summer',
  created_at: time,
  run_at: time,
  changed_at: time,
};

const open = (route: string, fake = fakeWithRelease()) => renderScreen(<AppRoutes />, { route, fake });
const bar = () => screen.findByText('You are working in Summer. Changes are not live.');
const listQueries = (fake: FakeApi) =>
  fake.requestsTo('/books/collections', 'GET').map(({ query }) => query['release']);

it('selects a release from the menu, keeps it in links, and returns to the live catalogue', async () => {
  const { user, fake, location } = open('/collections?search=s');
  await screen.findByRole('link', { name: 'Sea' });
  await user.click(screen.getByRole('button', { name: 'Release: Live' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Summer' }));
  await bar();
  expect(location()).toBe('/collections?search=s&release=1');
  await screen.findByRole('button', { name: 'Release: Summer' });
  await screen.findByRole('link', { name: 'Sea' });
  expect(listQueries(fake)).toEqual([undefined, 1]);
  const link = screen.getByRole('link', { name: 'Books' });
  expect(link.getAttribute('href')).toBe('/books?release=1');
  await user.click(link);
  await waitFor(() => expect(location()).toMatch(/^\/books\?.*release=1/));
  await user.click(screen.getByRole('button', { name: 'Exit release' }));
  await waitFor(() => expect(location()).not.toContain('release'));
  screen.getByRole('button', { name: 'Release: Live' });
  expect(screen.queryByText(/You are working in/)).toBeNull();
});

it('saves from a dialog into the release, says so, and marks the row', async () => {
  const { user, fake, store } = open('/collections?release=1');
  await bar();
  fake.auditLogEntry = 9;
  await user.click(await screen.findByRole('button', { name: 'Edit Sea' }));
  const dialog = await screen.findByRole('dialog');
  const title = await within(dialog).findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Seaside');
  await user.click(within(dialog).getByRole('button', { name: 'Save to Summer' }));
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
  await screen.findByText('Saved to Summer');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(store.getState().undo.offers).toEqual([]);
  expect(fake.requestsTo('/books/collections/update')[0]?.query['release']).toBe(1);
  expect(fake.items.collections[0]?.['title']).toBe('Sea');
  await screen.findByRole('link', { name: 'Seaside' });
  await screen.findByRole('button', { name: 'Changed in Summer' });
});

it('saves from the page of a record into the release', async () => {
  const { user, fake } = open('/collections/1?release=1');
  await bar();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 's');
  await user.click(screen.getByRole('button', { name: 'Save to Summer' }));
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
  await screen.findByText('Saved to Summer');
  expect(fake.requestsTo('/books/collections/1')[0]?.query['release']).toBe(1);
  expect(fake.items.collections[0]?.['title']).toBe('Sea');
});

it('deletes in the release after a question that names it', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  const { user, fake } = open('/collections?release=1');
  await bar();
  await user.click(await screen.findByRole('button', { name: 'Delete Sea' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Sea' })).toBeNull());
  expect(confirm).toHaveBeenCalledWith(
    'Delete in Summer? The record stays live until the release is published.',
  );
  expect(fake.items.collections).toHaveLength(1);
  confirm.mockRestore();
});

it('shows the live value and that of the release when the mark is focused', async () => {
  const fake = fakeWithRelease();
  fake.releases[0]?.changes.push(
    fakeChange({ record: { id: 1, name: 'Seaside' }, changes: [textChange('title', 'Sea', 'Seaside')] }),
  );
  open('/collections?release=1', fake);
  const mark = await screen.findByRole('button', { name: 'Changed in Summer' });
  fireEvent.focus(mark);
  const dialog = await screen.findByRole('dialog', { name: 'Changed in Summer' });
  within(dialog).getByRole('region', { name: 'Title' });
  fireEvent.keyDown(mark, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('hides controls that would change the live catalogue', async () => {
  const { user } = open('/books?release=1');
  await bar();
  await screen.findByRole('link', { name: 'Book 12' });
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions for Book 12' }));
  await screen.findByRole('menuitem', { name: 'Used in' });
  expect(screen.queryByRole('menuitem', { name: 'Content editor' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Add to release...' })).toBeNull();
});

it('saves a bulk edit into the release, says so, and offers to undo it', async () => {
  const { user, fake, store } = open('/books?release=1');
  await bar();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 12' }));
  const preview = { total: 1, changes: 1, skipped: [], related: [], is_undoable: true, examples: [] };
  fake.respondNext({ path: '/books/bulk/preview' }, { success: true, data: preview });
  await user.click(within(screen.getByRole('region', { name: 'Selected books' })).getByText('Delete'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('1 book will be deleted when Summer is published.');
  expect(fake.requestsTo('/books/bulk/preview')[0]?.query['release']).toBe(1);
  fake.respondNext({ path: '/books/bulk' }, { success: true, data: { id: 9, job } });
  await user.click(within(dialog).getByRole('button', { name: 'Delete in Summer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.requestsTo('/books/bulk')[0]?.query['release']).toBe(1);
  const reads = fake.requestsTo('/releases/1/changes').length;
  const change = { id: 9, total: 1, done: 1, changed: 1, entry_id: null, release_id: 1 };
  const data = { ...change, is_undoable: true, is_undone: false };
  fake.respondNext({ path: '/books/bulk/9' }, { success: true, data });
  act(() => {
    store.dispatch(jobReceived({ ...job, state: 'done', changed_at: later }));
  });
  await screen.findByText('1 book deleted');
  await screen.findByText('Saved to Summer');
  await waitFor(() => expect(fake.requestsTo('/releases/1/changes').length).toBeGreaterThan(reads));
  fake.respondNext(
    { path: '/books/bulk/9/undo' },
    { success: true, data: { id: 10, job: { ...job, id: 5 } } },
  );
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(fake.requestsTo('/books/bulk/9/undo', 'POST')).toHaveLength(1));
});

it('saves a spreadsheet into the release, says so, and offers to undo it', async () => {
  const { user, fake, store } = open('/spreadsheets?kind=books&release=1');
  await bar();
  await screen.findByText('Spreadsheet (CSV or XLSX)');
  const fileField = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!fileField) throw new Error('There is no field for the file.');
  const changes = [{ column: 'name', before: 'Old', after: 'New' }];
  const counts = { total: 1, created: 0, changed: 1, unchanged: 0, rejected: 0 };
  const rows = [{ line: 2, name: 'New', changes }];
  const data = { id: 9, ...counts, ignored_columns: [], rows, errors: [] };
  fake.respondNext({ path: '/spreadsheets/preview' }, { success: true, data });
  await user.upload(fileField, new File(['code,name\n'], 'books.csv', { type: 'text/csv' }));
  fake.respondNext({ path: '/spreadsheets/9/apply' }, { success: true, data: { id: 9, job } });
  await user.click(await screen.findByRole('button', { name: 'Save to Summer' }));
  await screen.findByText('Importing: 0%');
  expect(fake.requestsTo('/spreadsheets/preview')[0]?.query['release']).toBe(1);
  expect(fake.requestsTo('/spreadsheets/9/apply')[0]?.query['release']).toBe(1);
  const summary = {
    id: 9,
    kind: 'books',
    total: 1,
    done: 1,
    created: 0,
    changed: 1,
    failed: 0,
    failures: [],
  };
  const whole = { ...summary, entry_id: null, release_id: 1, is_undoable: true, is_undone: false };
  fake.respondNext({ path: '/spreadsheets/9' }, { success: true, data: whole });
  act(() => {
    store.dispatch(jobReceived({ ...job, kind: 'spreadsheet', state: 'done', changed_at: later }));
  });
  const result = await screen.findByRole('region', { name: 'Import complete' });
  within(result).getByText('Saved to Summer');
  fake.respondNext(
    { path: '/spreadsheets/9/undo' },
    { success: true, data: { id: 10, job: { ...job, id: 5 } } },
  );
  await user.click(within(result).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(fake.requestsTo('/spreadsheets/9/undo', 'POST')).toHaveLength(1));
});

it('exports the list of the release, and hides the trash', async () => {
  const { user, fake } = open('/collections?release=1');
  await bar();
  await screen.findByRole('link', { name: 'Sea' });
  await user.click(screen.getByRole('button', { name: 'Display options' }));
  await screen.findByRole('menuitem', { name: 'Import spreadsheet' });
  expect(screen.queryByRole('menuitem', { name: 'View trash' })).toBeNull();
  const path = '/spreadsheets/collections/export';
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  fake.respondNext({ path }, {});
  await user.click(screen.getByRole('menuitem', { name: 'Export as CSV' }));
  await waitFor(() => expect(download).toHaveBeenCalled());
  expect(fake.requestsTo(path)[0]?.query['release']).toBe(1);
  download.mockRestore();
});

it('says on screens of the live catalogue that they do not change the release', async () => {
  open('/contributors?release=1');
  await screen.findByText('This screen changes only the live catalogue. Exit Summer to use it.');
  expect(screen.queryByRole('button', { name: /^Rename/ })).toBeNull();
});

it.each([
  ['closed', '/collections?release=1', 'Summer is closed. You are back in the live catalogue.'],
  [
    'deleted',
    '/collections?release=9',
    'This release doesn’t exist any more. You are back in the live catalogue.',
  ],
] as const)('returns to the live catalogue if the release is %s', async (status, route, message) => {
  const fake = fakeWithRelease();
  const [first] = fake.releases;
  if (first) first.release = { ...first.release, status: 'archived' };
  if (status === 'deleted') expectError(404);
  const { location } = open(route, fake);
  await screen.findByText(message);
  await waitFor(() => expect(location()).toBe('/collections'));
});

it('offers to repeat a failed read of the release', async () => {
  const fake = fakeWithRelease();
  fake.failNext({ path: '/releases/1', status: 500, message: 'Out of order.' });
  const { user } = open('/collections?release=1', fake);
  await user.click(
    within(await screen.findByRole('region', { name: 'Release' })).getByRole('button', { name: 'Retry' }),
  );
  await bar();
  expect(fake.requestsTo('/releases/1')).toHaveLength(2);
});

it('ignores the address for users who may not prepare releases', async () => {
  const { fake } = open('/collections?release=1', fakeWithRelease(['collections:edit']));
  await screen.findByRole('link', { name: 'Sea' });
  expect(listQueries(fake)).toEqual([undefined]);
  expect(screen.queryByRole('button', { name: /^Release:/ })).toBeNull();
});

it('opens a record in a release from the menu of its row', async () => {
  const { user, location } = open('/collections');
  await user.click(await screen.findByRole('button', { name: 'More actions for Sea' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add to release...' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Sea to a release' });
  await within(dialog).findByRole('combobox', { name: /Release/ });
  await user.click(within(dialog).getByRole('button', { name: 'Edit in release' }));
  await waitFor(() => expect(location()).toBe('/collections/1?release=1'));
  await bar();
});

it('saves the content of a book into the release, and autosaves it in the browser only', async () => {
  localStorage.clear();
  const fake = fakeWithRelease();
  fake.bookContents.byBook.set(1, fakeBookContent(1));
  fake.bookContents.autosaves.set(1, {
    base_version: 1,
    saved_at: time,
    document: { chapters: [{ id: 1, name: 'Live' }] },
  });
  const { user } = open('/books/1/content?release=1', fake);
  await bar();
  await user.type(await screen.findByRole('textbox', { name: 'Name of chapter 1' }), ' of summer');
  screen.getByText('Switch to Live to sync.');
  await waitFor(() =>
    expect(localStorage.getItem('content_editor_draft:1:release-1')).toContain('Part 1 of summer'),
  );
  await user.click(screen.getByRole('button', { name: 'Save to Summer' }));
  await screen.findByText('All changes are saved');
  const requests = fake.requestsTo('/books/1/content');
  expect(requests.map(({ method, query }) => [method, query['release']])).toEqual([
    ['GET', 1],
    ['PUT', 1],
  ]);
  expect(fake.requestsTo('/books/1/content/autosave')).toEqual([]);
  expect(localStorage.getItem('content_editor_draft:1:release-1')).toBeNull();
});
