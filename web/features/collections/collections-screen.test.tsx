import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Collection, collections as declaration } from '#contract/collections/collections';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { CollectionsScreen } from './collections-screen.tsx';

beforeEach(() => {
  notifications.clean();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

const listPath = '/books/collections';
const book = (id: number) => ({ code: `BK-${String(id).padStart(6, '0')}`, name: `Book ${id}` });
const collection = (id: number, changes: Partial<Collection> = {}): Collection => ({
  id,
  title: `Shelf ${id}`,
  description: '',
  image: null,
  books: [],
  version: 1,
  ...changes,
});

function fakeWith(...collections: Collection[]): FakeApi {
  const fake = createFakeApi();
  fake.items['collections'].push(...collections);
  return fake;
}

async function open(fake: FakeApi, permissions?: string[]) {
  if (permissions) fake.user.permissions = permissions;
  const view = renderScreen(<CollectionsScreen />, { route: '/collections', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  return view;
}

async function openDialog(fake: FakeApi, opener: string) {
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: opener }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  const search = async (text: string) => {
    await user.type(form.getByPlaceholderText('Search books by name or code...'), text);
    await form.findByRole('list', { name: 'Search results' });
  };
  const chips = () => form.queryAllByRole('button', { name: /^Move Book/ }).map((chip) => chip.textContent);
  const saveEmpty = async () => {
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
  };
  return { user, dialog, form, search, chips, saveEmpty };
}

it('lists collections with placeholders, shortened texts, and pagers above and below', async () => {
  const description = 'Long '.repeat(40).trim();
  await open(
    fakeWith(
      collection(1),
      collection(2, { image: '/media/a.webp', description, books: [book(1), book(2)] }),
    ),
  );
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual([
    'IDImageTitleDescriptionBook CountBooksActions',
    `2Shelf 2${description.slice(0, 100).trim()}… Read More2Book 1Book 2`,
    '1No ImageShelf 10No books',
  ]);
  expect(screen.getAllByText('Total: 2 items')).toHaveLength(2);
});

it('opens a preview of the image, and the whole description', async () => {
  const description = 'Long '.repeat(40).trim();
  const { user } = await open(fakeWith(collection(2, { image: '/media/a.webp', description })));
  await user.click(screen.getByRole('button', { name: 'Read More' }));
  screen.getByText(new RegExp(`^${description}`));
  await user.click(screen.getByRole('button', { name: 'Enlarge image of Shelf 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Shelf 2' });
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/media/a.webp');
});

it.each([
  [[], []],
  [['collections:edit'], ['Add Collection', 'Edit Shelf 1']],
  [['collections:delete'], ['Delete Shelf 1']],
])('shows with the permissions %j the buttons %j', async (permissions, expected) => {
  await open(fakeWith(collection(1)), permissions);
  const names = ['Add Collection', 'Edit Shelf 1', 'Delete Shelf 1'];
  expect(names.filter((name) => screen.queryByRole('button', { name }))).toEqual(expected);
});

it('sends the search from page 1', async () => {
  const fake = fakeWith(...Array.from({ length: 12 }, (_, index) => collection(index + 1)));
  const { user } = await open(fake);
  await user.click(screen.getAllByRole('button', { name: 'Page 2' })[0] as HTMLElement);
  await screen.findByText('Shelf 1');
  await user.type(screen.getByPlaceholderText('Search collections by name...'), 'shelf 1{Enter}');
  await screen.findAllByText('Total: 4 items');
  expect(fake.requestsTo(listPath).at(-1)?.query).toEqual({ page: 1, items_per_page: 10, search: 'shelf 1' });
});

it("deletes after the browser's confirmation, and reports the result in toasts", async () => {
  const fake = fakeWith(collection(1));
  const { user } = await open(fake);
  fake.failNext({ path: `${listPath}/delete` });
  await user.click(screen.getByRole('button', { name: 'Delete Shelf 1' }));
  await screen.findByText('Failed to delete collection');
  await user.click(screen.getByRole('button', { name: 'Delete Shelf 1' }));
  await screen.findByText('Collection deleted successfully');
  expect(window.confirm).toHaveBeenCalledWith('Are you sure you want to delete this collection?');
  expect(fake.requestsTo(`${listPath}/delete`).map(({ body }) => body)).toEqual([{ id: 1 }, { id: 1 }]);
});

it('lists the affected references before a deletion, and deletes only after a confirmation', async () => {
  const fake = fakeWith(collection(1));
  const { user } = await open(fake);
  const references = [
    { kind: 'mobile-configs', total: 1, items: [{ id: 4, name: 'Home', place: 0, block: 'New' }] },
  ];
  const openConfirmation = async () => {
    const data = { keeps: false, is_live: true, references };
    fake.respondNext({ path: `${listPath}/1/references` }, { success: true, message: 'OK', data });
    await user.click(screen.getByRole('button', { name: /^Delete Shelf 1/ }));
    return within(await screen.findByRole('dialog', { name: 'Delete “Shelf 1”?' }));
  };
  const first = await openConfirmation();
  expect(first.getByRole('listitem').textContent).toBe('block “New” on Home Mobile Config');
  expect(first.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/mobile-configs/4');
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.requestsTo(`${listPath}/delete`)).toEqual([]);
  await user.click((await openConfirmation()).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Collection deleted successfully');
  expect(fake.requestsTo(`${listPath}/delete`).map(({ body }) => body)).toEqual([{ id: 1 }]);
  const heading = screen.getByRole('heading', { level: 1, name: 'Collections' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('deletes immediately if no reference is affected, and reports what else was deleted', async () => {
  const fake = fakeWith(collection(1));
  const { user } = await open(fake);
  const references = [
    { kind: 'mobile-configs', total: 2, items: [{ id: 4, name: 'Draft', place: 0, block: 'New' }] },
  ];
  const data = { keeps: false, is_live: false, references };
  fake.respondNext({ path: `${listPath}/1/references` }, { success: true, message: 'OK', data });
  await user.click(screen.getByRole('button', { name: /^Delete Shelf 1/ }));
  await screen.findByText('Collection deleted successfully');
  screen.getByText('Also removed from 2 home screen blocks.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.confirm).toHaveBeenCalledTimes(1);
});

it('searches English books first, selects them in order, and sends their codes with the image', async () => {
  const fake = fakeWith();
  const { user, form, search, chips, dialog } = await openDialog(fake, 'Add Collection');
  for (const key of textFields(declaration).keys)
    expect(dialog.querySelector(`[name="${key}"]`), key).not.toBeNull();
  await user.type(form.getByLabelText(/^Title/), ' By the Sea ');
  await user.type(form.getByLabelText('Description'), 'Salt');
  await user.upload(form.getByLabelText('Image'), new File(['x'], 'sea.png', { type: 'image/png' }));
  await search('book 1');
  expect(fake.requestsTo('/books/list')[0]?.query).toEqual({
    page: 1,
    items_per_page: 10,
    language: 'en',
    search: 'book 1',
    with_chapters: 0,
  });
  await user.click(form.getByRole('checkbox', { name: 'Book 11' }));
  expect(form.getByText(/^Showing/).textContent).toMatch(/^Showing \d+ of \d+ books$/);
  await user.click(form.getByRole('button', { name: 'Select All' }));
  expect(chips()).toEqual(['Book 11', 'Book 12', 'Book 10', 'Book 1']);
  await user.click(form.getByRole('button', { name: 'Remove Book 12' }));
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Book 12' }).checked).toBe(false);
  await user.click(form.getByRole('button', { name: 'Done' }));
  expect(form.queryByRole('checkbox', { name: 'Book 12' })).toBeNull();
  expect(document.activeElement).toBe(form.getByPlaceholderText('Search books by name or code...'));
  const pause = fake.pauseNext({ path: listPath });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByRole('button', { name: 'Saving...' });
  pause.release();
  await screen.findByText('Collection created successfully');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  const [request] = fake.requestsTo(listPath, 'POST');
  expect(request?.body).toMatchObject({
    title: 'By the Sea',
    description: 'Salt',
    'book_codes[]': ['BK-000011', 'BK-000010', 'BK-000001'],
  });
  expect(request?.body['image']).toMatchObject({ name: 'sea.png' });
  expect(request?.headers['idempotency-key']).toBeTruthy();
});

it('moves a book to a typed position, and deselects all results', async () => {
  const fake = fakeWith(collection(1, { books: [1, 2, 3, 4].map(book) }));
  const { user, form, search, chips } = await openDialog(fake, 'Edit Shelf 1');
  await user.click(form.getByRole('button', { name: /^Book 4, position 4/ }));
  await user.keyboard('2{Enter}');
  expect(chips()).toEqual(['Book 1', 'Book 4', 'Book 2', 'Book 3']);
  form.getByText('Dropped Book 4 at position 2 of 4.');
  expect(document.activeElement?.textContent).toBe('2');
  await user.click(form.getByRole('button', { name: /^Book 1, position 1/ }));
  await user.keyboard('4{Escape}');
  expect(chips()[0]).toBe('Book 1');
  await search('BK-000002');
  await user.click(form.getByRole('button', { name: 'Deselect All' }));
  expect(chips()).toEqual(['Book 1', 'Book 4', 'Book 3']);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Collection updated successfully');
  expect(fake.requestsTo(`${listPath}/update`)[0]?.body).toMatchObject({
    id: '1',
    version: '1',
    'book_codes[]': ['BK-000001', 'BK-000004', 'BK-000003'],
  });
});

it('applies Enter to the results it was pressed for, also before they arrive', async () => {
  const fake = fakeWith();
  const { user, form, chips } = await openDialog(fake, 'Add Collection');
  const box = form.getByPlaceholderText<HTMLInputElement>('Search books by name or code...');
  const { release } = fake.pauseNext({ path: '/books/list' });
  await user.type(box, 'Book 12{Enter}{Enter}');
  expect(chips()).toEqual([]);
  release();
  await waitFor(() => expect(chips()).toEqual(['Book 12']));
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['Book 12', 0, 7]);
});

it('selects books with the arrow keys and Enter, and stays open for the next one', async () => {
  const { user, form, search, chips, dialog } = await openDialog(fakeWith(), 'Add Collection');
  await search('book 1');
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
  const results = form.getByRole('list', { name: 'Search results' });
  expect(within(results).getAllByRole('listitem')[0]?.textContent).toBe(
    'Book 12BK-000012Nora Vale · 30 mins',
  );
  await user.keyboard('{ArrowDown}');
  expect(focusedLabel()).toBe('Book 12');
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect([chips(), focusedLabel()]).toEqual([['Book 12', 'Book 10'], 'Book 1']);
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}{Enter}');
  expect(chips()).toEqual(['Book 12', 'Book 10', 'Book 11']);
  // Text that is typed on a result is the next search.
  const box = form.getByPlaceholderText<HTMLInputElement>('Search books by name or code...');
  await user.keyboard('7');
  expect([box.value, document.activeElement]).toEqual(['7', box]);
  await form.findByRole('checkbox', { name: 'Book 7' });
  await user.keyboard('{ArrowDown}{Escape}');
  expect([document.activeElement, dialog.isConnected]).toEqual([box, true]);
});

it('lists the books of the same author, and those in no collection', async () => {
  const fake = fakeWith();
  for (const id of [3, 5, 8])
    Object.assign(fake.items.books[id - 1] ?? {}, {
      author: { id: 2, name: 'Deniz Aksoy' },
      isInCollection: id === 8,
    });
  const { user, form, search, chips } = await openDialog(fake, 'Add Collection');
  const sameAuthor = () => form.getByRole<HTMLButtonElement>('button', { name: /^Same author/ });
  const results = () => form.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(sameAuthor().disabled).toBe(true);
  await search('Book 5');
  await user.keyboard('{Enter}');
  fake.failNext({ path: '/books/list' });
  await user.click(sameAuthor());
  await user.click(await form.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(results()).toEqual(['Book 8', 'Book 5', 'Book 3']));
  expect(sameAuthor().textContent).toBe('Same author: Deniz Aksoy');
  const box = form.getByPlaceholderText<HTMLInputElement>('Search books by name or code...');
  await user.click(form.getByRole('button', { name: 'Not in a collection' }));
  await waitFor(() => expect(results()).toEqual(['Book 5', 'Book 3']));
  expect([box.value, document.activeElement]).toEqual(['', box]);
  expect(fake.requestsTo('/books/list').at(-1)?.query).toEqual({
    page: 1,
    items_per_page: 10,
    language: 'en',
    author: 'Deniz Aksoy',
    in_collection: 0,
    with_chapters: 0,
  });
  await user.keyboard('{Enter}');
  expect(chips()).toEqual(['Book 5', 'Book 3']);
  await user.click(sameAuthor());
  await user.click(form.getByRole('button', { name: 'Not in a collection' }));
  await waitFor(() => expect(results()).toEqual([]));
});

it('adds nothing on Enter after another text is searched', async () => {
  const fake = fakeWith();
  const { user, form, chips } = await openDialog(fake, 'Add Collection');
  const box = form.getByPlaceholderText('Search books by name or code...');
  fake.pauseNext({ path: '/books/list' });
  await user.type(box, 'Book 1{Enter}');
  await user.type(box, '1');
  await form.findByRole('checkbox', { name: 'Book 11' });
  expect(chips()).toEqual([]);
});

it('asks for confirmation before it saves a collection without books', async () => {
  const fake = fakeWith();
  const { user, form, saveEmpty, dialog } = await openDialog(fake, 'Add Collection');
  await user.type(form.getByLabelText(/^Title/), 'Empty');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Save without books?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Save without books?')).toBeNull());
  expect(dialog.isConnected).toBe(true);
  expect(screen.queryByText(t('ui.unsavedTitle'))).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Save without books?')).toBeNull());
  expect(fake.requestsTo(listPath, 'POST')).toEqual([]);
  await saveEmpty();
  await screen.findByText('Collection created successfully');
});

it('sends one blank code for no books', async () => {
  const fake = fakeWith(collection(1, { books: [book(1)] }));
  const { user, form, saveEmpty } = await openDialog(fake, 'Edit Shelf 1');
  await user.click(form.getByRole('button', { name: 'Remove Book 1' }));
  expect(form.getByText('Selected Books (0)')).toBe(document.activeElement);
  await saveEmpty();
  await screen.findByText('Collection updated successfully');
  expect(fake.requestsTo(`${listPath}/update`)[0]?.body['book_codes[]']).toEqual(['']);
});

it('distinguishes books with equal names, and clears the whole selection', async () => {
  const twins = [book(1), { ...book(2), name: 'Book 1' }];
  const { user, form } = await openDialog(fakeWith(collection(1, { books: twins })), 'Edit Shelf 1');
  expect(form.getByRole('button', { name: 'Move Book 1 (BK-000001)' }).textContent).toBe('Book 1BK-000001');
  form.getByRole('button', { name: 'Remove Book 1 (BK-000002)' });
  await user.click(form.getByRole('button', { name: 'Clear all' }));
  expect(form.getByText('Selected Books (0)')).toBe(document.activeElement);
  expect(form.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

it('renders one window of five thousand books, and moves a book to another window by its position', async () => {
  const books = Array.from({ length: 5_000 }, (_, index) => book(index + 1));
  const fake = fakeWith(collection(1, { books }));
  const { user, form, chips } = await openDialog(fake, 'Edit Shelf 1');
  form.getByText('Selected Books (5000)');
  expect(chips()).toHaveLength(50);
  await user.click(form.getByRole('button', { name: /^Book 2, position 2\./ }));
  await user.keyboard('4999{Enter}');
  form.getByText('4,951–5,000 of 5,000');
  expect(chips().slice(-2)).toEqual(['Book 2', 'Book 5000']);
  await user.click(form.getByRole('button', { name: 'Previous items' }));
  expect(chips()[0]).toBe('Book 4902');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Collection updated successfully');
  const codes = fake.requestsTo(`${listPath}/update`)[0]?.body['book_codes[]'] as string[];
  expect([codes.length, codes[1], codes[4_998]]).toEqual([5_000, 'BK-000003', 'BK-000002']);
});

it('requires a title in the form, and reports errors in toasts while the form stays open', async () => {
  const fake = fakeWith();
  const { user, form, search, saveEmpty } = await openDialog(fake, 'Add Collection');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect((await form.findByRole('alert')).textContent).toBe('Title is required');
  await user.type(form.getByLabelText(/^Title/), 'A');
  fake.failNext({ path: listPath, status: 0 });
  await saveEmpty();
  await screen.findByText('Failed to save collection');
  fake.failNext({ path: listPath, status: 200 });
  await saveEmpty();
  await screen.findByText('Failed to create collection');
  expect(form.queryByRole('alert')).toBeNull();
  fake.failNext({ path: '/books/list' });
  await user.type(form.getByPlaceholderText('Search books by name or code...'), 'x{Enter}');
  await screen.findByText('Failed to search books');
  expect(form.getByText(/^Failed to search/).textContent).toBe('Failed to search. Retry');
  expect(form.queryByText(t('collections.nothingFound'))).toBeNull();
  await user.clear(form.getByPlaceholderText('Search books by name or code...'));
  await search('book');
  expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('A');
});

it('shows a conflict in the form, with the action that resolves it', async () => {
  expectError(409);
  const fake = fakeWith(collection(1));
  const { user, form, saveEmpty } = await openDialog(fake, 'Edit Shelf 1');
  Object.assign(fake.items['collections'][0] ?? {}, { title: 'Theirs', version: 3 });
  await saveEmpty();
  await user.click(await form.findByRole('button', { name: 'Load latest version' }));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Theirs'));
});

it('keeps earlier results visible during a search', async () => {
  const fake = fakeWith();
  const { user, form, search } = await openDialog(fake, 'Add Collection');
  await search('book 12');
  const { release } = fake.pauseNext({ path: '/books/list' });
  await user.type(form.getByPlaceholderText('Search books by name or code...'), '3{Enter}');
  await form.findByLabelText('Loading');
  form.getByRole('checkbox', { name: 'Book 12' });
  release();
  await form.findByText(t('collections.nothingFound'));
  expect(form.queryByRole('checkbox')).toBeNull();
});
