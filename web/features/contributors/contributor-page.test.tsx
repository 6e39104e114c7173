import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ContributorDetails } from '#contract/contributors/contributors';
import { AppRoutes } from '#web/app/router.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

function open(
  route = '/contributors/7',
  permissions?: readonly string[],
  details: Partial<ContributorDetails> = {},
) {
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
    ...details,
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

const links = [
  { label: 'Website', url: 'https://marsh.example' },
  { label: 'Films', url: 'https://films.example' },
];
const localized_biographies = [{ language: 'fr', biography: 'Écrit.' }];

it('shows the image, the links and the biographies in other languages', async () => {
  const image = { image: '/media/a', thumbnail_url: '/media/b' };
  open('/contributors/7', undefined, { ...image, links, localized_biographies });
  const details = within(await region('Details'));
  expect(details.getByText('Biography (French)')).toBeDefined();
  expect(details.getByText('Écrit.').closest('[lang]')?.getAttribute('lang')).toBe('fr');
  const link = details.getByRole('link', { name: 'Films' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://films.example',
    'noopener noreferrer',
  ]);
  expect(screen.getByRole('img', { name: 'Ada Marsh' }).getAttribute('src')).toBe('/media/b');
});

it('edits links and biographies, and rejects an invalid address', async () => {
  const { user, fake } = open('/contributors/7', undefined, { links, localized_biographies });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit contributor' }));
  await user.click(dialog.getByRole('button', { name: 'Move link 2 up' }));
  await user.click(dialog.getByRole('button', { name: 'Remove link 2' }));
  await user.click(dialog.getByRole('button', { name: 'Add link' }));
  await user.keyboard('Blog');
  await user.type(dialog.getByRole('textbox', { name: 'Address of link 2' }), 'blog.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter an http or https address for each link.');
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Address of link 2' }));
  expect(fake.requestsTo('/contributors/7', 'PUT')).toEqual([]);
  await user.clear(dialog.getByRole('textbox', { name: 'Address of link 2' }));
  await user.keyboard('https://blog.example');
  await user.click(dialog.getByRole('button', { name: 'Add language' }));
  await user.selectOptions(
    dialog.getAllByRole('combobox', { name: 'Language' }).at(-1) as HTMLElement,
    'Turkish',
  );
  await user.type(
    within(dialog.getByRole('group', { name: 'Turkish' })).getByRole('textbox', { name: 'Biography' }),
    'Yazar.',
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Yazar.');
  const [request] = fake.requestsTo('/contributors/7', 'PUT');
  expect(request?.body).toMatchObject({
    links: [links[1], { label: 'Blog', url: 'https://blog.example' }],
    localized_biographies: JSON.stringify([
      ...localized_biographies,
      { language: 'tr', biography: 'Yazar.' },
    ]),
  });
});

it('uploads an image with the other fields, and removes it', async () => {
  const { user, fake } = open('/contributors/7', undefined, { links });
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    return within(await screen.findByRole('dialog', { name: 'Edit contributor' }));
  };
  const dialog = await edit();
  const file = new File(['image'], 'ada.png', { type: 'image/png' });
  await user.upload(dialog.getByLabelText<HTMLInputElement>('Image', { selector: 'input' }), file);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('img', { name: 'Ada Marsh' });
  const [request] = fake.requestsTo('/contributors/7', 'PUT');
  expect(request?.body).toMatchObject({ image: expect.any(File) as File, name: 'Ada Marsh' });

  const second = await edit();
  await user.click(second.getByRole('button', { name: 'Remove' }));
  await user.click(second.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Ada Marsh' })).toBeNull());
  expect(fake.requestsTo('/contributors/7', 'PUT').at(-1)?.body).toMatchObject({ remove_image: true });
});
