import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BooksScreen } from './books-screen.tsx';
import './filter-pickers.tsx';

const list = '/books/list';

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
