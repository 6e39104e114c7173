import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppRoutes } from '#web/app/router.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

function open(route = '/contributors/7', permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  fake.items.books = [1, 2, 3].map((number) => ({
    ...fakeBook(number),
    author: number === 3 ? { id: 7, name: 'Ada Marsh' } : { id: 1, name: 'Nora Vale' },
    contributors: [
      ...(number === 3 ? [{ id: 7, name: 'Ada Marsh', role: 'author' as const }] : []),
      { id: 7, name: 'Ada Marsh', role: 'narrator' as const },
    ],
  }));
  fake.contributorDetails.set(7, {
    sort_name: 'Marsh, Ada',
    other_names: ['A. M.', 'Ada M.'],
    isni: '000000012150090X',
    biography: 'Writes.\nReads.',
  });
  return renderScreen(<AppRoutes />, { route, fake });
}
const region = (name: string) => screen.findByRole('region', { name });

it('shows the details of a contributor, and their books by role', async () => {
  open();
  const details = await region('Details');
  await screen.findByRole('heading', { level: 1, name: 'Ada Marsh' });
  expect([...details.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Marsh, Ada',
    'A. M.Ada M.',
    '0000 0001 2150 090X',
    'Writes.\nReads.',
  ]);
  const narratorBooks = within(await region('Narrator (3)'));
  const hrefOf = (link: HTMLElement) => link.getAttribute('href');
  expect((await narratorBooks.findAllByRole('link', { name: /Book/ })).map(hrefOf)).toEqual([
    '/books/3',
    '/books/2',
    '/books/1',
  ]);
  expect(hrefOf(narratorBooks.getByRole('link', { name: 'View books: Narrator (3)' }))).toBe(
    '/books?contributor_id=7&contributor_role=narrator&language=all',
  );
  await region('Author (1)');
  expect(hrefOf(screen.getByRole('link', { name: 'View books' }))).toBe(
    '/books?contributor_id=7&language=all',
  );
});

it('edits the contributor, and shows the new name', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit contributor' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Ada Lovelace{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
});

it('offers no changes without the permission to edit books', async () => {
  open('/contributors/7', []);
  await region('Details');
  expect(screen.queryAllByRole('button', { name: /^(Edit|Merge)$/ })).toEqual([]);
});

it('says that a contributor does not exist, and redirects old addresses', async () => {
  expectError(404);
  const { location } = open('/authors?open=99');
  await screen.findByText('The contributor was removed with their last book, or merged.');
  expect(location()).toBe('/contributors/99');
});
