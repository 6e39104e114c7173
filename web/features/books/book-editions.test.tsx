import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import './book-page.tsx';
import './edition-dialogs.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from '#web/app/router.tsx';

const first = { id: 3, code: 'BK-000003', name: 'Book 3', language: 3 };

/** Book 4 is a translation of book 3, and book 5 is another recording. */
function openWork(permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const { books } = fake.items;
  books[3] = {
    ...fakeBook(4),
    edition_of: first,
    language: 1,
    narrator: 'Ada Marsh',
    abridgement: 'abridged',
  };
  books[4] = { ...fakeBook(5), edition_of: first, language: 3 };
  books[2] = { ...fakeBook(3), language: 3 };
  return fake;
}
const section = async () => within(await screen.findByRole('region', { name: 'Editions' }));
const sentTo = (fake: ReturnType<typeof createFakeApi>) =>
  fake.requestsTo('/books/update').map(({ body }) => body);

it('lists the editions of a work, the first one at the top, and names the original of a translation', async () => {
  renderScreen(<AppRoutes />, { route: '/books/3', fake: openWork([]) });
  const editions = await section();
  await editions.findByText('Book 4');
  const rows = editions.getAllByRole('listitem');
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null]);
  expect(rows[0]?.textContent).toMatch(/^Book 3First edition/);
  expect(rows[1]?.textContent).toMatch(/^Book 4.*read by Ada Marsh · Abridged.*Translation of Book 3$/);
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link', { name: 'Book 4' })
      .getAttribute('href'),
  ).toBe('/books/4');
  expect(rows[2]?.textContent).not.toContain('Translation of');
  expect(editions.queryByRole('button', { name: /edition|More actions/ })).toBeNull();
});

it('shows viewers no section for a book without other editions', async () => {
  const { fake } = renderScreen(<AppRoutes />, { route: '/books/3', permissions: [] });
  await screen.findByRole('region', { name: 'Content' });
  await waitFor(() => expect(fake.requestsTo('/books/list').length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'Editions' })).toBeNull();
});

it('removes an edition from the work, and makes another one the first', async () => {
  const fake = openWork();
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  const editions = await section();
  await user.click(await editions.findByRole('button', { name: 'More actions for Book 5' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from work' }));
  await screen.findByText('Book updated successfully');
  expect(sentTo(fake)).toEqual([{ id: '5', version: '1', edition_of: '' }]);
  expect(editions.queryByRole('button', { name: 'More actions for Book 3' })).toBeNull();
  await user.click(editions.getByRole('button', { name: 'More actions for Book 4' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make first edition' }));
  await waitFor(() => expect(sentTo(fake)[1]).toEqual({ id: '3', version: '1', edition_of: 'BK-000004' }));
});

it('adds an existing book, which names the book of the page', async () => {
  const fake = createFakeApi();
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  const editions = await section();
  await editions.findByText('Add translations, abridged versions and other recordings of this work.');
  await user.click(editions.getByRole('button', { name: 'Add edition' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add edition of Book 3' }));
  await user.type(dialog.getByRole('searchbox'), 'Book 7');
  await user.click(await dialog.findByRole('button', { name: /Book 7/ }));
  await waitFor(() => expect(sentTo(fake)).toEqual([{ id: '7', version: '1', edition_of: 'BK-000003' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('creates an edition from the values of the book without identifiers and narrators', async () => {
  const fake = createFakeApi();
  const contributors = [
    { id: 1, name: 'Nora Vale', role: 'author' as const },
    { id: 8, name: 'Ada Marsh', role: 'narrator' as const },
    { id: 9, name: 'Tom Lee', role: 'illustrator' as const },
  ];
  const record = { isbn: '9780306406157', content_advice: 'Storms', duration: 600 };
  fake.items.books[2] = { ...fakeBook(3), ...record, contributors, author: { id: 1, name: 'Nora Vale' } };
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3', fake });
  const editions = await section();
  await user.click(editions.getByRole('button', { name: 'Create edition' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create edition of Book 3' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' abridged');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText('Book created successfully');
  const body = fake.requestsTo('/books/create')[0]?.body;
  expect(body).toMatchObject({
    name: 'Book 3 abridged',
    edition_of: 'BK-000003',
    content_advice: 'Storms',
    'author[name]': 'Nora Vale',
    duration: '0',
  });
  expect(JSON.stringify(body)).toContain('Tom Lee');
  expect(JSON.stringify(body)).not.toContain('Ada Marsh');
  expect(body).not.toHaveProperty('isbn');
});
