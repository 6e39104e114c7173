import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import './add-to-dialog.tsx';
import '#web/features/books/book-page.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/collections/collection-page.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

function fakeWithLists(): FakeApi {
  const fake = createFakeApi();
  fake.auditLogEntry = 41;
  const books = [{ code: 'BK-000001', name: 'Book 1' }];
  fake.items.collections.push(
    { id: 1, title: 'By the Sea', description: '', image: null, books, version: 3 },
    {
      id: 2,
      title: 'By the Lake',
      description: '',
      image: null,
      books: [{ code: 'BK-000003', name: 'Book 3' }],
      version: 1,
    },
  );
  fake.items['story-books'].push({ id: 1, title: 'Tales', description: '', story_items: [], version: 1 });
  const item = { book_code: 'BK-000001', order_index: 0, book: { name: 'Book 1' } };
  fake.items.challenges.push({
    id: 1,
    title: 'Spring',
    description: 'D',
    day_count: 1,
    image: null,
    is_active: true,
    items: [item],
    version: 1,
  });
  const config = [
    { title: 'Shelf', type: 'list_collection', data: { items: [{ id: 1, title: 'By the Sea' }] } },
  ];
  fake.items['mobile-configs'].push({ id: 1, title: 'Home', is_main_service: true, config, version: 1 });
  return fake;
}

async function openDialog(fake: FakeApi, route: string, entry: string) {
  const view = renderScreen(<AppRoutes />, { route, fake });
  const { user } = view;
  await user.click(await screen.findByRole('button', { name: 'Add to' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  const dialog = await screen.findByRole('dialog');
  return { ...view, dialog: within(dialog) };
}

it('adds a book to a collection by keyboard, shows it under Used in, and offers Undo', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to collection');
  screen.getByRole('dialog', { name: 'Add “Book 3” to collection' });
  const contains = await dialog.findByRole<HTMLInputElement>('radio', { name: 'By the Lake' });
  expect(contains.disabled).toBe(true);
  dialog.getByText('Already added, position 1');
  const box = dialog.getByPlaceholderText('Search collections by name...');
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard('by{Enter}');
  const submit = dialog.getByRole('button', { name: 'Add' });
  await waitFor(() => expect(document.activeElement).toBe(submit));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'By the Sea' }).checked).toBe(true);
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Position' }).value).toBe('2');
  await user.keyboard('{Enter}');
  await screen.findByText('“Book 3” added at position 2.');
  screen.getByRole('button', { name: 'Undo' });
  const [request] = fake.requestsTo('/books/collections/update');
  expect(request?.body).toMatchObject({
    id: '1',
    version: '3',
    'book_codes[]': ['BK-000001', 'BK-000003'],
  });
  const usedIn = within(screen.getByRole('region', { name: 'Used in' }));
  const link = await usedIn.findByRole('link', { name: 'By the Sea' });
  expect(link.closest('li')?.textContent).toBe('By the Sea, position 2 Collection');
});

it('keeps the dialog open after a conflict, and adds to the latest version', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to collection');
  await user.click(await dialog.findByRole('radio', { name: 'By the Sea' }));
  const books = ['BK-000001', 'BK-000002'].map((code) => ({ code, name: code }));
  Object.assign(fake.items.collections[0] ?? {}, { version: 4, books });
  expectError(409);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.click(await dialog.findByRole('button', { name: 'Load latest version' }));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Position' }).value).toBe('3'),
  );
  await user.clear(dialog.getByRole('spinbutton', { name: 'Position' }));
  await user.type(dialog.getByRole('spinbutton', { name: 'Position' }), '9');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Enter a position from 1 to 3.');
  await user.clear(dialog.getByRole('spinbutton', { name: 'Position' }));
  await user.type(dialog.getByRole('spinbutton', { name: 'Position' }), '1');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 3” added at position 1.');
  expect(fake.requestsTo('/books/collections/update').at(-1)?.body).toMatchObject({
    version: '4',
    'book_codes[]': ['BK-000003', 'BK-000001', 'BK-000002'],
  });
});

it('adds a text item of a book to a story book', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to story book');
  await user.click(await dialog.findByRole('radio', { name: 'Tales' }));
  const text = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Text item' });
  expect(text.selectedOptions[0]?.textContent).toBe('1. It began quietly.');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 3” added at position 1.');
  const story_items = [
    { book_code: 'BK-000003', chapter_code: 'ch-1', text_item_code: 't-1', is_featured: false },
  ];
  expect(fake.requestsTo('/books/story-books/update')[0]?.body).toMatchObject({ story_items, version: 1 });
});

it('adds a book to a challenge on the day after the last one', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to challenge');
  await user.click(await dialog.findByRole('radio', { name: 'Spring' }));
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Day' }).value).toBe('2');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 3” added on day 2.');
  expect(fake.requestsTo('/books/challenges/update')[0]?.body).toMatchObject({ day_count: '2' });
});

it('adds a book to a list of a home screen', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to home screen');
  await user.click(await dialog.findByRole('radio', { name: 'Home' }));
  const list = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Block or list' });
  expect(list.selectedOptions[0]?.textContent).toBe('Block 1: By the Sea');
  await dialog.findByRole('spinbutton', { name: 'Position' });
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 3” added at position 2.');
  expect(fake.requestsTo('/books/collections/update')).toHaveLength(1);
  expect(fake.requestsTo('/books/mobile-configs/update')).toHaveLength(0);
});

it('adds a book to an existing or new block of books', async () => {
  const fake = fakeWithLists();
  const items = [{ id: 7, name: 'Book 7' }];
  for (const { config } of fake.items['mobile-configs'])
    (config as object[]).push({ title: 'Picks', type: 'books', data: { items } });
  const { user, dialog } = await openDialog(fake, '/books/3', 'Add to home screen');
  await user.click(await dialog.findByRole('radio', { name: 'Home' }));
  const target = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Block or list' });
  expect(Array.from(target.options, ({ textContent }) => textContent)).toEqual([
    'Block 1: By the Sea',
    '2. Picks',
    'New block at the end',
  ]);
  await user.selectOptions(target, 'New block at the end');
  expect(dialog.queryByRole('spinbutton')).toBeNull();
  await user.selectOptions(target, '2. Picks');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 3” added at position 2.');
  expect(fake.requestsTo('/books/mobile-configs/update')[0]?.body).toMatchObject({
    config: [{}, { title: 'Picks', type: 'books', data: { items: [{ id: 7 }, { id: 3 }] } }],
  });
});

it('adds a collection to an existing or new block of a home screen', async () => {
  const fake = fakeWithLists();
  const { user, dialog } = await openDialog(fake, '/collections/2', 'Add to home screen');
  await user.click(await dialog.findByRole('radio', { name: 'Home' }));
  const block = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Block' });
  expect(Array.from(block.options, ({ textContent }) => textContent)).toEqual([
    '1. Shelf',
    'New block at the end',
  ]);
  await user.selectOptions(block, 'New block at the end');
  expect(dialog.queryByRole('spinbutton')).toBeNull();
  await user.selectOptions(block, '1. Shelf');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“By the Lake” added at position 2.');
  expect(fake.requestsTo('/books/mobile-configs/update')[0]?.body).toMatchObject({
    config: [{ title: 'Shelf', type: 'list_collection', data: { items: [{ id: 1 }, { id: 2 }] } }],
  });
});

it.each([
  [[], undefined],
  [['collections:edit'], ['Add to collection', 'Add to home screen']],
  [['story-books:edit'], ['Add to story book']],
  [['mobile-configs:edit'], ['Add to home screen']],
  [['books:edit'], undefined],
])('with the permissions %j, offers to add a book to %j', async (permissions, entries) => {
  const { user } = renderScreen(<AppRoutes />, { route: '/books/3', permissions });
  await screen.findByText('Not used anywhere yet.');
  const button = screen.queryByRole('button', { name: 'Add to' });
  expect(button === null).toBe(entries === undefined);
  if (!button) return;
  await user.click(button);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(entries);
});

it('adds from the menu of a row, which also links to the references of the record', async () => {
  const fake = fakeWithLists();
  const { user } = renderScreen(<AppRoutes />, { route: '/books', fake });
  await user.click(await screen.findByRole('button', { name: 'More actions for Book 12' }));
  const usedIn = await screen.findByRole('menuitem', { name: 'Used in' });
  expect(usedIn.getAttribute('href')).toBe('/books/12#used-in');
  await user.click(screen.getByRole('menuitem', { name: 'Add to collection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add “Book 12” to collection' }));
  await user.click(await dialog.findByRole('radio', { name: 'By the Sea' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Book 12” added at position 2.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
