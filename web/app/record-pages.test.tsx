import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import { recordPaths } from '#web/core/lib/record-address.ts';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/books/book-page.tsx';
import '#web/features/categories/categories-screen.tsx';
import '#web/features/categories/category-page.tsx';
import '#web/features/challenges/challenge-page.tsx';
import '#web/features/challenges/challenges-screen.tsx';
import '#web/features/collections/collection-page.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/mobile-configs/mobile-config-page.tsx';
import '#web/features/mobile-configs/mobile-configs-screen.tsx';
import '#web/features/publishers/publisher-page.tsx';
import '#web/features/publishers/publishers-screen.tsx';
import '#web/features/series/series-page.tsx';
import '#web/features/series/series-screen.tsx';
import '#web/features/story-books/story-book-page.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import '#web/features/sub-categories/sub-categories-screen.tsx';
import '#web/features/sub-categories/sub-category-page.tsx';
import { AppRoutes } from './router.tsx';

interface PageCase {
  readonly kind: Exclude<ResourceName, 'books'>;
  readonly field: 'Title' | 'Name';
  readonly sections: readonly string[];
  /** The fields of a record except id, version and name. */
  readonly fields: object;
}

const dayOne = { book_code: 'BK-000001', order_index: 0, book: { name: 'Book 1' } };
const describedFields = { description: 'About it.', image: null };
const category = { id: 1, code: 'fiction', name: 'Fiction' };
const pages: readonly PageCase[] = [
  {
    kind: 'collections',
    field: 'Title',
    sections: ['Details', 'Used in', 'History'],
    fields: { ...describedFields, books: [{ code: 'BK-000001', name: 'Book 1' }] },
  },
  {
    kind: 'series',
    field: 'Title',
    sections: ['Details', 'Used in', 'History'],
    fields: {
      ...describedFields,
      is_ordered: true,
      books: [{ code: 'BK-000001', name: 'Book 1', position: '1' }],
    },
  },
  {
    kind: 'publishers',
    field: 'Name',
    sections: ['Details', 'Imprints', 'Used in', 'History'],
    fields: { ...describedFields, website: '', imprints: [{ id: 1, name: 'Imprint 1' }] },
  },
  {
    kind: 'story-books',
    field: 'Title',
    sections: ['Details', 'Used in', 'History'],
    fields: { description: '', story_items: [] },
  },
  {
    kind: 'challenges',
    field: 'Title',
    sections: ['Details', 'Used in', 'History'],
    fields: { ...describedFields, day_count: 1, is_active: true, items: [dayOne] },
  },
  {
    kind: 'categories',
    field: 'Name',
    sections: ['Details', 'Content', 'Used in', 'History'],
    fields: { code: 'c', image_url: null, sub_categories: [] },
  },
  {
    kind: 'sub-categories',
    field: 'Name',
    sections: ['Details', 'Used in', 'History'],
    fields: { code: 'c', category_code: 'fiction', category },
  },
  {
    kind: 'mobile-configs',
    field: 'Title',
    sections: ['Details', 'History'],
    fields: { is_main_service: true, config: [] },
  },
];

const pageOf = (kind: PageCase['kind']): PageCase => pages.find((page) => page.kind === kind) as PageCase;

function fakeWith({ kind, field, fields }: PageCase): FakeApi {
  const fake = createFakeApi();
  fake.items[kind].length = 0;
  for (const id of [1, 2, 3])
    fake.items[kind].push({ id, version: 1, [field.toLowerCase()]: `Record ${id}`, ...fields });
  return fake;
}

const heading = (name: string) => screen.findByText(name, { selector: 'h1 *' });

it.each(pages)(
  '$kind: opens a record from its list, with its neighbours, title and sections',
  async (page) => {
    const fake = fakeWith(page);
    const { user, location } = renderScreen(<AppRoutes />, { route: recordPaths[page.kind], fake });
    await user.click(await screen.findByText('Record 2', { selector: 'a *' }));
    await heading('Record 2');
    expect(location()).toBe(`${recordPaths[page.kind]}/2`);
    await waitFor(() => expect(document.title).toMatch(/^Record 2 · /));
    const sections = page.sections.map((name) => screen.getByRole('region', { name }));
    expect(sections).toHaveLength(page.sections.length);
    expect(screen.queryByRole('region', { name: 'Used in' }) === null).toBe(
      !page.sections.includes('Used in'),
    );
    screen.getByText('2 of 3');
    await user.click(screen.getByRole('link', { name: 'Next in list' }));
    await heading('Record 1');
    await user.click(screen.getByRole('link', { name: 'Previous in list' }));
    await heading('Record 2');
  },
);

it.each(pages)(
  '$kind: shows the save bar after a change, and saves it with its version and Undo',
  async (page) => {
    const fake = fakeWith(page);
    fake.auditLogEntry = 41;
    const { user } = renderScreen(<AppRoutes />, { route: `${recordPaths[page.kind]}/2`, fake });
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    expect(details.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await user.type(details.getByRole('textbox', { name: page.field }), '!');
    await user.click(details.getByRole('button', { name: 'Save changes' }));
    await heading('Record 2!');
    expect(details.queryByRole('button', { name: 'Save changes' })).toBeNull();
    expect(fake.items[page.kind].find(({ id }) => id === 2)).toMatchObject({
      version: 2,
      [page.field.toLowerCase()]: 'Record 2!',
    });
    const toast = within(await screen.findByRole('alert'));
    toast.getByText('Record 2!');
    expect(toast.getByRole('button', { name: 'Undo' }).getAttribute('aria-keyshortcuts')).toContain(
      'Control+Z',
    );
  },
);

it.each(pages)('$kind: names a record that was saved in its dialog, and offers Undo', async (page) => {
  const fake = fakeWith(page);
  fake.auditLogEntry = 41;
  const { user } = renderScreen(<AppRoutes />, { route: recordPaths[page.kind], fake });
  await user.click(await screen.findByRole('button', { name: /^Edit .*Record 2/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(new RegExp(`^${page.field}`)), '!');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(undo.textContent).toBe('UndoCtrlZ');
  within(undo.parentElement as HTMLElement).getByText('Record 2!');
});

it('shows in the head of a challenge its days, and that apps do not show it', async () => {
  const page = pageOf('challenges');
  const fake = fakeWith({ ...page, fields: { ...page.fields, is_active: false } });
  renderScreen(<AppRoutes />, { route: '/challenges/2', fake });
  await heading('Record 2');
  screen.getByText('1 day', { exact: false });
  screen.getByText('Inactive');
});

it.each(resourceNames)('%s: redirects the old address of a record to its page', async (kind) => {
  const page = pages.find((pageCase) => pageCase.kind === kind);
  const fake = page ? fakeWith(page) : createFakeApi();
  const { location } = renderScreen(<AppRoutes />, { route: `${recordPaths[kind]}?open=2`, fake });
  await heading(page ? 'Record 2' : 'Book 2');
  expect(location()).toBe(`${recordPaths[kind]}/2`);
});

it.each(pages)(
  '$kind: offers to restore a deleted record at its address, and shows it again',
  async (page) => {
    const fake = fakeWith(page);
    const [record] = fake.items[page.kind].splice(1, 1);
    const deletion = {
      ...exampleEntry,
      kind: page.kind,
      record: { id: 2, name: 'Record 2' },
      action: 'deleted',
    };
    expectError(404);
    fake.respondNext(
      { path: /\/2\/history$/ },
      { success: true, message: 'OK', data: { items: [deletion], total: 1 } },
    );
    const { user } = renderScreen(<AppRoutes />, { route: `${recordPaths[page.kind]}/2`, fake });
    await screen.findByText('“Record 2” was deleted');
    const undoResult = {
      entry_id: 42,
      kind: page.kind,
      record: { id: 2, name: 'Record 2' },
      action: 'restored',
    };
    fake.respondNext({ path: '/audit-log/41/undo' }, { success: true, message: 'OK', data: undoResult });
    fake.items[page.kind].push({ ...record, id: 2 });
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await heading('Record 2');
    expect(fake.requestsTo('/audit-log/41/undo', 'POST')).toHaveLength(1);
  },
);

const inHome = { id: 4, name: 'Home', is_main_service: true, block_number: 2, block: 'Shelf' };
const bySea = { kind: 'collections', id: 3, name: 'By the Sea', place: 2 };
it.each([
  ['a book', '/books/3', { ...inHome, place: 0, through: bySea }, ', position 3'],
  ['a collection', '/collections/2', { ...inHome, place: 1, through: null }, ', position 2'],
])('links %s to its home screen, block and position for users with read access only', async (...use) => {
  const [, route, home, position] = use;
  const fake = fakeWith(pageOf('collections'));
  fake.user.permissions = [];
  const data = { keeps: false, references: [], home_screens: [home], home_screens_total: 1 };
  fake.respondNext({ path: /\/references$/ }, { success: true, message: 'OK', data });
  renderScreen(<AppRoutes />, { route, fake });
  const usedIn = within(await screen.findByRole('region', { name: 'Used in' }));
  const entry = await usedIn.findByRole('listitem');
  const names = ['Home', 'block 2 “Shelf”', ...(home.through ? [home.through.name] : [])];
  expect(entry.textContent).toBe(`Home (Main Service) › ${names.slice(1).join(' › ')}${position}`);
  const links = usedIn.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Home', '/mobile-configs/4'],
    ['block 2 “Shelf”', '/mobile-configs/4#block-2'],
    ...(home.through ? [['By the Sea', '/collections/3']] : []),
  ]);
  expect(usedIn.queryAllByRole('button')).toEqual([]);
});

it('opens Used in of the focused row with a key, with the list for previous and next', async () => {
  const fake = fakeWith(pageOf('collections'));
  const { user, location } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await screen.findByRole('link', { name: 'Record 1' });
  await user.keyboard('{ArrowDown}{ArrowDown}u');
  await heading('Record 2');
  expect(location()).toBe('/collections/2');
  const usedIn = await screen.findByRole('region', { name: 'Used in' });
  await waitFor(() => expect(usedIn.contains(document.activeElement)).toBe(true));
  screen.getByText('2 of 3');
});

it('has no such key for mobile configs, which nothing uses', async () => {
  const fake = fakeWith(pageOf('mobile-configs'));
  const { user, location } = renderScreen(<AppRoutes />, { route: '/mobile-configs', fake });
  await screen.findByRole('link', { name: 'Record 1' });
  await user.keyboard('{ArrowDown}u');
  expect(location()).toBe('/mobile-configs');
});
