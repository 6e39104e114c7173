import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BulkPreview } from '#contract/bulk/bulk';
import type { Job } from '#contract/jobs/jobs';
import { runScreenShortcut } from '#web/core/lib/screen-shortcuts.ts';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { openBooks } from '#web/testing/open-books.tsx';
import './selecting-bar.tsx';

const list = '/books/list';
const previewPath = '/books/bulk/preview';

const preview = (changes: Partial<BulkPreview> = {}) => ({
  success: true,
  data: { total: 2, changes: 2, skipped: [], related: [], is_undoable: true, examples: [], ...changes },
});
const jobOf = (changes: Partial<Job> = {}): Job => ({ ...exampleJob, ...changes });
const changeOf = (changedCount: number, is_undoable = true) => ({
  success: true,
  data: { id: 9, total: 2, done: 2, changed: changedCount, entry_id: 3, is_undoable, is_undone: false },
});

async function select(fake: FakeApi = createFakeApi()) {
  const view = await openBooks({ fake });
  await view.user.click(screen.getByRole('button', { name: 'Select' }));
  const bar = await screen.findByRole('region', { name: 'Selected books' });
  return { ...view, fake, bar };
}
const tickOf = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const tickedBooks = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute('aria-label'));
const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

/* Like the layout of the application. */
const listen = (event: KeyboardEvent) => void runScreenShortcut(event);

beforeEach(() => {
  notifications.clean();
  document.addEventListener('keydown', listen);
});
afterEach(() => document.removeEventListener('keydown', listen));

describe('selection', () => {
  it('shows checkboxes on the rows without changing the columns', async () => {
    const { user } = await openBooks();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    const before = columns();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(10);
    expect(columns()).toEqual(before);
    await screen.findByText('No books selected');
    await user.click(screen.getByRole('button', { name: 'Exit selection' }));
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('selects by checkbox, by a click on the row, and a range with Shift', async () => {
    const { user, bar } = await select();
    await user.click(tickOf('Book 12'));
    fireEvent.click(screen.getByText('BK-000009'), { shiftKey: true });
    expect(tickedBooks()).toEqual(['Select Book 12', 'Select Book 11', 'Select Book 10', 'Select Book 9']);
    within(bar).getByText('4 books selected');
    await user.click(screen.getByText('BK-000011'));
    expect(tickedBooks()).not.toContain('Select Book 11');
  });

  it('starts with x on a row and ends with Escape', async () => {
    const { user } = await openBooks();
    await user.keyboard('{ArrowDown}x');
    expect(await screen.findByText('1 book selected')).toBeTruthy();
    expect(tickedBooks()).toEqual(['Select Book 12']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}x{/Shift}');
    expect(tickedBooks()).toEqual(['Select Book 12', 'Select Book 11', 'Select Book 10']);
    await user.keyboard('{Escape}');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('starts with a long press on a row, and not with scrolling', async () => {
    await openBooks();
    const [paused, passed] = [screen.getByText('BK-000011'), screen.getByText('BK-000010')];
    const touch = { pointerType: 'touch', clientX: 10 };
    fireEvent.pointerDown(passed, { ...touch, clientY: 10 });
    fireEvent.pointerMove(passed, { ...touch, clientY: 60 });
    fireEvent.pointerDown(paused, { ...touch, clientY: 10 });
    fireEvent.pointerMove(paused, { ...touch, clientY: 12 });
    // True means that the default was not prevented.
    expect(fireEvent.contextMenu(paused)).toBe(false);
    expect(await screen.findByText('1 book selected')).toBeTruthy();
    fireEvent.pointerUp(paused, touch);
    fireEvent.click(paused);
    expect(tickedBooks()).toEqual(['Select Book 11']);
    expect(fireEvent.contextMenu(paused)).toBe(true);
    fireEvent.click(passed);
    expect(tickedBooks()).toEqual(['Select Book 11', 'Select Book 10']);
  });

  it('keeps the selection of other pages, and clears a selection of all results when the filter changes', async () => {
    const { user, bar } = await select();
    await user.click(within(bar).getByRole('button', { name: 'Select this page' }));
    within(bar).getByText('10 books selected');
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
    await user.click(tickOf('Book 2'));
    within(bar).getByText('11 books selected');
    await user.click(within(bar).getByRole('button', { name: 'Select all 12 results' }));
    within(bar).getByText('12 books selected');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Backup Service');
    await within(bar).findByText('No books selected');
  });

  it('is not available without permissions for bulk edits', async () => {
    await openBooks({ permissions: [] });
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
  });

  it('offers the bulk edits that the permissions allow', async () => {
    const { user } = await openBooks({ permissions: ['collections:edit'] });
    await user.click(screen.getByRole('button', { name: 'Select' }));
    const bar = await screen.findByRole('region', { name: 'Selected books' });
    expect(within(bar).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(tickOf('Book 12'));
    await user.click(within(bar).getByRole('button', { name: 'Bulk edit' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Add to collection']);
  });
});

describe('bulk edit', () => {
  async function choose(kind: string, fake = createFakeApi()) {
    const selection = await select(fake);
    await selection.user.click(tickOf('Book 12'));
    await selection.user.click(tickOf('Book 11'));
    await selection.user.click(within(selection.bar).getByRole('button', { name: 'Bulk edit' }));
    await selection.user.click(await screen.findByRole('menuitem', { name: kind }));
    return { ...selection, dialog: await screen.findByRole('dialog') };
  }

  it('shows a preview first: changed, skipped and related records, and examples that can be excluded', async () => {
    const fake = createFakeApi();
    const { user, dialog } = await choose('Category', fake);
    expect(fake.requestsTo(previewPath)).toEqual([]);
    const field = { field: 'category', before: 'Fiction', after: 'Travel' };
    const example = { id: 12, name: 'Book 12', code: 'BK-000012', changes: [field] };
    fake.respondNext(
      { path: previewPath },
      preview({
        changes: 1,
        skipped: [{ reason: 'unchanged', count: 1 }],
        related: [{ kind: 'leave_sub_category', count: 1 }],
        examples: [example],
      }),
    );
    await user.selectOptions(within(dialog).getByLabelText('Category'), 'No category');
    await within(dialog).findByText('1 book will be updated.');
    within(dialog).getByText('1 book already has this value.');
    within(dialog).getByText('The sub-category of 1 book will be cleared.');
    within(dialog).getByText('Category: Fiction → Travel');
    within(dialog).getByRole('button', { name: 'Apply to 1 book' });
    expect(fake.requestsTo(previewPath).at(-1)?.body).toEqual({
      ids: [12, 11],
      except: [],
      changes: { category_code: '' },
    });

    fake.respondNext({ path: previewPath }, preview({ changes: 0 }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Include Book 12' }));
    await within(dialog).findByText('No changes.');
    expect(fake.requestsTo(previewPath).at(-1)?.body).toMatchObject({ except: [12] });
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Apply/ }).disabled).toBe(true);
  });

  it('sets or removes a field of the publication record', async () => {
    const fake = createFakeApi();
    const { user, dialog } = await choose('Publication record', fake);
    const lastChanges = () => fake.requestsTo(previewPath).at(-1)?.body['changes'];
    await user.selectOptions(within(dialog).getByLabelText('Field'), 'Publication status');
    expect(fake.requestsTo(previewPath)).toEqual([]);
    const field = { field: 'publication_status', before: '-', after: 'Active' };
    const example = { id: 12, name: 'Book 12', code: 'BK-000012', changes: [field] };
    fake.respondNext(
      { path: previewPath },
      preview({ changes: 1, skipped: [{ reason: 'invalid', count: 1 }], examples: [example] }),
    );
    await user.selectOptions(within(dialog).getByLabelText('Publication status'), 'Active');
    await within(dialog).findByText('Publication status: - → Active');
    within(dialog).getByText('1 book has another value that contradicts this one.');
    expect(lastChanges()).toEqual({ publication_status: 'active' });

    fake.respondNext({ path: previewPath }, preview());
    await user.selectOptions(within(dialog).getByLabelText('Field'), 'Age from');
    await user.type(within(dialog).getByLabelText('Age from'), '6');
    await waitFor(() => expect(lastChanges()).toEqual({ age_from: 6 }));
    fake.respondNext({ path: previewPath }, preview());
    await user.click(within(dialog).getByRole('checkbox', { name: 'Remove the value' }));
    expect(within(dialog).queryByLabelText('Age from')).toBeNull();
    await waitFor(() => expect(lastChanges()).toEqual({ age_from: 0 }));
  });

  it('runs in the background with its progress in the bar, and can be undone', async () => {
    const fake = createFakeApi();
    const { user, dialog, bar, store } = await choose('Service Type', fake);
    fake.respondNext({ path: previewPath }, preview());
    await user.selectOptions(within(dialog).getByLabelText('Service Type'), 'Main Service');
    await within(dialog).findByText('2 books will be updated.');
    fake.respondNext({ path: '/books/bulk' }, { success: true, data: { id: 9, job: jobOf() } });
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 2 books' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.requestsTo('/books/bulk').map(({ body }) => body)).toEqual([
      { ids: [12, 11], except: [], changes: { is_backup: false } },
    ]);
    expect(fake.requestsTo('/books/bulk')[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    await within(bar).findByText('Updating 2 books: 0%');

    const reads = fake.requestsTo(list).length;
    fake.respondNext({ path: '/books/bulk/9' }, changeOf(2));
    act(() => {
      store.dispatch(
        jobReceived(jobOf({ state: 'done', progress: 1, changed_at: '2026-01-15T09:30:01.000Z' })),
      );
    });
    await screen.findByText('2 books updated');
    await within(bar).findByText('No books selected');
    await waitFor(() => expect(fake.requestsTo(list).length).toBeGreaterThan(reads));

    fake.respondNext(
      { path: '/books/bulk/9/undo' },
      { success: true, data: { id: 10, job: jobOf({ id: 5, title: 'Undo' }) } },
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(fake.requestsTo('/books/bulk/9/undo', 'POST')).toHaveLength(1));
    fake.respondNext({ path: '/books/bulk/10' }, changeOf(2, false));
    act(() => {
      store.dispatch(jobReceived(jobOf({ id: 5, state: 'done', changed_at: '2026-01-15T09:30:02.000Z' })));
    });
    await screen.findByText('Undid changes to 2 books');
  });

  it('sends a filter and its count for all results, and reports if other books match now', async () => {
    const fake = createFakeApi();
    const { user, bar } = await select(fake);
    await user.click(within(bar).getByRole('button', { name: 'Select all 12 results' }));
    await user.click(tickOf('Book 12'));
    fake.failNext({ path: previewPath, status: 409, message: 'It showed 12 books, and shows 13 by now.' });
    await user.click(within(bar).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('It showed 12 books, and shows 13 by now.');
    expect(fake.requestsTo(previewPath)[0]?.body).toEqual({
      filter: { language: 'en' },
      expected: 12,
      except: [12],
      changes: { delete: true },
    });
    fake.respondNext({ path: previewPath }, preview({ changes: 11, is_undoable: false }));
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    await within(dialog).findByText(/^11 books will be moved to the trash/);
    within(dialog).getByRole('button', { name: 'Delete 11 books' });
  });

  it('keeps the dialog open if it cannot be started, and sends the same key for the same change', async () => {
    const fake = createFakeApi();
    const { user, dialog } = await choose('Language', fake);
    fake.respondNext({ path: previewPath }, preview());
    await user.selectOptions(within(dialog).getByLabelText('Language'), 'Turkish');
    fake.failNext({ path: '/books/bulk', status: 503, message: 'Try again in a moment.' });
    const applyButton = await within(dialog).findByRole('button', { name: 'Apply to 2 books' });
    await user.click(applyButton);
    await within(dialog).findByText('Try again in a moment.');
    fake.failNext({ path: '/books/bulk', status: 503, message: 'Not yet.' });
    await user.click(applyButton);
    await within(dialog).findByText('Not yet.');
    const keys = fake.requestsTo('/books/bulk').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
