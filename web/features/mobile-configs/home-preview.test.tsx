import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import type { AppStore } from '#web/core/store/store.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import '#web/features/bulk/use-bulk-run.ts';
import './mobile-config-page.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { MobileConfigsScreen } from './mobile-configs-screen.tsx';

const previewPath = '/mobile/home/preview';

const collection = { title: 'Start', type: 'one_collection', data: { item: { id: 4, title: 'By the Sea' } } };
const story = { title: 'Tonight', type: 'story_book', data: { item: { id: 7, title: 'Lights Left On' } } };
const challenge = { title: 'Try', type: 'challenges', data: { items: [{ id: 8, title: 'One Week' }] } };

function fakeWith(config: readonly Record<string, unknown>[], isMain = true): FakeApi {
  const fake = createFakeApi();
  const books = ['BK-000001', 'BK-000002'].map((code) => ({ code, name: code }));
  fake.items.collections.push({
    id: 4,
    title: 'By the Sea',
    description: '',
    image: null,
    books,
    version: 1,
  });
  fake.items['story-books'].push({
    id: 7,
    title: 'Lights Left On',
    cover: '/media/first-book.png',
    story_items: [],
    version: 1,
  });
  fake.items.challenges.push({ id: 8, title: 'One Week', is_active: false, items: [], version: 1 });
  fake.items['mobile-configs'].push({
    id: 1,
    title: 'Home',
    is_main_service: isMain,
    config,
    version: 1,
  });
  return fake;
}

async function edit(fake: FakeApi) {
  const view = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Home' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Mobile Config' }));
  const block = (number: number) => within(dialog.getByRole('region', { name: `Block ${number}` }));
  return { ...view, dialog, block };
}

beforeEach(() => notifications.clean());

/** Sets the books to Main Service, and reports the end of the bulk edit. */
async function endBulkEdit(fake: FakeApi, store: AppStore) {
  for (const book of fake.items.books) book['is_backup'] = 0;
  const data = { id: 9, total: 2, done: 2, changed: 2, entry_id: 3, is_undoable: true, is_undone: false };
  fake.respondNext({ path: '/books/bulk/9' }, { success: true, data });
  act(() => {
    store.dispatch(jobReceived({ ...exampleJob, state: 'done', changed_at: '2026-01-15T09:30:01.000Z' }));
  });
  await screen.findByText('2 books updated');
}

it('previews unsaved blocks with the covers that apps show', async () => {
  const fake = fakeWith([story]);
  const { dialog, user } = await edit(fake);
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  const covers = () => [...dialog.getByRole('complementary').querySelectorAll('img')].map(({ src }) => src);
  await waitFor(() => expect(covers()).toEqual([expect.stringMatching(/\/media\/first-book\.png$/)]));
  phone.getByText('Lights Left On');
  const requests = fake.requestsTo(previewPath);
  expect(requests.map(({ body }) => body)).toEqual([
    { is_main_service: true, config: [{ type: 'story_book', data: { id: 7 } }] },
  ]);
  await user.type(dialog.getAllByLabelText(/^Block Title/)[0] as HTMLElement, ' reading');
  phone.getByText('Tonight reading');
  await user.click(dialog.getByLabelText('Is Main Service'));
  await waitFor(() => expect(fake.requestsTo(previewPath)).toHaveLength(2));
});

it('warns in each block about content that apps do not show', async () => {
  const { block } = await edit(fakeWith([collection, challenge, { ...story, data: { item: null } }]));
  await block(1).findByText('Apps of the Main Service won’t show 2 books of “By the Sea”.');
  block(2).getByText('Apps won’t show “One Week” because the challenge is inactive.');
  block(2).getByText('Apps won’t show this block because it has no content.');
  block(3).getByText('Apps won’t show this block because it has no content.');
});

it('reports records without books in the language, in their blocks and after a save', async () => {
  const items = [1, 2].map((id) => ({ id, name: `Book ${id}`, author: { name: 'Nora Vale' } }));
  const fake = fakeWith([collection, { title: 'Picks', type: 'books', data: { items } }]);
  const issue = (block: number, resource: string, id: number) => ({
    kind: 'no_books_in_language',
    block,
    record: { resource, id, title: `Record ${id}` },
    book_count: 0,
    book_ids: [],
  });
  const issues = [issue(1, 'collections', 4), issue(2, 'books', 1), issue(2, 'books', 2)];
  const blocks = ['one_collection', 'books'].map((type) => ({ title: '', type, card_count: 0, cards: [] }));
  const respond = () => fake.respondNext({ path: previewPath }, { success: true, data: { blocks, issues } });
  respond();
  const { block, dialog, user } = await edit(fake);
  await block(1).findByText('Apps won’t show “Record 4” because it has no books in this language.');
  block(2).getByText('Apps won’t show 2 books of this block because they are in other languages.');
  expect(block(2).queryByText(/Main Service/)).toBeNull();
  respond();
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await screen.findByText('Apps won’t show: 3 items without books in this language.', { exact: false });
});

it('counts the Backup Service books of a block of books, and sets them to Main Service', async () => {
  const items = [1, 2, 3].map((id) => ({ id, name: `Book ${id}`, author: { name: 'Nora Vale' } }));
  const fake = fakeWith([{ title: 'Picks', type: 'books', data: { items } }]);
  fake.items.books.splice(2, 1, { ...fake.items.books[2], id: 3, is_backup: 0 });
  const { block, dialog, user } = await edit(fake);
  await block(1).findByText('Apps of the Main Service won’t show 2 books of this block.');
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  expect(phone.getAllByText('1 book not shown')).toHaveLength(2);
  fake.respondNext({ path: '/books/bulk' }, { success: true, data: { id: 9, job: exampleJob } });
  await user.click(block(1).getByRole('button', { name: 'Set these 2 books to Main Service' }));
  expect(fake.requestsTo('/books/bulk').map(({ body }) => body)).toEqual([
    { ids: [1, 2], changes: { is_backup: false } },
  ]);
});

it('counts in the preview the books that apps do not show, and marks a hidden block', async () => {
  const { dialog } = await edit(fakeWith([collection, challenge]));
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  await phone.findByText('2 books not shown');
  phone.getByText('Hidden block: apps show none of its content.');
});

it('sets the books to Main Service, and offers to undo that', async () => {
  const fake = fakeWith([collection]);
  const { block, user, store } = await edit(fake);
  fake.respondNext({ path: '/books/bulk' }, { success: true, data: { id: 9, job: exampleJob } });
  await user.click(await block(1).findByRole('button', { name: 'Set these 2 books to Main Service' }));
  expect(fake.requestsTo('/books/bulk').map(({ body }) => body)).toEqual([
    { ids: [1, 2], changes: { is_backup: false } },
  ]);
  await endBulkEdit(fake, store);
  screen.getByRole('button', { name: 'Undo' });
  await waitFor(() => expect(block(1).queryByText(/won’t show/)).toBeNull());
});

it('offers no change of books without the permission for it', async () => {
  const fake = fakeWith([collection]);
  fake.user.permissions = ['mobile-configs:edit'];
  const { block } = await edit(fake);
  await block(1).findByText(/^Apps of the Main Service won’t show 2 books/);
  expect(block(1).queryByRole('button', { name: /^Set these/ })).toBeNull();
});

it('reports after a save the content that apps do not show', async () => {
  const fake = fakeWith([collection, challenge]);
  const { dialog, user } = await edit(fake);
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  const notice = await screen.findByText('Mobile config updated successfully');
  await screen.findByText(
    'Apps won’t show: 2 books of the Backup Service, 1 inactive challenge and 1 empty block.',
    { exact: false },
  );
  expect(notice.closest('[role="status"]')).not.toBeNull();
});

it('offers after a save to set the books to Main Service', async () => {
  const fake = fakeWith([collection]);
  const { dialog, user, store } = await edit(fake);
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fake.respondNext({ path: '/books/bulk' }, { success: true, data: { id: 9, job: exampleJob } });
  await user.click(await screen.findByRole('button', { name: 'Set these 2 books to Main Service' }));
  expect(fake.requestsTo('/books/bulk').map(({ body }) => body)).toEqual([
    { ids: [1, 2], changes: { is_backup: false } },
  ]);
  await endBulkEdit(fake, store);
  await waitFor(() => expect(screen.queryByText(/won’t show/)).toBeNull());
  expect(screen.queryByRole('button', { name: /^Set these/ })).toBeNull();
  screen.getByText('Mobile config updated successfully');
});

it('offers the change of books to users who can edit books and not home screens', async () => {
  const fake = fakeWith([collection]);
  fake.user.permissions = ['books:edit'];
  const { user } = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  await user.click(await screen.findByRole('button', { name: 'View Home' }));
  await screen.findByRole('button', { name: 'Set these 2 books to Main Service' });
});

it('reports a preview that could not be loaded, and works without it', async () => {
  const fake = fakeWith([collection]);
  fake.failNext({ path: previewPath });
  const { dialog, user } = await edit(fake);
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  phone.getByText('By the Sea');
  await user.click(await dialog.findByRole('button', { name: 'Retry' }));
  await dialog.findByRole('button', { name: 'Set these 2 books to Main Service' });
});

it('requests the preview once more if the connection was closed', async () => {
  const fake = fakeWith([collection]);
  fake.failNext({ path: previewPath, status: 0 });
  const { dialog } = await edit(fake);
  await dialog.findByRole('button', { name: 'Set these 2 books to Main Service' });
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('shows no error with a server that has no previews', async () => {
  const fake = fakeWith([collection]);
  fake.failNext({ path: previewPath, status: 404 });
  const { dialog } = await edit(fake);
  await waitFor(() => expect(fake.requestsTo(previewPath)).toHaveLength(1));
  within(dialog.getByRole('complementary', { name: 'Preview' })).getByText('By the Sea');
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('shows a home screen to viewers without edit controls', async () => {
  const fake = fakeWith([collection, story]);
  fake.user.permissions = [];
  const { user } = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  await user.click(await screen.findByRole('button', { name: 'View Home' }));
  const element = await screen.findByRole('dialog', { name: 'Home' });
  const dialog = within(element);
  await waitFor(() => expect(element.querySelectorAll('img')).toHaveLength(1));
  dialog.getByText('Main Service');
  dialog.getByText('Apps of the Main Service won’t show 2 books of “By the Sea”.');
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Start',
    'Tonight',
  ]);
  expect(element.querySelectorAll('input, select, textarea')).toHaveLength(0);
  expect(
    dialog.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label')),
  ).toEqual(['Close', 'Close']);
});

it('opens for viewers on its own page without a save button', async () => {
  const fake = fakeWith([collection]);
  fake.user.permissions = [];
  renderScreen(<AppRoutes />, { route: '/mobile-configs?open=1', fake });
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  const title = await screen.findByRole('textbox', { name: 'Title' });
  expect(title.closest('fieldset:disabled')).not.toBeNull();
});

it('marks a block in the editor and the preview, from either side', async () => {
  const { dialog, user } = await edit(fakeWith([collection, story]));
  const markedLabels = () =>
    [...document.querySelectorAll('[aria-current="true"]')].map((element) =>
      element.getAttribute('aria-label'),
    );
  expect(markedLabels()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Collapse all' }));
  const inPreview = dialog.getByRole('button', { name: 'Block 2: Tonight' });
  act(() => inPreview.focus());
  expect(markedLabels()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(markedLabels()).toEqual(['Block 2', 'Block 2: Tonight']);
  const heading = document.activeElement as HTMLElement;
  expect([heading.tagName, heading.firstElementChild?.getAttribute('aria-expanded')]).toEqual(['H3', 'true']);
  await user.click(dialog.getByRole('button', { name: 'Move Start' }));
  expect(markedLabels()).toEqual(['Block 1', 'Block 1: Start']);
  // A press on content selects its block too.
  await user.click(within(dialog.getByRole('complementary')).getByText('Lights Left On'));
  expect(markedLabels()).toEqual(['Block 2', 'Block 2: Tonight']);
});

it('counts the books that may not be shown in the country', async () => {
  const fake = fakeWith([collection]);
  const { dialog, user } = await edit(fake);
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  const record = { resource: 'collections', id: 4, title: 'By the Sea' };
  const issue = { kind: 'books_not_in_country', block: 1, record, book_count: 2, book_ids: [1, 2] };
  const blocks = [{ title: '', type: 'one_collection', card_count: 0, cards: [] }];
  fake.respondNext({ path: previewPath }, { success: true, data: { blocks, issues: [issue] } });
  await user.selectOptions(phone.getByLabelText('Country in preview'), 'Türkiye');
  await phone.findByText('Apps won’t show: 2 books without rights in this country.');
  expect(fake.requestsTo(previewPath).at(-1)?.body).toMatchObject({ country: 'TR' });
});

it('previews the other service and a language without changing the form', async () => {
  const fake = fakeWith([collection]);
  fake.items.books.splice(0, 2, ...fake.items.books.slice(0, 2).map((book) => ({ ...book, is_backup: 1 })));
  const { dialog, block, user } = await edit(fake);
  const phone = within(dialog.getByRole('complementary', { name: 'Preview' }));
  await phone.findByText('2 books not shown');
  const service = within(phone.getByLabelText('Service in preview'));
  const isMain = () => service.getByLabelText<HTMLInputElement>('Main').checked;
  expect(isMain()).toBe(true);
  await user.click(service.getByLabelText('Backup'));
  await waitFor(() => expect(phone.queryByText('2 books not shown')).toBeNull());
  // The warnings are those of the service of the form.
  block(1).getByText('Apps of the Main Service won’t show 2 books of “By the Sea”.');
  expect(dialog.getByLabelText('Is Main Service')).toHaveProperty('checked', true);
  await user.selectOptions(phone.getByLabelText('Language in preview'), 'Turkish');
  await phone.findByText('Apps won’t show: 1 item without books in this language and 1 empty block.');
  expect(fake.requestsTo(previewPath).map(({ body }) => body)).toMatchObject([
    { is_main_service: true },
    { is_main_service: false },
    { is_main_service: false, language: 'tr' },
  ]);
  await user.selectOptions(phone.getByLabelText('Country in preview'), 'Türkiye');
  await waitFor(() =>
    expect(fake.requestsTo(previewPath)[3]?.body).toMatchObject({ language: 'tr', country: 'TR' }),
  );
  expect(fake.requestsTo(previewPath)[1]?.body).not.toHaveProperty('language');
  // The service follows the checkbox again after the service of the form was chosen.
  await user.click(service.getByLabelText('Main'));
  await user.click(dialog.getByLabelText('Is Main Service'));
  expect(isMain()).toBe(false);
});

it('shows the blocks or the preview in a narrow window, and the blocks for an error', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
  );
  const { dialog, user } = await edit(fakeWith([collection]));
  const tab = (name: string) => user.click(dialog.getByLabelText(name));
  const title = () => dialog.queryByRole('textbox', { name: /^Title/ });
  expect(dialog.queryByRole('region', { name: 'Preview' })).toBeNull();
  await user.clear(title() as HTMLElement);
  await tab('Preview');
  expect(title()).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Block 1: Start' }));
  expect(dialog.queryByRole('region', { name: 'Preview' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Block 1/));
  await tab('Preview');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(document.activeElement).toBe(title()));
});
