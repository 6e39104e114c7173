import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/categories/categories-screen.tsx';
import '#web/features/reports/reports-screen.tsx';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from '../router.tsx';

const open = (route: string, options: Parameters<typeof renderScreen>[1] = {}) => {
  const view = renderScreen(<AppRoutes />, { route, ...options });
  return { ...view, sidebar: within(screen.getByRole('navigation', { name: 'Main navigation' })) };
};
type Sidebar = ReturnType<typeof open>['sidebar'];

/** Returns the open entry, and the names of the entries below it. */
function openEntry(sidebar: Sidebar): string[] {
  const parents = sidebar
    .getAllByRole('link')
    .filter((link) => link.dataset['open'] && link.parentElement?.parentElement?.closest('li') === null);
  return parents.flatMap((link) =>
    within(link.closest('li') as HTMLElement)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  );
}

const currentOf = (sidebar: Sidebar) =>
  sidebar
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => [link.textContent, link.getAttribute('aria-current')]);

it.each([
  ['/imports', ['Books', 'Imports', 'Trash'], [['Imports', 'page']]],
  ['/books/1', ['Books', 'Imports', 'Trash'], []],
  ['/imports/3', ['Books', 'Imports', 'Trash'], []],
  ['/authors?search=a', ['Contributors'], [['Contributors', 'page']]],
  ['/history/authors/1', ['Contributors'], []],
  ['/history/categories/1', ['Categories'], []],
  ['/history/entries/1', ['Reports', 'Catalogue health', 'Audit log'], []],
  ['/spreadsheets?kind=collections', ['Collections'], []],
  ['/users/roles', ['Users', 'Roles'], [['Roles', 'page']]],
  [
    '/reports',
    ['Reports', 'Catalogue health', 'Audit log'],
    [
      ['Reports', 'page'],
      ['Catalogue health', 'location'],
    ],
  ],
  [
    '/reports?show=auditLog',
    ['Reports', 'Catalogue health', 'Audit log'],
    [
      ['Reports', 'page'],
      ['Audit log', 'location'],
    ],
  ],
  [
    '/jobs',
    ['Settings', 'General', 'Catalogue', 'Media', 'Sign-in', 'Backup', 'System', 'Jobs', 'Security log'],
    [['Jobs', 'page']],
  ],
  ['/profile', [], []],
])('marks the entry of %s and lists the screens below it', (route, names, current) => {
  const { sidebar } = open(route);
  expect(openEntry(sidebar)).toEqual(names);
  expect(currentOf(sidebar)).toEqual(current);
});

it.each([
  ['/books', [], ['Books', 'Trash']],
  ['/reports', [], ['Reports', 'Catalogue health', 'Jobs']],
  ['/jobs', ['books:edit'], ['Reports', 'Catalogue health', 'Jobs']],
  ['/users', ['users:manage'], ['Users', 'Roles', 'Security log']],
])('lists the screens below %s that an account with [%s] can open', (route, permissions, names) => {
  expect(openEntry(open(route, { permissions }).sidebar)).toEqual(names);
});

function waitingFake(permissions?: readonly string[]): FakeApi {
  const fake = createFakeApi(permissions);
  fake.overview = {
    imports: { needs_review: 2, ready: 1 },
    health: { errors: 120, warnings: 5, suggestions: 7 },
    jobs: { failed: 1 },
  };
  return fake;
}

it('shows counts of waiting work with a description', async () => {
  const { sidebar, user } = open('/reports', { fake: waitingFake() });
  const health = await sidebar.findByRole('link', { name: 'Catalogue health', description: '120 errors' });
  expect(health.textContent).toBe('Catalogue health99+');
  await user.click(sidebar.getByRole('link', { name: 'Books' }));
  const imports = sidebar.getByRole('link', { name: 'Imports', description: '3 imports to review' });
  expect(imports.textContent).toBe('Imports3');
});

it('links to the failed jobs while there are any, and shows no zero count', async () => {
  const fake = waitingFake(['reports:read']);
  fake.overview = { ...fake.overview, imports: null, health: { errors: 0, warnings: 1, suggestions: 0 } };
  const { sidebar } = open('/reports', { fake });
  const jobs = await sidebar.findByRole('link', { description: '1 job failed in the last 7 days' });
  expect(jobs.getAttribute('href')).toBe('/jobs?state=failed&all=1');
  expect(sidebar.getByRole('link', { name: 'Catalogue health' }).textContent).toBe('Catalogue health');
});

it('reads the counts again on another screen and after a change', async () => {
  const fake = waitingFake();
  const { sidebar, user, store } = open('/reports', { fake });
  await sidebar.findByRole('link', { description: '120 errors' });
  fake.overview = { ...fake.overview, health: { errors: 1, warnings: 0, suggestions: 0 } };
  store.dispatch(notificationAdded({ outcome: 'success', message: 'Collection deleted successfully' }));
  await sidebar.findByRole('link', { description: '1 error' });
  const before = fake.requestsTo('/overview').length;
  await user.click(sidebar.getByRole('link', { name: 'Categories' }));
  await waitFor(() => expect(fake.requestsTo('/overview').length).toBe(before + 1));
});

it('shows no error if the counts cannot be read', async () => {
  const fake = waitingFake();
  fake.failNext({ path: '/overview', status: 500 });
  const { sidebar, store } = open('/reports', { fake });
  await waitFor(() => expect(fake.requestsTo('/overview')).toHaveLength(1));
  expect(sidebar.getByRole('link', { name: 'Catalogue health' }).textContent).toBe('Catalogue health');
  expect(store.getState().notifications.entries).toEqual([]);
});

it('collapses to icons with its button and Ctrl+B, and stays collapsed', async () => {
  const { sidebar, user } = open('/imports', { fake: waitingFake() });
  expect(sidebar.getByRole('link', { name: 'Imports' })).toBeTruthy();
  await sidebar.findByRole('link', { name: 'Reports', description: '120 errors' });
  const toggle = screen.getByRole('button', { name: 'Collapse sidebar' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await user.click(toggle);
  expect(screen.getByRole('button', { name: 'Expand sidebar' }).getAttribute('aria-expanded')).toBe('false');
  expect(sidebar.queryByRole('link', { name: 'Imports' })).toBeNull();
  const links = sidebar.getAllByRole('link');
  expect(links).toHaveLength(16);
  const books = sidebar.getByRole('link', { name: 'Books', description: '3 imports to review' });
  expect(books.dataset).toMatchObject({ open: 'true', tooltip: 'Books · 3 imports to review' });
  cleanup();
  renderScreen(<AppRoutes />, { route: '/imports' });
  screen.getByRole('button', { name: 'Expand sidebar' });
  await user.keyboard('{Control>}b{/Control}');
  screen.getByRole('button', { name: 'Collapse sidebar' });
  screen.getByRole('link', { name: 'Imports' });
});
