import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isHiddenByDefault, viewColumns, viewLists } from '#contract/saved-views/view-lists';
import { viewMessages } from '#contract/saved-views/saved-views';
import { modules } from '#web/app/modules.ts';
import type { Module } from '#web/core/lib/module.ts';
import { BooksScreen } from '#web/features/books/books-screen.tsx';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { fakeView } from '#web/testing/fake-views.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { moduleOfList } from './use-list-views.ts';
import './view-dialogs.tsx';

function openBooks(fake: FakeApi, route = '/books', permissions?: string[]) {
  if (permissions) fake.user.permissions = permissions;
  return renderScreen(<BooksScreen />, { route, fake });
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const entry = (name: string | RegExp, role = 'menuitem') => screen.findByRole(role, { name });
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const moons = fakeView(1, {
  name: 'Moons',
  query: { language: 'tr', search: 'moon', category_code: 'fiction', sort_by_field: 'reading_time' },
  columns: ['author'],
  density: 'compact',
  count: 1243,
});

it('reads no views before the menu is hovered or focused, then all of them with their counts', async () => {
  const fake = createFakeApi();
  fake.views.push(moons, fakeView(2, { name: 'Ours', is_shared: true, is_own: false, may_change: false }));
  const { user } = openBooks(fake);
  await screen.findAllByText(/^Total/);
  expect(fake.requestsTo('/views')).toEqual([]);
  const pause = fake.pauseNext({ path: '/views' });
  await user.click(await button('Views'));
  await entry('Default view', 'menuitemradio');
  pause.release();
  await entry('Moons 1,243', 'menuitemradio');
  await entry('Ours by Ada Admin 7', 'menuitemradio');
  expect(fake.requestsTo('/views')[0]?.query).toEqual({ list: 'books', counts: 1 });
});

it('writes a view to the address, applies its columns and row height, and marks differences from it', async () => {
  const fake = createFakeApi();
  fake.views.push(moons);
  const { user, location } = openBooks(fake);
  await user.click(await button('Views'));
  await user.click(await entry(/^Moons/, 'menuitemradio'));
  await button('Views: Moons');
  expect(location()).toBe('/books?search=moon&language=tr&category=category%3Afiction&sort=asc&view=1');
  await waitFor(() =>
    expect(fake.requestsTo('/books/list').at(-1)?.query).toMatchObject({ language: 'tr', search: 'moon' }),
  );
  expect(screen.getByRole('region', { name: /^Results/ }).dataset['density']).toBe('compact');

  await user.selectOptions(screen.getByLabelText('Language'), 'English');
  await button('Views: Moons, changed');
  await user.click(await button(/^Views/));
  await user.click(await entry('Save changes'));
  await screen.findByText(viewMessages.updated);
  await button('Views: Moons');
  expect(fake.requestsTo('/views/1', 'PUT')[0]?.body).toEqual({
    query: { ...moons.query, language: 'en', sort_direction: 'asc' },
    columns: ['author'],
    density: 'compact',
    version: 1,
  });

  await user.click(await button(/^Views/));
  await user.click(await entry('Default view', 'menuitemradio'));
  await button('Views');
  expect(location()).toBe('/books');
  await waitFor(() => expect(headers()).toHaveLength(8));
});

it('reads the view that a link names, and keeps columns hidden under it separate', async () => {
  const fake = createFakeApi();
  fake.views.push(fakeView(1, { name: 'Plain', query: { language: 'en' } }));
  const { user } = openBooks(fake, '/books?view=1');
  await button('Views: Plain');
  expect(fake.requestsTo('/views').map(({ query }) => query)).toEqual([{ list: 'books' }]);
  await user.click(await button('Display options'));
  await user.click(await entry('Duration', 'menuitemcheckbox'));
  expect(headers()).not.toContain('Duration');
  await button('Views: Plain, changed');
  await user.click(await button(/^Views/));
  await user.click(await entry(/^Plain/, 'menuitemradio'));
  await button('Views: Plain');
  expect(headers()).toContain('Duration');
  expect(localStorage.getItem('lectern-list-view') ?? '').not.toContain('duration');
});

it('shows columns that are hidden by default, and saves them in a view', async () => {
  const fake = createFakeApi();
  const { user } = openBooks(fake);
  await screen.findAllByText(/^Total/);
  expect(headers()).toHaveLength(8);
  await user.click(await button('Display options'));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'ISBN' })).toBeNull();
  const more = await entry('More columns');
  await user.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  for (const name of ['ISBN', 'Publication status', 'Duration'])
    await user.click(await entry(name, 'menuitemcheckbox'));
  expect(headers().slice(-4)).toEqual(['Reading Time', 'ISBN', 'Publication status', 'Actions']);
  expect(JSON.parse(localStorage.getItem('lectern-list-view') ?? '')).toMatchObject({
    hidden: { books: ['duration'] },
    shown: { books: ['isbn', 'publication_status'] },
  });

  await user.click(await button('Views'));
  await user.click(await entry('Save view...'));
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Trade{Enter}');
  await button('Views: Trade');
  expect(fake.views[0]?.columns?.slice(-3)).toEqual(['reading_time', 'isbn', 'publication_status']);
  await user.click(await button('Views: Trade'));
  await user.click(await entry('Default view', 'menuitemradio'));
  await user.click(await button('Display options'));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'DOI' })).toBeNull();
  await user.click(await entry('ISBN', 'menuitemcheckbox'));
  expect(headers()).not.toContain('ISBN');
});

it('saves the list as a view, shares, renames and deletes it after a confirmation', async () => {
  const fake = createFakeApi();
  const { user, location } = openBooks(fake, '/books?search=book');
  await screen.findAllByText(/^Total/);
  await user.click(await button('Display options'));
  await user.click(await entry('ID', 'menuitemcheckbox'));
  expect(headers()[0]).toBe('Title');
  await user.click(await button('Views'));
  await user.click(await entry('Save view...'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Name is required');
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Moons{Enter}');
  await screen.findByText(viewMessages.created);
  await button('Views: Moons');
  expect(location()).toBe('/books?search=book&view=1');
  expect(fake.requestsTo('/views', 'POST')[0]?.body).toEqual({
    list: 'books',
    name: 'Moons',
    is_shared: false,
    query: { language: 'en', search: 'book' },
    columns: ['author', 'category', 'sub_category', 'reading_time', 'duration'],
    density: 'comfortable',
  });

  await user.click(await button('Views: Moons'));
  await user.click(await entry('Share with everyone'));
  await screen.findByText(viewMessages.updated);
  expect(fake.views[0]?.is_shared).toBe(true);
  await user.click(await button('Views: Moons'));
  await user.click(await entry('Rename...'));
  const renameDialog = within(await screen.findByRole('dialog', { name: 'Rename view' }));
  await user.type(renameDialog.getByRole('textbox', { name: /^Name/ }), ' and suns{Enter}');
  await user.click(await button('Views: Moons and suns'));
  await user.click(await entry('Delete...'));
  const question = within(await screen.findByRole('dialog', { name: 'Delete view “Moons and suns”?' }));
  question.getByText('This view will be deleted for everyone. Its records aren’t affected.');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await button('Views');
  expect([fake.views, location()]).toEqual([[], '/books?search=book']);
});

it('shows the server’s error for a name at its field', async () => {
  const fake = createFakeApi();
  const { user } = openBooks(fake);
  await user.click(await button('Views'));
  await user.click(await entry('Save view...'));
  const message = 'You already have a view named “Moons”. Choose another name.';
  fake.failNext({ path: '/views', method: 'POST', status: 409, code: 'views.name_taken', message });
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Moons{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

it('offers sharing to users who can edit, and changes only to views the user may change', async () => {
  const fake = createFakeApi();
  fake.views.push(fakeView(1, { name: 'Ours', is_shared: true, is_own: false, may_change: false }));
  const { user } = openBooks(fake, '/books?view=1&language=tr', []);
  await user.click(await button('Views: Ours, changed'));
  await entry('Save view...');
  for (const name of ['Save changes', 'Rename...', 'Stop sharing', 'Delete...'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
  await user.click(await entry('Save view...'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('checkbox')).toBeNull();
});

const modulesByName: Readonly<Record<string, Module>> = modules;

/** A record of a list that has no records by default. */
const anyRecord = {
  id: 1,
  title: 'Shelf',
  name: 'Shelf',
  description: '',
  image: null,
  books: [],
  story_items: [],
  is_main_service: true,
  config: [],
};

it.each(viewLists)('offers views on %s, and hides the hidden columns', async (list) => {
  const fake = createFakeApi();
  if (list !== 'authors' && list !== 'challenges' && fake.items[list].length === 0)
    fake.items[list].push(anyRecord);
  localStorage.setItem('lectern-list-view', JSON.stringify({ hidden: { [list]: viewColumns[list] } }));
  const listModule = modulesByName[moduleOfList(list)];
  const Screen = await listModule?.screen?.();
  if (!listModule || !Screen) throw new Error(`${list} has no screen`);
  fake.views.push(fakeView(1, { list, name: 'Kept', query: { search: 'o' } }));
  const pause = fake.pauseNext({ path: '/views' });
  renderScreen(<Screen />, { route: `${listModule.path}?view=1`, fake });
  await screen.findAllByText(/^Total/);
  await button('Views');
  if (list !== 'challenges') expect(new Set(headers()).size).toBe(2);
  pause.release();
  await screen.findByRole('button', { name: 'Views: Kept, changed' });
  const defaultColumns = viewColumns[list].filter((column) => !isHiddenByDefault(list, column));
  if (list !== 'challenges') expect(new Set(headers()).size).toBe(2 + defaultColumns.length);
});
