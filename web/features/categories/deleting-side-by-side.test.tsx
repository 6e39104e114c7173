import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CategoriesScreen } from './categories-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const open = async () => {
  const fake = createFakeApi();
  const view = renderScreen(<CategoriesScreen />, { fake });
  await screen.findByText('Poetry');
  return { ...view, fake };
};
const deleteOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^Delete ${name}`) });

beforeEach(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

it('runs several deletions concurrently, each with its progress on its own row', async () => {
  const { user, fake } = await open();
  const first = fake.pauseNext({ method: 'DELETE' });
  const second = fake.pauseNext({ method: 'DELETE' });
  await user.click(deleteOf('Poetry'));
  await user.click(deleteOf('Fiction'));
  // A second click on the same row sends no request.
  await user.click(deleteOf('Poetry'));
  expect(screen.getAllByRole('button', { busy: true })).toHaveLength(2);
  expect(deleteOf('Poetry').getAttribute('aria-label')).toBe('Delete Poetry: Deleting...');
  expect(deleteOf('Children').getAttribute('aria-busy')).toBe('false');
  second.release();
  await waitFor(() => expect(screen.queryByText('Fiction')).toBeNull());
  screen.getByText('Poetry');
  first.release();
  await waitFor(() => expect(screen.queryByText('Poetry')).toBeNull());
  expect(fake.requestsTo(/categories\/\d+$/, 'DELETE')).toHaveLength(2);
});

it('shows the error on the row until the next action', async () => {
  const { user, fake } = await open();
  fake.failNext({ method: 'DELETE', status: 409, message: 'Poetry is used by 3 books' });
  await user.click(deleteOf('Poetry'));
  const problem = await screen.findByText('Poetry is used by 3 books');
  expect(problem.closest('tr')?.textContent).toContain('Poetry');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(deleteOf('Fiction'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Fiction' })).toBeNull());
  expect(screen.queryByText('Poetry is used by 3 books')).toBeNull();
});

it('opens the references of the category from the error', async () => {
  const { user, fake } = await open();
  const items = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Ode ${id}`, place: null, block: null }));
  const data = { keeps: true, references: [{ kind: 'books', total: 23, items }] };
  fake.respondNext({ path: /\/references$/ }, { success: true, message: 'OK', data });
  fake.failNext({ method: 'DELETE', status: 409, message: 'Poetry is used by 23 books' });
  await user.click(deleteOf('Poetry'));
  const show = await screen.findByRole('button', { name: 'Show usage' });
  // No dialog opens automatically: the error is shown only on the row.
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(show);
  const dialog = within(await screen.findByRole('dialog', { name: '“Poetry” is in use' }));
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...[1, 2, 3, 4, 5].map((id) => `/books/${id}`),
    '/books?category=category%3Apoetry&language=all',
  ]);
  dialog.getByText('and 18 more (Books)');
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('Poetry is used by 23 books');
});

it('asks once if no reference is affected, and reports what else was deleted', async () => {
  const { user, fake } = await open();
  const items = [{ id: 4, name: 'Draft', place: 0, block: 'Shelves' }];
  const data = { keeps: false, is_live: false, references: [{ kind: 'mobile-configs', total: 1, items }] };
  fake.respondNext({ path: /\/references$/ }, { success: true, message: 'OK', data });
  await user.click(deleteOf('Poetry'));
  await screen.findByText('Category deleted successfully');
  screen.getByText('Also removed from 1 home screen block.');
  expect(window.confirm).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
