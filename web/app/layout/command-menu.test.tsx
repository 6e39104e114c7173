import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Loaded here, or a test waits for the code of its screen.
import '#web/features/categories/categories-screen.tsx';
import '#web/features/categories/category-page.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import './keyboard-shortcuts-dialog.tsx';
import './command-menu.tsx';
import { AppRoutes } from '../router.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const box = () => screen.findByPlaceholderText('Search records, screens and actions...');

it('opens by Ctrl+K, finds records by one call and opens the first of them on Enter', async () => {
  const { user, fake, location } = renderScreen(<AppRoutes />, { route: '/story-books' });
  await screen.findByRole('heading', { name: 'Story Books' });
  await user.keyboard('{Control>}k{/Control}');
  const search = await box();
  await waitFor(() => expect(document.activeElement).toBe(search));
  const category = fake.items.categories[0];
  // At once: who types slowly asks again after each pause.
  await user.paste(String(category?.['name']));
  const group = await screen.findByRole('group', { name: 'Categories' });
  const [first] = within(group).getAllByRole('button');
  expect(first?.textContent).toContain(category?.['name']);
  await waitFor(() => expect(first?.dataset['selected']).toBe('true'));
  expect(fake.requestsTo('/search').length).toBe(1);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: String(category?.['name']) });
  expect(location()).toBe('/categories/1');
});

it('leads to screens, and offers only what the user may do', async () => {
  const { user, location } = renderScreen(<AppRoutes />, {
    route: '/categories',
    fake: createFakeApi(['books:edit']),
  });
  await screen.findByRole('heading', { name: 'Categories' });
  await user.click(screen.getByRole('button', { name: 'Open command menu' }));
  const search = await box();
  const actions = within(await screen.findByRole('group', { name: 'Actions' }));
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Add New Book',
    'Switch to dark mode',
    'Show keyboard shortcuts',
  ]);
  await user.type(search, 'story b');
  await user.click(
    within(screen.getByRole('group', { name: 'Screens' })).getByRole('button', { name: 'Story Books' }),
  );
  await waitFor(() => expect(location()).toBe('/story-books'));
});

it('shows the keys of the screen by ?, and opens the form of a new record by n', async () => {
  const { user } = renderScreen(<AppRoutes />, { route: '/categories' });
  await screen.findByRole('heading', { name: 'Categories' });
  await user.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(keys).getByText('Add Category')).toBeTruthy();
  expect(within(keys).getByText('Save form')).toBeTruthy();
  expect(within(keys).getByText(/^Undo the last change/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('n');
  await screen.findByRole('dialog', { name: 'Add Category' });
});

it('walks through the rows, opens one, and saves it by Ctrl+Enter', async () => {
  const { user, fake } = renderScreen(<AppRoutes />, { route: '/categories' });
  const rows = await screen.findAllByRole('row');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(rows[2]);
  await user.keyboard('{ArrowUp}e');
  const form = within(await screen.findByRole('dialog', { name: 'Edit Category' }));
  await user.type(form.getByLabelText(/^Name/), '!');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(fake.requestsTo(/categories/, 'PUT').length).toBe(1));
});

it('goes to the search by /; Enter searches, and opens the first hit of what is shown', async () => {
  const { user, fake, location } = renderScreen(<AppRoutes />, { route: '/categories' });
  await screen.findAllByRole('row');
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByPlaceholderText('Search by name...'));
  // Nothing was searched for yet, so the first row is no hit.
  await user.keyboard('{Enter}');
  const categoryName = String(fake.items.categories[1]?.['name']);
  await user.keyboard(`${categoryName}{Enter}`);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Edit / })).toHaveLength(1));
  await waitFor(() => expect(location()).toContain('search='));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Enter}');
  const form = within(await screen.findByRole('dialog', { name: 'Edit Category' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe(categoryName);
});
