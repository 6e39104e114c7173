import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ContributorsScreen } from './contributors-screen.tsx';

const list = '/contributors';
const names = ['Ada Marsh', 'Marsh, Ada', 'Bo Vale', 'Ada Marsh'];

function fakeWithContributors(permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const ids = [...new Set(names)];
  fake.items.books = names.map((name, index) => ({
    ...fakeBook(index + 1),
    author: { id: ids.indexOf(name) + 1, name },
    contributors: [
      { id: ids.indexOf(name) + 1, name, role: 'author' as const },
      ...(index === 0 ? [{ id: 3, name: 'Bo Vale', role: 'narrator' as const }] : []),
    ],
  }));
  return fake;
}

async function open(permissions?: readonly string[]) {
  const fake = fakeWithContributors(permissions);
  const view = renderScreen(<ContributorsScreen />, { route: '/contributors', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  return { ...view, fake };
}
const rows = () => screen.getAllByRole('row').slice(1);
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  notifications.clean();
});

it('lists contributors with roles, books and similar names, and filters them', async () => {
  const { user, fake } = await open();
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    '1Ada MarshAuthor (2)2Marsh, Ada (1)',
    '3Bo ValeAuthor (1), Narrator (1)2-',
    '2Marsh, AdaAuthor (1)1Ada Marsh (2)',
  ]);
  expect(screen.getByRole('link', { name: 'Bo Vale' }).getAttribute('href')).toBe('/contributors/3');
  expect(screen.getByRole('link', { name: 'View 2 books by Ada Marsh' }).getAttribute('href')).toBe(
    '/books?contributor_id=1&language=all',
  );
  await user.selectOptions(screen.getByLabelText('Role'), 'Narrator');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.getByRole('link', { name: 'View 1 book by Bo Vale' }).getAttribute('href')).toBe(
    '/books?contributor_id=3&contributor_role=narrator&language=all',
  );
  await user.selectOptions(screen.getByLabelText('Role'), 'Foreword');
  await screen.findByText('No books have this role yet. Add contributors in the form of a book.');
  await user.selectOptions(screen.getByLabelText('Role'), 'All roles');
  await user.selectOptions(screen.getByLabelText('Show'), 'Possible duplicates');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText('Sort'), 'Sort name Z to A');
  await waitFor(() =>
    expect(fake.requestsTo(list).at(-1)?.query).toEqual({
      similar: 1,
      sort_by_field: 'sort_name',
      sort_direction: 'desc',
      page: 1,
      items_per_page: 10,
    }),
  );
});

it('offers no changes without the permission to edit books', async () => {
  await open([]);
  expect(screen.queryAllByRole('button', { name: /Edit|Merge/ })).toEqual([]);
});

const openForm = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(button('Edit Ada Marsh'));
  return within(await screen.findByRole('dialog', { name: 'Edit contributor' }));
};

it('renames in all books, and offers a merge if the name exists', async () => {
  expectError(409);
  const { user, fake } = await open();
  const dialog = await openForm(user);
  dialog.getByText('A new name will appear on 2 books.');
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Name is required');
  await user.type(name, 'Bo Vale{Enter}');
  await dialog.findByText(/A contributor named “Bo Vale” already exists/);
  dialog.getByRole('button', { name: 'Merge Ada Marsh into Bo Vale' });
  await user.clear(name);
  await user.type(name, 'Ada Lovelace{Enter}');
  await screen.findByText('Contributor updated successfully');
  await screen.findByRole('link', { name: 'View 2 books by Ada Lovelace' });
  expect(fake.requestsTo(`${list}/1`, 'PUT').map(({ body }) => body)).toMatchObject([
    { name: 'Bo Vale', version: 1 },
    { name: 'Ada Lovelace', version: 1 },
  ]);
});

it('edits the details, proposes a sort name, and validates the ISNI', async () => {
  const { user, fake } = await open();
  const dialog = await openForm(user);
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  await user.click(dialog.getByRole('button', { name: 'Use “Marsh, Ada”' }));
  expect(field('Sort name').value).toBe('Marsh, Ada');
  expect(dialog.queryByRole('button', { name: /^Use/ })).toBeNull();
  await user.type(field('Other names'), 'A. M.{Enter}Ada M.');
  await user.type(field('ISNI'), '0000 0001 2150 0900');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/The last character of this ISNI doesn’t match the others/);
  expect(document.activeElement).toBe(field('ISNI'));
  expect(fake.requestsTo(`${list}/1`, 'PUT')).toEqual([]);
  await user.type(field('ISNI'), '{Backspace}X');
  await user.type(field('Biography'), 'Writes.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('A. M. · Ada M.');
  expect(fake.requestsTo(`${list}/1`, 'PUT')[0]?.body).toEqual({
    name: 'Ada Marsh',
    sort_name: 'Marsh, Ada',
    other_names: 'A. M.\nAda M.',
    isni: '0000 0001 2150 090X',
    biography: 'Writes.',
    links: [],
    localized_biographies: '',
    version: 1,
  });
});

it('asks before unsaved changes are discarded', async () => {
  const { user } = await open();
  const dialog = await openForm(user);
  await user.type(dialog.getByRole('textbox', { name: 'Biography' }), 'x');
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
});

it('merges two contributors: shows a preview, runs in the background, and reports the result', async () => {
  const { user, fake, store } = await open();
  const preview = { total: 1, changes: 1, skipped: [], related: [], is_undoable: true, examples: [] };
  fake.respondNext(
    { method: 'POST', path: '/books/bulk/preview' },
    { success: true, data: { ...preview, related: [{ kind: 'authors_without_books', count: 1 }] } },
  );
  await user.click(button('Merge Marsh, Ada into Ada Marsh'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge contributors' }));
  await dialog.findByText('1 contributor will have no books left and will be removed.');
  const job = { ...exampleJob, title: 'Change 1 book' };
  fake.respondNext({ method: 'POST', path: '/books/bulk' }, { success: true, data: { id: 9, job } });
  fake.respondNext(
    { method: 'GET', path: '/books/bulk/9' },
    { success: true, data: { id: 9, total: 1, done: 1, changed: 1, is_undoable: true, is_undone: false } },
  );
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText(/^Merging... 0/);
  expect(fake.requestsTo('/books/bulk', 'POST')[0]?.body).toEqual({
    filter: { contributor_id: '2' },
    expected: 1,
    changes: { contributor: { id: 2, name: 'Ada Marsh' } },
  });
  act(() => {
    store.dispatch(jobReceived({ ...job, state: 'done', changed_at: '2026-01-15T09:31:00.000Z' }));
  });
  await screen.findByText('1 book updated');
  button('Undo');
});

it('does not merge into an unknown contributor or the same one', async () => {
  const { user, fake } = await open();
  await user.click(button('Merge Bo Vale with another contributor'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge contributors' }));
  const into = dialog.getByRole('combobox', { name: 'Merge into' });
  await user.click(into);
  await user.paste('bo  VALE');
  await dialog.findByText(/merge a contributor into itself/);
  const preview = { total: 1, changes: 1, skipped: [], is_undoable: true, examples: [] };
  fake.respondNext(
    { method: 'POST', path: '/books/bulk/preview' },
    { success: true, data: { ...preview, related: [{ kind: 'new_author', count: 1 }] } },
  );
  await user.clear(into);
  await user.paste('Who');
  await dialog.findByText(/No contributor has this name/);
  expect(dialog.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true);
});
