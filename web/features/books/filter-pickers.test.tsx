import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BooksScreen } from './books-screen.tsx';
import './filter-pickers.tsx';

const list = '/books/list';
/** Fields of contributors, series and publishers that these tests do not compare. */
const detailsOf = { version: 1, updated_at: '', description: '', books: [], imprints: [], is_ordered: false };

async function open(fake: FakeApi = createFakeApi(), route = '/books?language=all') {
  const view = renderScreen(<BooksScreen />, { route, fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  await view.user.click(screen.getByRole('button', { name: 'More filters' }));
  return { ...view, fake };
}
const picker = (name: string) => screen.findByRole('combobox', { name });
const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const lastQuery = (fake: FakeApi) => fake.requestsTo(list).at(-1)?.query ?? {};

it('are rendered on request, and send no request before the focus', async () => {
  const fake = createFakeApi();
  renderScreen(<BooksScreen />, { route: '/books', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  expect(screen.queryByRole('combobox', { name: 'Series' })).toBeNull();
  expect(fake.requestsTo('/series/list')).toEqual([]);
});

it('filter by a series, and name it in the chip', async () => {
  const { user, fake, location } = await open();
  fake.respondNext({ path: '/series/list' }, pageOf([{ id: 5, title: 'The Tides' }]));
  await user.click(await picker('Series'));
  await screen.findByRole('option', { name: 'The Tides' });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(lastQuery(fake)['series_id']).toBe(5));
  expect(location()).toContain('series_id=5');
  expect(chips()).toContain('Series: The Tides');
  await user.click(screen.getByRole('button', { name: /Series: The Tides/ }));
  await waitFor(() => expect(lastQuery(fake)).not.toHaveProperty('series_id'));
});

it('filter by a contributor and their role', async () => {
  const { user, fake } = await open();
  fake.respondNext(
    { path: '/contributors' },
    pageOf([{ id: 3, name: 'Nora Vale', book_count: 2, version: 1 }]),
  );
  await user.click(await picker('Contributor'));
  await user.click(await screen.findByRole('option', { name: 'Nora Vale' }));
  await user.selectOptions(await picker('Role'), 'Narrator');
  await waitFor(() =>
    expect(lastQuery(fake)).toMatchObject({ contributor_id: 3, contributor_role: 'narrator' }),
  );
  expect(chips()).toContain('Narrator: Nora Vale');
});

it('filter by a publisher or one of its imprints', async () => {
  const { user, fake } = await open();
  const harbour = { id: 2, name: 'Harbour', imprints: [{ id: 7, name: 'Anchor' }] };
  const item = { website: '', description: '', image: null, version: 1, updated_at: '', ...harbour };
  fake.respondNext({ path: '/publishers/list' }, pageOf([item]));
  await user.click(await picker('Publisher or imprint'));
  await user.click(await screen.findByRole('option', { name: 'Harbour / Anchor' }));
  await waitFor(() => expect(lastQuery(fake)['imprint_id']).toBe(7));
  expect(chips()).toContain('Imprint: Harbour / Anchor');
  await user.click(await picker('Publisher or imprint'));
  await user.click(await screen.findByRole('option', { name: 'Harbour' }));
  await waitFor(() => expect(lastQuery(fake)).toMatchObject({ publisher_id: 2 }));
  expect(lastQuery(fake)).not.toHaveProperty('imprint_id');
});

it('filter by a listed or typed subject', async () => {
  const { user, fake } = await open();
  fake.respondNext(
    { path: '/subjects' },
    pageOf([{ scheme: 'Thema', code: 'FBA', label: 'Modern fiction' }]),
  );
  await user.click(await picker('Subject'));
  await user.click(await screen.findByRole('option', { name: 'Modern fiction (Thema FBA)' }));
  await waitFor(() => expect(lastQuery(fake)['subject']).toBe('Thema:FBA'));
  fake.respondNext({ path: '/subjects' }, pageOf([]));
  await user.clear(await picker('Subject'));
  await user.type(await picker('Subject'), 'Own:sea');
  await user.click(await screen.findByRole('option', { name: 'Own:sea' }));
  await waitFor(() => expect(lastQuery(fake)['subject']).toBe('Own:sea'));
});

it('filter by the editions of a book', async () => {
  const { user, fake } = await open();
  await user.click(await picker('Editions of a book'));
  await user.click(await screen.findByRole('option', { name: /^Book 12 \(BK-000012\)/ }));
  await waitFor(() => expect(lastQuery(fake)['work_of']).toBe('BK-000012'));
  expect(chips()).toContain('Editions of: Book 12 (BK-000012)');
});

it.each([
  ['series_id=5', '/series/5', { id: 5, title: 'The Tides' }, 'Series: The Tides'],
  ['publisher_id=2', '/publishers/2', { id: 2, name: 'Harbour' }, 'Publisher: Harbour'],
  ['contributor_id=3', '/contributors/3', { id: 3, name: 'Nora Vale' }, 'Contributor: Nora Vale'],
])('shows the name for %s above an empty list', async (filter, path, record, chip) => {
  const fake = createFakeApi();
  fake.items.books.splice(0);
  fake.respondNext({ path }, { success: true, message: 'OK', data: { ...detailsOf, ...record } });
  renderScreen(<BooksScreen />, { route: `/books?language=all&${filter}`, fake });
  await waitFor(() => expect(chips()).toContain(chip));
  expect(fake.requestsTo(path)).toHaveLength(1);
});

it('shows the names of an imprint and a work above an empty list, and the ID of an unknown series', async () => {
  const fake = createFakeApi();
  const imprint = { ...fakeBook(4), imprint: { id: 7, name: 'Anchor' } };
  fake.respondNext({ path: list }, pageOf([]));
  fake.failNext({ path: '/series/99', status: 404 });
  fake.respondNext({ path: list }, pageOf([imprint]));
  renderScreen(<BooksScreen />, {
    route: '/books?language=all&search=none&imprint_id=7&work_of=BK-000012&series_id=99',
    fake,
  });
  await waitFor(() =>
    expect(chips()).toEqual(
      expect.arrayContaining(['Series: 99', 'Imprint: Anchor', 'Editions of: Book 12']),
    ),
  );
  expect(fake.requestsTo(list)[1]?.query).toEqual({
    imprint_id: 7,
    with_chapters: 0,
    page: 1,
    items_per_page: 100,
  });
});
