import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/categories/categories-screen.tsx';
import '#web/features/categories/category-page.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import './keyboard-shortcuts-dialog.tsx';
import './command-menu.tsx';
import { AppRoutes } from '../router.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Search records/ });
const list = () => screen.findByRole('listbox', { name: 'Command menu' });
const group = async (name: string) => within(await screen.findByRole('group', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

function activeOption(): HTMLElement | null {
  return document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
}

async function open(route = '/story-books', options: Parameters<typeof renderScreen>[1] = {}) {
  const view = renderScreen(<AppRoutes />, { route, ...options });
  await screen.findByRole('heading', { level: 1 });
  return view;
}

it('opens on Ctrl+K, finds records with one request and opens the first on Enter', async () => {
  const { user, fake, location } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await list();
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(field().getAttribute('aria-controls')).toBe((await list()).id);
  const category = fake.items.categories[0];
  // Pasted, since typing slowly sends a request after each pause.
  await user.paste(String(category?.['name']));
  const [first] = (await group('Categories')).getAllByRole('option');
  expect(first?.textContent).toContain(category?.['name']);
  await waitFor(() => expect(first?.getAttribute('aria-selected')).toBe('true'));
  expect(activeOption()).toBe(first);
  expect(fake.requestsTo('/search').length).toBe(1);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: String(category?.['name']) });
  expect(location()).toBe('/categories/1');
  expect(field().value).toBe('');
  await isClosed();
});

it('shows the results of a corrected text, and names it', async () => {
  const { user, fake } = await open();
  fake.corrections['bokk 12'] = 'Book 12';
  await user.keyboard('{Control>}k{/Control}');
  await list();
  await user.paste('bokk 12');
  expect((await group('Books')).getAllByRole('option')[0]?.textContent).toContain('Book 12');
  expect(screen.getByText('No exact matches. Showing results for Book 12.')).toBeDefined();
});

it('ignores results of an earlier text: Enter before the results searches the text in Books', async () => {
  const { user, fake, location } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await list();
  const search = fake.pauseNext({ path: '/search' });
  await user.paste('harbour');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe('/books?search=harbour&language=all'));
  search.release();
});

it('opens on a click and while typing; Enter opens Books with the text, arrow keys select a result', async () => {
  const { user, fake, location } = await open();
  await user.click(field());
  await list();
  expect(activeOption()).toBeNull();
  const name = String(fake.items.categories[0]?.['name']);
  await user.type(field(), name);
  expect(activeOption()?.textContent).toBe(`Search Books for “${name}”`);
  const [first] = (await group('Categories')).getAllByRole('option');
  await user.keyboard('{ArrowDown}');
  expect(activeOption()).toBe(first);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(activeOption()).toBe(screen.getAllByRole('option').at(-1));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(location()).toContain('/books?search='));
  await isClosed();
  expect(field().value).toBe(name);
});

it('closes on Escape and restores the focus, and closes when it loses the focus', async () => {
  const { user } = await open();
  const help = screen.getByRole('button', { name: 'Help' });
  help.focus();
  await user.keyboard('{Control>}k{/Control}');
  await list();
  await user.keyboard('sea{Escape}');
  await isClosed();
  expect(document.activeElement).toBe(help);
  expect(field().value).toBe('sea');
  await user.click(field());
  await list();
  await user.keyboard('{Escape}');
  await isClosed();
  expect(document.activeElement).toBe(field());
  await user.keyboard('{ArrowDown}');
  await list();
  await user.tab();
  await isClosed();
});

it('opens screens, and offers only those that the user has permission for', async () => {
  const { user, location } = await open('/categories', { fake: createFakeApi(['books:edit']) });
  await user.click(field());
  const names = (await group('Actions')).getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(['Add New Book', 'Switch to dark mode', 'Show keyboard shortcuts']);
  const screens = await group('Screens');
  expect(screens.queryByRole('option', { name: /^Audit log/ })).toBeNull();
  expect(screens.queryByRole('option', { name: 'Users' })).toBeNull();
  screens.getByRole('option', { name: /^Trash/ });
  await user.type(field(), 'story b');
  await user.click((await group('Screens')).getByRole('option', { name: 'Story Books' }));
  await waitFor(() => expect(location()).toBe('/story-books'));
});

it('opens sections of screens', async () => {
  const { user, location } = await open();
  await user.type(field(), 'audit');
  await user.click((await group('Screens')).getByRole('option', { name: /^Audit log/ }));
  await waitFor(() => expect(location()).toBe('/reports?show=auditLog'));
});

it('shows the error of a failed search', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/search', message: 'The search is not available.' });
  const { user } = await open('/categories', { fake });
  await user.click(field());
  await user.paste('sea');
  await screen.findByText('The search is not available.');
});

it('shows the shortcuts of the screen on ?, and opens the form of a new record on n', async () => {
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

it('moves through the rows, opens one, and saves it on Ctrl+Enter', async () => {
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

it('focuses the search on /; Enter searches, and then opens the first result', async () => {
  const { user, fake, location } = renderScreen(<AppRoutes />, { route: '/categories' });
  await screen.findAllByRole('row');
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByPlaceholderText('Search by name...'));
  // There was no search yet, so the first row is not a result.
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
