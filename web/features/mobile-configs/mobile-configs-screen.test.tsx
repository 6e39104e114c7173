import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { MobileConfigsScreen } from './mobile-configs-screen.tsx';

beforeEach(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

const config = (id: number, changes: Partial<MobileConfig> = {}): MobileConfig => ({
  id,
  title: `Home ${id}`,
  is_main_service: id % 2 === 1,
  config: [],
  version: 1,
  ...changes,
});

function fakeWith(...configs: MobileConfig[]): FakeApi {
  const fake = createFakeApi();
  fake.items['mobile-configs'].push(...configs);
  fake.items['collections'].push(
    { id: 4, title: 'By the Sea', description: 'Salt. '.repeat(40), image: null, books: [], version: 1 },
    { id: 5, title: 'By the Fire', description: '', image: null, books: [], version: 1 },
  );
  fake.items['story-books'].push({
    id: 7,
    title: 'Lights Left On',
    description: '',
    story_items: [],
    version: 1,
  });
  return fake;
}

async function open(fake: FakeApi, permissions?: string[]) {
  if (permissions) fake.user.permissions = permissions;
  const view = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  await screen.findByText(/^Total: \d+ items$/);
  return view;
}

async function openNew(fake: FakeApi) {
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: 'Add New Config' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Mobile Config' });
  const add = () => user.click(within(dialog).getByRole('button', { name: 'Add Block' }));
  const block = (number: number) => within(within(dialog).getByRole('region', { name: `Block ${number}` }));
  return { user, dialog, form: within(dialog), add, block };
}

const listPath = '/books/mobile-configs';

it('lists configs with badges, and one pager below', async () => {
  await open(fakeWith(config(1), config(2)));
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual(['IDTitleMain ServiceActions', '2Home 2No', '1Home 1Yes']);
  expect(screen.getAllByText(/^Total:/)).toHaveLength(1);
});

it.each([
  [[], []],
  [['mobile-configs:edit'], ['Add New Config', 'Edit Home 1']],
  [['mobile-configs:delete'], ['Delete Home 1']],
])('shows with the permissions %j the buttons %j', async (permissions, expected) => {
  await open(fakeWith(config(1)), permissions);
  const names = ['Add New Config', 'Edit Home 1', 'Delete Home 1'];
  expect(names.filter((name) => screen.queryByRole('button', { name }))).toEqual(expected);
});

it('searches all pages in the browser, and never sends the text', async () => {
  const fake = fakeWith(...Array.from({ length: 25 }, (_, index) => config(index + 1)));
  Object.assign(fake.items['mobile-configs'][0] ?? {}, { title: 'Çocuk evi' });
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await screen.findByText('Çocuk evi');
  await user.type(screen.getByPlaceholderText('Search mobile configs...'), 'cocuk{Enter}');
  await screen.findByText('Total: 1 items');
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('Total: 25 items');
  screen.getByText('Home 25');
  for (const { query } of fake.requestsTo(listPath))
    expect(Object.keys(query).toSorted()).toEqual(['items_per_page', 'page']);
});

it("deletes after the browser's confirmation, and reports it in an alert", async () => {
  const fake = fakeWith(config(1));
  const { user } = await open(fake);
  fake.failNext({ path: `${listPath}/delete` });
  await user.click(screen.getByRole('button', { name: 'Delete Home 1' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete mobile config');
  await user.click(screen.getByRole('button', { name: 'Delete Home 1' }));
  await screen.findByText('Mobile config deleted successfully');
  expect(window.confirm).toHaveBeenCalledWith('Are you sure you want to delete this mobile config?');
  expect(fake.requestsTo(`${listPath}/delete`).map(({ body }) => body)).toEqual([{ id: 1 }, { id: 1 }]);
});

it('asks once, and undoes a deletion', async () => {
  const fake = fakeWith(config(1));
  fake.auditLogEntry = 41;
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: 'Delete Home 1' }));
  await screen.findByText('Mobile config deleted successfully');
  expect(window.confirm).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  const record = { id: 1, name: 'Home 1' };
  fake.respondNext(
    { path: '/audit-log/41/undo' },
    {
      success: true,
      message: 'OK',
      data: { entry_id: 42, kind: 'mobile-configs', record, action: 'restored' },
    },
  );
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Change to Home 1 undone');
});

it('creates a config of blocks, and sends only IDs', async () => {
  const fake = fakeWith();
  const { user, form, add, block } = await openNew(fake);
  await user.type(form.getByLabelText(/^Title/), 'Home');
  await user.click(form.getByLabelText('Is Main Service'));
  await add();
  await user.type(block(1).getByLabelText(/^Block Title/), 'Start here');
  await user.type(block(1).getByRole('searchbox'), 'sea');
  await user.click(await block(1).findByRole('button', { name: 'Select By the Sea' }));
  expect(fake.requestsTo('/books/collections')[0]?.query).toEqual({
    page: 1,
    items_per_page: 10,
    search: 'sea',
    language: 'en',
  });
  await add();
  await user.type(block(2).getByLabelText(/^Block Title/), 'Shelves');
  await user.selectOptions(block(2).getByLabelText('Block Type'), 'categories');
  await user.click(await block(2).findByRole('checkbox', { name: 'Poetry' }));
  await user.click(block(2).getByRole('checkbox', { name: 'Fiction' }));
  await add();
  await user.type(block(3).getByLabelText(/^Block Title/), 'Story');
  await user.selectOptions(block(3).getByLabelText('Block Type'), 'story_book');
  await user.type(block(3).getByRole('searchbox'), 'lights');
  await user.click(await block(3).findByRole('button', { name: 'Select Lights Left On' }));
  expect(fake.requestsTo('/books/story-books')[0]?.query).toEqual({ page: 1, items_per_page: 100 });
  await user.click(form.getByRole('button', { name: 'Move Block 3 up' }));
  form.getByText('Block moved to position 2 of 3.');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await screen.findByText('Mobile config created successfully');
  expect(fake.requestsTo(listPath, 'POST')[0]?.body).toEqual({
    title: 'Home',
    is_main_service: true,
    config: [
      { title: 'Start here', type: 'one_collection', data: { id: 4 } },
      { title: 'Story', type: 'story_book', data: { id: 7 } },
      { title: 'Shelves', type: 'categories', data: { items: [{ id: 3 }, { id: 1 }] } },
    ],
  });
});

it('shows missing titles once, and focuses the first one', async () => {
  const fake = fakeWith();
  const { user, form, add } = await openNew(fake);
  await add();
  await add();
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect((await form.findByRole('alert')).textContent).toBe(
    'Title is requiredBlock 1: Block title is requiredBlock 2: Block title is required',
  );
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText(/^Title/)));
  expect(fake.requestsTo(listPath, 'POST')).toEqual([]);
});

it('adds an item to a list once, reorders and removes, and keeps the selection of each type', async () => {
  const { user, add, block } = await openNew(fakeWith());
  await add();
  await user.selectOptions(block(1).getByLabelText('Block Type'), 'list_collection');
  await user.type(block(1).getByRole('searchbox'), 'by');
  await user.click(await block(1).findByRole('button', { name: 'Select By the Sea' }));
  expect(block(1).getByRole('button', { name: 'Select By the Sea' })).toHaveProperty('disabled', true);
  await user.click(block(1).getByRole('button', { name: 'Select By the Fire' }));
  const selected = () =>
    within(block(1).getByRole('list', { name: 'Block 1: selected' }))
      .getAllByRole('listitem')
      .map((row) => /By the (?:Sea|Fire)/.exec(row.textContent)?.[0]);
  expect(selected()).toEqual(['By the Sea', 'By the Fire']);
  await user.click(block(1).getByRole('button', { name: /^Done/ }));
  expect(block(1).queryByRole('list', { name: 'Block 1: results' })).toBeNull();
  const box = block(1).getByRole<HTMLInputElement>('searchbox');
  expect([box.value, document.activeElement]).toEqual(['', box]);
  expect(block(1).getByRole('button', { name: 'Move By the Sea up' })).toHaveProperty('disabled', true);
  await user.click(block(1).getByRole('button', { name: 'Move By the Fire up' }));
  block(1).getByText('Moved By the Fire to position 1 of 2.');
  expect(selected()).toEqual(['By the Fire', 'By the Sea']);
  await user.selectOptions(block(1).getByLabelText('Block Type'), 'challenges');
  block(1).getByText('No items selected.');
  await user.selectOptions(block(1).getByLabelText('Block Type'), 'list_collection');
  await user.click(block(1).getByRole('button', { name: 'Remove By the Fire' }));
  expect(selected()).toEqual(['By the Sea']);
});

it('updates the preview after each edit', async () => {
  const { user, add, block, form } = await openNew(fakeWith());
  const phone = within(form.getByRole('complementary', { name: 'Preview' }));
  phone.getByText('The blocks you add appear here.');
  await add();
  phone.getByText('Untitled block');
  await user.type(block(1).getByLabelText(/^Block Title/), 'Start');
  await user.type(block(1).getByRole('searchbox'), 'fire');
  await user.click(await block(1).findByRole('button', { name: 'Select By the Fire' }));
  expect(phone.getByRole('heading').textContent).toBe('Start');
  phone.getByText('By the Fire');
});

it('stays open after an error with the typed values, and loads the stored version after a conflict', async () => {
  expectError(409);
  const fake = fakeWith(config(1, { config: [{ title: 'One', type: 'story_book', data: { item: null } }] }));
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: 'Edit Home 1' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Mobile Config' }));
  await user.type(form.getByLabelText(/^Title/), ' mine');
  fake.failNext({ path: `${listPath}/update`, status: 0 });
  const saveEmpty = async () => {
    await user.click(form.getByRole('button', { name: 'Update' }));
    await screen.findByText('Block 1 has no content. Apps won’t show it.');
    await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  };
  await saveEmpty();
  expect((await form.findByRole('alert')).textContent).toBe('Failed to save mobile config');
  Object.assign(fake.items['mobile-configs'][0] ?? {}, { title: 'Theirs', version: 4 });
  await saveEmpty();
  await user.click(await form.findByRole('button', { name: 'Load latest version' }));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Theirs'));
  await saveEmpty();
  await screen.findByText('Mobile config updated successfully');
  expect(fake.requestsTo(`${listPath}/update`).at(-1)?.body).toMatchObject({
    id: 1,
    version: 4,
    title: 'Theirs',
  });
});

it('adds single books by keyboard, orders them, and sends their IDs', async () => {
  const fake = fakeWith();
  const { user, form, add, block } = await openNew(fake);
  await user.type(form.getByLabelText(/^Title/), 'Home');
  await add();
  await user.selectOptions(block(1).getByLabelText('Block Type'), 'Books');
  await user.type(block(1).getByLabelText(/^Block Title/), 'Picks');
  await user.type(block(1).getByRole('searchbox', { name: /^Block 1: Search books/ }), 'book 1');
  const results = within(await block(1).findByRole('list', { name: 'Block 1: results' }));
  await waitFor(() => expect(results.getAllByRole('button')).toHaveLength(4));
  const options = results.getAllByRole('button');
  expect(options[0]?.textContent).toContain('Nora Vale · 30 mins');
  await user.keyboard('{ArrowDown}{Enter}{Enter}');
  expect(document.activeElement).toBe(options[2]);
  const selected = () =>
    within(block(1).getByRole('list', { name: 'Block 1: selected' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const names = options.slice(0, 2).map(({ textContent }) => /^Book \d+(?=BK)/.exec(textContent)?.[0] ?? '');
  expect(selected()).toEqual(names.map((name, index) => `${name}Nora Vale · 30 mins${index + 1}`));
  await user.click(block(1).getByRole('button', { name: `Move ${names[1]} up` }));
  expect(selected()[0]).toContain(names[1]);
  await user.click(block(1).getByRole('button', { name: /^Done/ }));
  const phone = within(form.getByRole('complementary', { name: 'Preview' }));
  const cards = within(phone.getByRole('region', { name: 'Picks' }));
  await waitFor(() => expect(fake.requestsTo('/mobile/home/preview').length).toBeGreaterThan(0));
  cards.getByText(names[0] ?? '');
  expect(cards.getAllByText('Nora Vale')).toHaveLength(2);
  await user.click(form.getByRole('button', { name: 'Create' }));
  await screen.findByText('Mobile config created successfully');
  const ids = names.toReversed().map((name) => ({ id: Number(name.replace('Book ', '')) }));
  expect(fake.requestsTo(listPath, 'POST')[0]?.body).toMatchObject({
    config: [{ title: 'Picks', type: 'books', data: { items: ids } }],
  });
});

it('closes the results of a single block after a selection, and is ready for the next text', async () => {
  const { user, add, block } = await openNew(fakeWith());
  await add();
  await user.type(block(1).getByRole('searchbox'), 'by');
  const pick = await block(1).findByRole('button', { name: 'Select By the Sea' });
  expect(pick.textContent).toBe('Select');
  await user.click(pick);
  expect(block(1).queryByRole('list', { name: 'Block 1: results' })).toBeNull();
  expect(document.activeElement).toBe(block(1).getByRole('searchbox'));
  expect(block(1).getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('applies Enter to the results it was pressed for, also before they arrive', async () => {
  const fake = fakeWith();
  const { user, add, block } = await openNew(fake);
  await add();
  const { release } = fake.pauseNext({ path: '/books/collections' });
  await user.type(block(1).getByRole('searchbox'), 'sea{Enter}');
  release();
  await block(1).findByRole('button', { name: 'Remove By the Sea' });
  expect(block(1).queryByRole('list', { name: 'Block 1: results' })).toBeNull();
});

it('asks for confirmation before it saves a config with an empty block', async () => {
  const fake = fakeWith();
  const { user, add, block, form } = await openNew(fake);
  await user.type(form.getByLabelText(/^Title/), 'Home');
  await add();
  await user.type(block(1).getByLabelText(/^Block Title/), 'Start');
  await user.click(form.getByRole('button', { name: 'Create' }));
  const question = within(await screen.findByRole('dialog', { name: 'Save with empty blocks?' }));
  question.getByText('Block 1 has no content. Apps won’t show it.');
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Save with empty blocks?')).toBeNull());
  expect(fake.requestsTo(listPath, 'POST')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Create' }));
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
  await screen.findByText('Mobile config created successfully');
});

it('shows the error of a failed search in place, logs it, and retries', async () => {
  const fake = fakeWith();
  const { user, add, block } = await openNew(fake);
  await add();
  fake.failNext({ path: '/books/collections' });
  await user.type(block(1).getByRole('searchbox'), 'sea');
  expect((await block(1).findByText(/^Failed to search/)).textContent).toBe('Failed to search. Retry');
  expect(block(1).queryByText(t('mobileConfigs.nothingFound'))).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(block(1).getByRole('button', { name: 'Retry' }));
  await block(1).findByRole('button', { name: 'Select By the Sea' });
});

/** Opens a stored config with blocks of one type without content. */
async function openStored(count: number, fake = fakeWith()) {
  const titles = Array.from({ length: count }, (_, index) => `Part ${index + 1}`);
  const blocks = titles.map((title) => ({ title, type: 'story_book' as const, data: { item: null } }));
  fake.items['mobile-configs'].push(config(1, { config: blocks }));
  const { user } = await open(fake);
  await user.click(screen.getByRole('button', { name: 'Edit Home 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Mobile Config' });
  const form = within(dialog);
  const block = (number: number) => within(form.getByRole('region', { name: `Block ${number}` }));
  // Queries by role are slow in a dialog of this size.
  const toggles = () => [...dialog.querySelectorAll<HTMLElement>('h3 > button')];
  const toggle = (number: number) => toggles()[number - 1] as HTMLElement;
  const openNumbers = () =>
    toggles().flatMap((button, index) =>
      button.getAttribute('aria-expanded') === 'true' ? [index + 1] : [],
    );
  return { user, form, block, toggle, openNumbers };
}

it('collapses all blocks, and opens one, all and those with an error', async () => {
  const { user, form, block, toggle, openNumbers } = await openStored(6);
  expect(openNumbers()).toEqual([1, 2, 3, 4, 5, 6]);
  await user.click(form.getByRole('button', { name: 'Collapse all' }));
  expect(openNumbers()).toEqual([]);
  await within(toggle(2)).findByText(/1 warning/);
  expect(toggle(2).textContent).toBe('Block 2 Part 2 Story Book · 0 items · 1 warning');
  await user.click(toggle(2));
  expect(openNumbers()).toEqual([2]);
  await user.clear(block(2).getByLabelText(/^Block Title/));
  await user.click(toggle(2));
  await user.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(document.activeElement).toBe(block(2).getByLabelText(/^Block Title/)));
  // Another attempt opens it again.
  await user.click(toggle(2));
  expect(openNumbers()).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(openNumbers()).toEqual([2]);
  await user.click(form.getByRole('button', { name: 'Expand all' }));
  expect(openNumbers()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('adds a block at the top with Enter, ready for its search, and moves it to a typed position', async () => {
  const { user, form, block, openNumbers } = await openStored(2);
  expect(openNumbers()).toEqual([1, 2]);
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByRole('button', { name: 'Add block at top' })),
  );
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(block(1).getByRole('searchbox'));
  await user.keyboard('sea{Enter}');
  await block(1).findByRole('button', { name: 'Remove By the Sea' });
  await user.click(block(1).getByRole('button', { name: /^By the Sea, position 1/ }));
  await user.keyboard('3{Enter}');
  form.getByText('Dropped By the Sea at position 3 of 3.');
  expect(block(3).getByLabelText<HTMLInputElement>(/^Block Title/).value).toBe('By the Sea');
  expect(document.activeElement).toBe(block(3).getByRole('button', { name: /^By the Sea, position 3/ }));
});
