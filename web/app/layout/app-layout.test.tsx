import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { defaultPreferences } from '#contract/users/preferences';
import { notificationAdded, selectUnseenCount } from '#web/core/store/notifications.slice.ts';
import { preferencesChanged } from '#web/core/store/auth.slice.ts';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/challenges/challenges-screen.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/books/books-screen.tsx';
import { expectConsole } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { AppRoutes } from '../router.tsx';
import { findScreen, type Screen } from '../screens.ts';

const open = (route = '/collections', options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<AppRoutes />, { route, ...options });

const screenAt = (path: string): Screen => findScreen(path) as Screen;

const entries = [
  ['Dashboard', '/dashboard'],
  ['Books', '/books'],
  ['Contributors', '/contributors'],
  ['Categories', '/categories'],
  ['Sub Categories', '/sub-categories'],
  ['Collections', '/collections'],
  ['Series', '/series'],
  ['Publishers', '/publishers'],
  ['Story Books', '/story-books'],
  ['Challenges', '/challenges'],
  ['Mobile Configs', '/mobile-configs'],
  ['Releases', '/releases'],
  ['Analytics', '/analytics'],
  ['Users', '/users'],
  ['Reports', '/reports'],
  ['Settings', '/settings'],
];

describe('the sidebar', () => {
  it('has an entry for each screen and marks the one whose path matches exactly', async () => {
    open();
    expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('Collections');
    const links = within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(entries);
    expect(links.filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))).toHaveLength(1);
  });

  it('has no entries that the user has no permission for', () => {
    open('/collections', { permissions: ['books:edit'] });
    const sidebar = screen.getByRole('navigation', { name: 'Main navigation' });
    const links = within(sidebar).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(
      entries.map(([name]) => name).filter((name) => !['Releases', 'Users', 'Settings'].includes(name ?? '')),
    );
  });

  it('has a logo that links to the dashboard', () => {
    open('/collections', { settings: { product_name: 'Bookery' } });
    expect(screen.getByRole('link', { name: 'Bookery home' }).getAttribute('href')).toBe('/dashboard');
  });
});

describe('the top bar', () => {
  it('opens Books with the text on Enter', async () => {
    const { user, location, fake } = open();
    await user.type(screen.getByPlaceholderText('Search...'), ' winter & sea {Enter}');
    await waitFor(() =>
      expect(fake.requestsTo('/books/list').map(({ query }) => query['search'])).toContain('winter & sea'),
    );
    await waitFor(() => expect(location()).toBe('/books?search=winter+%26+sea&language=all'));
  });

  it('shows the name of the user, or User, and opens the profile', async () => {
    const fake = createFakeApi();
    fake.user = { ...fake.user, name: ' ' };
    const { user } = open('/collections', { fake });
    await user.click(screen.getByRole('button', { name: 'Account menu of User' }));
    await screen.findByText(fake.user.email);
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const panel = await screen.findByRole('dialog', { name: 'Profile' });
    expect(panel.textContent).toContain(fake.user.email);
  });

  it('logs out', async () => {
    const { user, fake, location } = open();
    await user.click(screen.getByRole('button', { name: /Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(location()).toBe('/login'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(fake.requestsTo('/auth/logout')).toHaveLength(1);
  });

  it('lists the notifications in the panel of the bell', async () => {
    const { user, store } = open();
    act(() => {
      store.dispatch(
        notificationAdded({ outcome: 'success', message: 'Book created successfully', subject: 'Moby' }),
      );
      store.dispatch(
        notificationAdded({
          outcome: 'failure',
          message: 'No shelf',
          attempted_action: 'Failed to delete book',
        }),
      );
    });
    const bell = screen.getByRole('button', { name: 'Open notifications menu, new notifications: 2' });
    expect(bell.textContent).toBe('2');
    await user.click(bell);
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(1);
    screen.getByRole('menuitem', { name: 'Notifications', description: '2 new notifications' });
    await user.click(items[0] as HTMLElement);
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    const rows = within(panel).getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('Failed to delete bookNo shelf');
    expect(rows[1]?.textContent).toContain('Book created successfullyMoby');
    expect(selectUnseenCount(store.getState())).toBe(0);
    await user.click(within(panel).getByRole('button', { name: 'Clear all' }));
    within(panel).getByText(t('notifications.emptyTitle'));
    expect(panel.contains(document.activeElement)).toBe(true);
  });
});

it('has a footer with the year, the product and two external links', () => {
  open('/collections', {
    settings: { product_name: 'Bookery', docs_url: 'https://d.example/', support_url: 'https://s.example/' },
  });
  const footer = screen.getByRole('contentinfo');
  expect(footer.textContent).toContain(`${new Date().getFullYear()} Bookery`);
  const links = within(footer).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Documentation', 'https://d.example/'],
    ['Support', 'https://s.example/'],
  ]);
});

it('omits footer links that are set to blank', () => {
  open('/collections', { settings: { revision: 7, docs_url: '', support_url: 'https://s.example/' } });
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Support']);
});

describe('a change of screen', () => {
  it('sets the document title and focuses the heading', async () => {
    const { user } = open();
    expect(document.title).toBe('Collections · Lectern');
    await user.click(screen.getByRole('link', { name: 'Challenges' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Reading Challenges' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Reading Challenges · Lectern');
  });

  it('keeps the focus in the search field if the user selects it while the screen is loading', async () => {
    const { user } = open();
    await user.click(screen.getByRole('link', { name: 'Challenges' }));
    const box = screen.getByRole('combobox', { name: /^Search records/ });
    await user.click(box);
    await screen.findByRole('heading', { level: 1, name: 'Reading Challenges' });
    await screen.findByRole('listbox');
    expect(document.activeElement).toBe(box);
  });

  it('keeps the focus in a dialog that the user opens while the screen is loading', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: /Account menu/ }));
    const profile = await screen.findByRole('menuitem', { name: 'Profile' });
    fireEvent.click(screen.getByRole('link', { name: 'Analytics' }));
    await user.click(profile);
    const panel = await screen.findByRole('dialog', { name: 'Profile' });
    await screen.findByText('Analytics', { selector: 'h1' });
    expect(panel.contains(document.activeElement)).toBe(true);
  });

  it('focuses the heading after a search from the field in the top bar', async () => {
    const { user } = open('/books');
    await screen.findByRole('heading', { level: 1, name: 'Books' });
    await user.click(screen.getByRole('link', { name: 'Challenges' }));
    await screen.findByRole('heading', { level: 1, name: 'Reading Challenges' });
    await user.type(screen.getByPlaceholderText('Search...'), 'sea{Enter}');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Books' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('preloads the screen of a link that is hovered or focused, in the sidebar and in the screen', async () => {
    const { user } = open('/contributors');
    const preload = vi.spyOn(screenAt('/challenges'), 'preload');
    // The user events of the test library report a mouse that did not move.
    await user.hover(screen.getByRole('link', { name: 'Challenges' }));
    expect(preload).not.toHaveBeenCalled();
    fireEvent.pointerOver(screen.getByRole('link', { name: 'Challenges' }));
    expect(preload).toHaveBeenCalledOnce();
    act(() => screen.getByRole('link', { name: 'Challenges' }).focus());
    expect(preload).toHaveBeenCalledTimes(2);
    const ofScreen = vi.spyOn(screenAt('/books'), 'preload');
    const [booksLink] = await within(screen.getByRole('main')).findAllByRole('link', {
      name: /^View .* book/,
    });
    fireEvent.pointerOver(booksLink as HTMLElement);
    expect(ofScreen).toHaveBeenCalledOnce();
  });

  it('preloads the page of a record when its row has the focus', async () => {
    const fake = createFakeApi();
    fake.items.collections.push({ id: 1, version: 1, title: 'Sea', description: '', image: null, books: [] });
    const { user } = open('/collections', { fake });
    await screen.findByRole('link', { name: 'Sea' });
    const preload = vi.spyOn(screenAt('/collections/1'), 'preload');
    await user.keyboard('{ArrowDown}');
    expect(preload).toHaveBeenCalledOnce();
  });

  it('reads the profile once for any number of screens', async () => {
    const { user, fake } = open();
    await user.click(screen.getByRole('link', { name: 'Challenges' }));
    await user.click(screen.getByRole('link', { name: 'Story Books' }));
    expect(fake.requestsTo('/user/me')).toHaveLength(1);
  });
});

it('applies the appearance of the account once, not on every screen', async () => {
  const fake = createFakeApi();
  fake.pauseNext({ path: '/user/me' });
  const { store, user, location } = open('/collections', { fake });
  store.dispatch(preferencesChanged({ ...defaultPreferences, color_scheme: 'dark' }));
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'));
  const append = vi.spyOn(document.head, 'appendChild');
  await user.click(screen.getByRole('link', { name: 'Challenges' }));
  await waitFor(() => expect(location()).toBe('/challenges'));
  expect(append).not.toHaveBeenCalled();
  append.mockRestore();
  store.dispatch(preferencesChanged({ ...defaultPreferences, color_scheme: 'light' }));
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('light'));
});

it('does not wait for the profile', () => {
  const fake = createFakeApi();
  fake.pauseNext({ path: '/user/me' });
  open('/collections', { fake });
  screen.getByRole('heading', { level: 1, name: 'Collections' });
});

it('shows the crash screen only instead of the screen that throws', async () => {
  expectConsole('%o', 'Error: boom');
  const { CrashBoundary } = await import('../crash-boundary.tsx');
  const Broken = () => {
    throw new Error('boom');
  };
  renderScreen(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  screen.getByRole('heading', { name: 'Unexpected Application Error!' });
  screen.getByRole('button', { name: 'Reload page' });
});
