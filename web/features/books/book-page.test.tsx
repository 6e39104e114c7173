import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
// Preloaded, so tests do not wait for the code of the screens.
import './book-page.tsx';
import './books-screen.tsx';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from '#web/app/router.tsx';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

it('shows image, title, code, status and chapters that play', async () => {
  const fake = createFakeApi();
  const book = fakeBook(3);
  const chapters = book.chapters?.map((chapter) => ({ ...chapter, track_url: '/media/one.mp3' }));
  const series = [
    { id: 4, title: 'The cycle', position: '2.5' },
    { id: 5, title: 'Favourites', position: '' },
  ];
  const contributors = [
    { id: 1, name: 'Nora Vale', role: 'author' as const },
    { id: 8, name: 'Ada Marsh', role: 'narrator' as const },
  ];
  const fields = { image_url: '/media/cover.webp', is_backup: 0, chapters, series, contributors };
  fake.items.books[2] = { ...book, ...fields };
  renderScreen(<AppRoutes />, { route: '/books/3', fake });
  const head = (await title('Book 3')).parentElement?.parentElement as HTMLElement;
  within(head).getByRole('button', { name: /Book 3/ });
  within(head).getByText('BK-000003');
  within(head).getByText('Main Service');
  const entries = [...screen.getByRole('region', { name: 'Related books' }).querySelectorAll('li')];
  expect(entries.map((entry) => [entry.textContent, entry.querySelector('a')?.getAttribute('href')])).toEqual(
    [
      ['Nora Vale Author View books', '/contributors/1'],
      ['Ada Marsh Narrator View books', '/contributors/8'],
      ['The cycle Series, position 2.5', '/series/4'],
      ['Favourites Series', '/series/5'],
    ],
  );
  expect(screen.getByRole('link', { name: 'View books by Ada Marsh' }).getAttribute('href')).toBe(
    '/books?contributor_id=8&language=all',
  );
  const content = screen.getByRole('region', { name: 'Content' });
  within(content).getByRole('button', { name: 'Play Chapter One' });
  expect(within(content).getByRole('link', { name: 'Open content editor' }).getAttribute('href')).toBe(
    '/books/3/content',
  );
  expect(screen.getAllByRole('link', { name: 'Open content editor' })).toHaveLength(1);
});

it('shows details, chapters and history without a save button to viewers', async () => {
  renderScreen(<AppRoutes />, { route: '/books/3', permissions: [] });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.closest('fieldset:disabled')).not.toBeNull();
  within(screen.getByRole('region', { name: 'Content' })).getByText('Chapter One');
  screen.getByRole('region', { name: 'History' });
});

it('opens from the name in the list, and links to the neighbours and back to the list', async () => {
  const { user, location } = renderScreen(<AppRoutes />, { route: '/books?search=Book' });
  await title('Books');
  await user.click(await screen.findByRole('link', { name: 'Book 11' }));
  await title('Book 11');
  expect(location()).toBe('/books/11');
  await waitFor(() => expect(document.title).toMatch(/^Book 11 · /));
  screen.getByText('2 of 10');
  await user.click(screen.getByRole('link', { name: 'Next in list' }));
  await title('Book 10');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));
  await screen.findByRole('link', { name: 'Book 11' });
  expect(location()).toBe('/books?search=Book');
});

const home = {
  id: 4,
  name: 'Home',
  is_main_service: true,
  block: 'By the Sea',
  place: 0,
  through: null,
};

it('lists 20 blocks of home screens, the others on request, and how many more there are', async () => {
  const fake = createFakeApi();
  const home_screens = Array.from({ length: 22 }, (_, index) => ({ ...home, block_number: index + 1 }));
  fake.respondNext(
    { path: '/books/3/references' },
    { success: true, data: { keeps: false, references: [], home_screens, home_screens_total: 25 } },
  );
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  const usedIn = within(await screen.findByRole('region', { name: 'Used in' }));
  await usedIn.findByText('block 20 “By the Sea”');
  expect(usedIn.queryByText('block 21 “By the Sea”')).toBeNull();
  await user.click(usedIn.getByRole('button', { name: 'Show all 25 blocks' }));
  usedIn.getByText('block 22 “By the Sea”');
  usedIn.getByText('and 3 more blocks');
  expect(usedIn.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

it('asks for the references at the same time as for the record', async () => {
  const fake = createFakeApi();
  const record = fake.pauseNext({ path: '/books/3' });
  renderScreen(<AppRoutes />, { route: '/books/3', fake });
  await waitFor(() => expect(fake.requestsTo('/books/3/references')).toHaveLength(1));
  record.release();
  const usedIn = within(await screen.findByRole('region', { name: 'Used in' }));
  await usedIn.findByText('Not used anywhere yet.');
  expect(fake.requestsTo('/books/3/references')).toHaveLength(1);
});

it('saves changed details, and keeps typed values after a conflict', async () => {
  const { user, fake } = renderScreen(<AppRoutes />, { route: '/books/3' });
  const details = within(await screen.findByRole('region', { name: 'Details' }));
  expect(details.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await user.type(details.getByRole('textbox', { name: 'Name' }), ' renamed');
  await user.click(details.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(details.queryByRole('button', { name: 'Save changes' })).toBeNull());
  await user.type(details.getByRole('textbox', { name: 'Name' }), ' again');
  await user.click(details.getByRole('button', { name: 'Save changes' }));
  expect(document.activeElement).toBe(await title('Book 3 again'));
  expect(fake.items.books.find(({ id }) => id === 3)?.version).toBe(2);
  expect(details.queryByRole('button', { name: 'Save changes' })).toBeNull();

  expectError(409);
  Object.assign(fake.items.books[2] ?? {}, { name: 'Elsewhere', version: 3 });
  await user.type(details.getByRole('textbox', { name: 'Name' }), '!');
  await user.click(details.getByRole('button', { name: 'Save changes' }));
  await user.click(await details.findByRole('button', { name: 'Load latest version' }));
  await waitFor(() => expect(details.getByDisplayValue('Elsewhere')).toBeDefined());
});

it('keeps typed values when the page is closed', async () => {
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3' });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(name, ' draft');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));
  await user.click(await screen.findByRole('link', { name: 'Book 3' }));
  await screen.findByDisplayValue('Book 3 draft');
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await screen.findByDisplayValue('Book 3');
});

it('offers to restore a deleted book, and reports one that never existed', async () => {
  const fake = createFakeApi();
  const entry: AuditLogEntry = {
    ...exampleEntry,
    kind: 'books',
    record: { id: 99, name: 'Lost' },
    action: 'deleted',
    fields: [],
  };
  expectError(404);
  fake.respondNext(
    { path: '/books/99/history' },
    { success: true, message: 'OK', data: { items: [entry], total: 1 } },
  );
  renderScreen(<AppRoutes />, { route: '/books/99', fake });
  await screen.findByText('“Lost” was deleted');
  screen.getByRole('button', { name: 'Restore' });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('redirects the old address of a record to its page', async () => {
  const { location } = renderScreen(<AppRoutes />, { route: '/books?open=4' });
  await title('Book 4');
  expect(location()).toBe('/books/4');
});

it.each(['/books/none', '/books/4/none'])('redirects %s to the dashboard with a notice', async (route) => {
  const { location } = renderScreen(<AppRoutes />, { route });
  await screen.findByText(`The address ${route} doesn’t exist.`);
  expect(location()).toBe('/dashboard');
});
