import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ContributorsScreen } from './contributors-screen.tsx';

const list = '/books/authors';
const names = ['Ada Marsh', 'Marsh, Ada', 'Bo Vale', 'Ada Marsh'];

function fakeWithAuthors(permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const ids = [...new Set(names)];
  fake.items.books = names.map((name, index) => ({
    ...fakeBook(index + 1),
    author: { id: ids.indexOf(name) + 1, name },
  }));
  return fake;
}

async function open(permissions?: readonly string[]) {
  const fake = fakeWithAuthors(permissions);
  const view = renderScreen(<ContributorsScreen />, { route: '/contributors', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  return { ...view, fake };
}
const rows = () => screen.getAllByRole('row').slice(1);
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  notifications.clean();
});

it('lists authors with their books and similar names, and filters by order and possible duplicates', async () => {
  const { user, fake } = await open();
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    '1Ada Marsh2Marsh, Ada (1)',
    '2Marsh, Ada1Ada Marsh (2)',
    '3Bo Vale1-',
  ]);
  expect(screen.getByRole('link', { name: 'View 2 books by Ada Marsh' }).getAttribute('href')).toBe(
    '/books?author=Ada+Marsh&language=',
  );
  await user.selectOptions(screen.getByLabelText('Show'), 'Possible duplicates');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText('Sort'), 'Name Z to A');
  await waitFor(() =>
    expect(fake.requestsTo(list).at(-1)?.query).toEqual({
      similar: 1,
      sort_by_field: 'name',
      sort_direction: 'desc',
      page: 1,
      items_per_page: 10,
    }),
  );
});

it('offers no changes without the permission to edit books', async () => {
  await open([]);
  expect(screen.queryAllByRole('button', { name: /Rename|Merge/ })).toEqual([]);
});

it('renames in all books, and offers a merge if the name exists', async () => {
  expectError(409);
  const { user, fake } = await open();
  await user.click(button('Rename Ada Marsh'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename author' }));
  dialog.getByText('The new name will appear on 2 books.');
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await dialog.findByText('Name is required');
  await user.type(name, 'Bo Vale{Enter}');
  await dialog.findByText(/An author named “Bo Vale” already exists/);
  dialog.getByRole('button', { name: 'Merge Ada Marsh into Bo Vale' });
  await user.clear(name);
  await user.type(name, 'Ada Lovelace{Enter}');
  await screen.findByText('Author updated successfully');
  await screen.findByRole('link', { name: 'View 2 books by Ada Lovelace' });
  expect(fake.requestsTo(`${list}/1`, 'PUT').map(({ body }) => body)).toEqual([
    { name: 'Bo Vale', version: 1 },
    { name: 'Ada Lovelace', version: 1 },
  ]);
});

it('merges two authors: shows a preview, runs in the background, and reports the result', async () => {
  const { user, fake, store } = await open();
  const preview = { total: 1, changes: 1, skipped: [], related: [], is_undoable: true, examples: [] };
  fake.respondNext(
    { method: 'POST', path: '/books/bulk/preview' },
    { success: true, data: { ...preview, related: [{ kind: 'authors_without_books', count: 1 }] } },
  );
  await user.click(button('Merge Marsh, Ada into Ada Marsh'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge authors' }));
  await dialog.findByText('1 author will have no books left and will be removed.');
  const job = {
    id: 4,
    kind: 'bulk',
    subject_id: '9',
    title: 'Change 1 book',
    state: 'queued' as const,
    progress: 0,
    stage: '',
    attempts: 0,
    error: null,
    result: null,
    is_cancelling: false,
    user: null,
    created_at: '',
    run_at: '',
    changed_at: '2026-01-15T09:30:00.000Z',
    finished_at: null,
  };
  fake.respondNext({ method: 'POST', path: '/books/bulk' }, { success: true, data: { id: 9, job } });
  fake.respondNext(
    { method: 'GET', path: '/books/bulk/9' },
    { success: true, data: { id: 9, total: 1, done: 1, changed: 1, is_undoable: true, is_undone: false } },
  );
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText(/^Merging... 0/);
  expect(fake.requestsTo('/books/bulk', 'POST')[0]?.body).toEqual({
    filter: { author: 'Marsh, Ada' },
    expected: 1,
    changes: { author: { name: 'Ada Marsh' } },
  });
  act(() => {
    store.dispatch(jobReceived({ ...job, state: 'done', changed_at: '2026-01-15T09:31:00.000Z' }));
  });
  await screen.findByText('1 book updated');
  button('Undo');
});

it('does not merge into an unknown author or the same one', async () => {
  const { user, fake } = await open();
  await user.click(button('Merge Bo Vale with another author'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge authors' }));
  const into = dialog.getByRole('combobox', { name: 'Merge into' });
  await user.click(into);
  await user.paste('bo  VALE');
  await dialog.findByText(/merge an author into itself/);
  const preview = { total: 1, changes: 1, skipped: [], is_undoable: true, examples: [] };
  fake.respondNext(
    { method: 'POST', path: '/books/bulk/preview' },
    { success: true, data: { ...preview, related: [{ kind: 'new_author', count: 1 }] } },
  );
  await user.clear(into);
  await user.paste('Who');
  await dialog.findByText(/No author has this name/);
  expect(dialog.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true);
});
