import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { AppRoutes } from '#web/app/router.tsx';
import { selectBatches } from '#web/core/store/import-batches.slice.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { fakeUserEntry } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
// Preloaded, so the first test does not wait for the chart library.
import './dashboard-screen.tsx';
import './report-chart.tsx';
import '#web/features/books/book-page.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/collections/collections-screen.tsx';
import { dayOf, startOfYesterday } from './use-changes.ts';

vi.mock('#web/core/components/use-file-upload.ts', () => {
  const upload = ({ path }: { path: string }) => ({
    started: Promise.resolve({ id: `u-${path}`, importId: undefined }),
    done: Promise.resolve(),
  });
  return { useFileUpload: () => upload };
});

beforeEach(() => localStorage.removeItem('lectern-checklist'));
afterEach(() => vi.useRealTimers());

const openDashboard = (fake: FakeApi) => renderScreen(<AppRoutes />, { route: '/dashboard', fake });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

it('lists waiting work, each with a link to its screen', async () => {
  const fake = createFakeApi();
  fake.overview = {
    imports: { needs_review: 3, ready: 1 },
    health: { errors: 2, warnings: 1, suggestions: 40 },
    jobs: { failed: 1 },
  };
  openDashboard(fake);
  const card = await region('Needs attention');
  const links = (await card.findAllByRole('link')).map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toEqual([
    ['1 failed job', '/jobs?state=failed'],
    ['3 imports need review', '/imports?show=needs_review'],
    ['1 import is ready to add', '/imports?show=ready'],
    ['2 errors in the catalogue', '/reports?severity=error'],
    ['1 warning in the catalogue', '/reports?severity=warning'],
    ['40 suggestions for the catalogue', '/reports?severity=suggestion'],
  ]);
});

it('shows a message when nothing is waiting', async () => {
  const fake = createFakeApi();
  fake.overview = {
    imports: null,
    health: { errors: 0, warnings: 0, suggestions: 0 },
    jobs: { failed: 0 },
  };
  openDashboard(fake);
  const card = await region('Needs attention');
  await card.findByText('Nothing needs attention.');
  expect(card.queryAllByRole('link')).toEqual([]);
});

it('shows the changes since yesterday by user, with links to the records and the audit log', async () => {
  const fake = createFakeApi();
  const latest = [
    { id: 9, name: 'Record 9', is_deleted: false },
    { id: 7, name: 'Record 7', is_deleted: true },
  ];
  const collections = [{ id: 3, name: 'By the Sea', is_deleted: false }];
  const users = [
    {
      actor: { id: 1, name: 'Ada Editor' },
      changes: 1203,
      kinds: [
        { kind: 'books', records: 12, latest },
        { kind: 'collections', records: 1, latest: collections },
      ],
    },
    { actor: null, changes: 1, kinds: [] },
  ];
  fake.respondNext({ path: '/audit-log/summary' }, { success: true, message: 'OK', data: { users } });
  openDashboard(fake);
  const card = await region('Changes since yesterday');
  const from = dayOf(startOfYesterday());
  const ada = await card.findByRole('link', { name: 'Ada Editor' });
  expect(ada.getAttribute('href')).toBe(`/reports?show=auditLog&actor_id=1&from=${from}`);
  card.getByText('1203 changes');
  card.getByText('1 change');
  card.getByText(/and 10 more/);
  expect(card.getByRole('link', { name: 'Record 9' }).getAttribute('href')).toBe('/books/9');
  expect(card.getByRole('link', { name: 'By the Sea' }).getAttribute('href')).toBe('/collections/3');
  card.getByRole('link', { name: 'System' });
  expect(card.queryByRole('link', { name: 'Record 7' })).toBeNull();
  card.getByText('(deleted)');
  expect(fake.requestsTo('/audit-log/summary')[0]?.query).toMatchObject({
    from: startOfYesterday().toISOString(),
  });
});

it('hides the changes of other users without the permission', async () => {
  const fake = createFakeApi(['books:edit']);
  openDashboard(fake);
  await screen.findByRole('region', { name: 'Needs attention' });
  expect(screen.queryByRole('region', { name: 'Changes since yesterday' })).toBeNull();
  expect(fake.requestsTo('/audit-log/summary')).toEqual([]);
});

it('links to the records that this account opened last', async () => {
  const fake = createFakeApi();
  const first = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  await screen.findByRole('heading', { level: 1, name: 'Book 3' });
  await first.user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
  const card = await region('Recently opened');
  expect(card.getByRole('link', { name: 'Book 3' }).getAttribute('href')).toBe('/books/3');
});

function emptyCatalogue(permissions?: readonly string[]): FakeApi {
  const fake = createFakeApi(permissions ? [...permissions] : undefined);
  fake.items.books.length = 0;
  fake.items.categories.length = 0;
  fake.reports.longestBook = null;
  const users = [fakeUserEntry(1)];
  fake.respondNext({ path: '/users' }, { success: true, message: 'OK', data: { items: users, total: 1 } });
  return fake;
}

const doneSteps = () =>
  screen
    .getAllByRole('listitem')
    .flatMap(({ dataset, textContent }) =>
      dataset['step'] ? [[dataset['step'], textContent?.startsWith('Done')]] : [],
    );

it('shows four steps in a new catalogue, which are done when the catalogue has the records', async () => {
  const fake = emptyCatalogue();
  const { user } = openDashboard(fake);
  const card = await region('Get started');
  card.getByText('0 of 4 steps done');
  expect(doneSteps()).toEqual([
    ['book', false],
    ['collection', false],
    ['home', false],
    ['colleague', false],
  ]);
  card.getByRole('button', { name: 'Choose files' });
  expect(card.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  fake.items.books.push(fakeBook(1));
  await user.click(card.getByRole('link', { name: 'Create collection' }));
  await screen.findByRole('dialog', { name: 'Add Collection' });
  await user.keyboard('{Escape}');
  await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
  const later = await region('Get started');
  later.getByText('1 of 4 steps done');
  await user.click(later.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});

it('imports chosen files and files dropped on the dashboard', async () => {
  const { store, user } = openDashboard(emptyCatalogue());
  const card = await region('Get started');
  const audio = (name: string) => new File(['x'], name, { type: 'audio/mpeg' });
  await user.upload(card.getByLabelText('Choose files', { selector: 'input' }), audio('a.mp3'));
  const names = () => selectBatches(store.getState()).map(({ name }) => name);
  await waitFor(() => expect(names()).toEqual(['a.mp3']));
  const file = audio('b.mp3');
  const webkitGetAsEntry = () => ({
    name: file.name,
    isFile: true,
    isDirectory: false,
    file: (resolve: (handle: File) => void) => resolve(file),
  });
  const dataTransfer = { types: ['Files'], files: [file], items: [{ kind: 'file', webkitGetAsEntry }] };
  fireEvent.dragEnter(document.body, { dataTransfer });
  await screen.findByText('Drop files to import');
  fireEvent.drop(document.body, { dataTransfer });
  await waitFor(() => expect(names().toSorted()).toEqual(['a.mp3', 'b.mp3']));
});

it('links to the imports that wait for a review', async () => {
  const fake = emptyCatalogue();
  fake.overview = { ...fake.overview, imports: { needs_review: 1, ready: 0 } };
  openDashboard(fake);
  const card = await region('Get started');
  expect((await card.findByRole('link', { name: 'Review 1 import' })).getAttribute('href')).toBe('/imports');
});

it('stays after the home screen is live until it is dismissed', async () => {
  const fake = emptyCatalogue();
  const { user } = openDashboard(fake);
  await region('Get started');
  fake.items.books.push(fakeBook(1));
  fake.items.collections.push({ id: 1, title: 'C', description: '', image: null, books: [], version: 1 });
  const config = [{ title: 'B', type: 'one_collection', data: { item: { id: 1, title: 'C' } } }];
  fake.items['mobile-configs'].push({ id: 1, title: 'H', is_main_service: true, config, version: 1 });
  const users = [fakeUserEntry(1), fakeUserEntry(2)];
  fake.respondNext({ path: '/users' }, { success: true, message: 'OK', data: { items: users, total: 2 } });
  await user.click(screen.getAllByRole('link', { name: 'Books' })[0] as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: 'Books' });
  await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
  await screen.findByText('All steps are done. Your home screen is live.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});

it('shows each step only with its permission, and none to viewers', async () => {
  const permissions = allPermissions.filter((name) => name === 'collections:edit' || name === 'books:edit');
  openDashboard(emptyCatalogue(permissions));
  await region('Get started');
  expect(doneSteps().map(([step]) => step)).toEqual(['book', 'collection']);
});

it.each([
  ['viewers', [] as string[]],
  ['users who can only invite', ['users:manage']],
])('shows no steps to %s', async (_who, permissions) => {
  const fake = emptyCatalogue(permissions);
  openDashboard(fake);
  await screen.findByText('No books yet');
  await waitFor(() => expect(fake.requestsTo('/books/collections').length).toBeLessThan(2));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});

it('is hidden in a catalogue with a live home screen, and sends only one request', async () => {
  const fake = createFakeApi();
  fake.items.collections.push({ id: 1, title: 'C', description: '', image: null, books: [], version: 1 });
  const config = [{ title: 'B', type: 'list_collection', data: { items: [{ id: 1, title: 'C' }] } }];
  fake.items['mobile-configs'].push({ id: 1, title: 'H', is_main_service: true, config, version: 1 });
  openDashboard(fake);
  await waitFor(() => expect(localStorage.getItem('lectern-checklist')).toBe('"closed"'));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});
