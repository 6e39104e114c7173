import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mapDayFilters } from '#contract/books/book-details';
import { additionalBookColumns } from '#contract/saved-views/view-lists';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import '#web/core/components/references/references-dialog.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { filtersKey } from './book-filters.ts';
import './book-dialogs.tsx';
import './books-empty.tsx';
import { BooksScreen } from './books-screen.tsx';

const list = '/books/list';

async function open(options: Parameters<typeof renderScreen>[1] = {}) {
  const view = renderScreen(<BooksScreen />, { route: '/books', ...options });
  await screen.findAllByText(/^Total: \d+ items$/);
  return view;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rows = () => screen.getAllByRole('row').slice(1);
const readStoredFilters = () =>
  JSON.parse(localStorage.getItem(filtersKey) ?? '{}') as Record<string, unknown>;

beforeEach(() => {
  notifications.clean();
});

describe('list', () => {
  it('requests the first ten English books once, without their chapters', async () => {
    const { fake } = await open();
    expect(fake.requestsTo(list).map(({ query }) => query)).toEqual([
      { page: 1, items_per_page: 10, with_chapters: 0, language: 'en' },
    ]);
    expect(rows()).toHaveLength(10);
  });

  it('shows the fields of a book that the specification lists', async () => {
    const fake = createFakeApi();
    fake.items.books.splice(0, 12, fakeBook(7, { duration: 5390, reading_time: 89 }));
    await open({ fake });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Title',
      'Author',
      'Category',
      'Sub Category',
      'Reading Time',
      'Duration',
      'Actions',
    ]);
    expect(rows()[0]?.textContent).toBe(
      '7No ImageBook 7BK-000007Nora ValeFictionfictionNovelsnovels1 mins90 mins',
    );
  });

  it('shows the text of each additional column, which is blank without a value', async () => {
    const fake = createFakeApi();
    const recordedBook = fakeBook(8, {
      language: 2,
      is_backup: 0,
      year: 2024,
      narrator: 'Ada Reader',
      contributors: [
        { id: 1, name: 'Nora Vale', role: 'author' },
        { id: 2, name: 'Ada Reader', role: 'narrator' },
        { id: 1, name: 'Nora Vale', role: 'foreword' },
      ],
      series: [
        { id: 1, title: 'Cycle', position: '2.5' },
        { id: 2, title: 'Other', position: '' },
      ],
      publisher: { id: 4, name: 'North Shore' },
      imprint: { id: 7, name: 'Lantern' },
      isbn: '978-3-16-148410-0',
      publication_status: 'announced',
      publication_date: '2026-03-01',
      original_language: 'fr',
      age_from: 6,
    });
    fake.items.books.splice(0, 12, recordedBook, fakeBook(7));
    localStorage.setItem('lectern-list-view', JSON.stringify({ shown: { books: additionalBookColumns } }));
    await open({ fake, route: '/books?language=all' });
    const cellsOf = (index: number) =>
      within(rows()[index] ?? document.body)
        .getAllByRole('cell')
        .slice(1, -1)
        .map((cell) => [cell.dataset['label'], cell.textContent]);
    const texts = Object.fromEntries(cellsOf(0)) as Record<string, string>;
    expect(texts).toMatchObject({
      Language: 'Portuguese',
      Type: 'Main Service',
      Year: '2024',
      Narrator: 'Ada Reader',
      Contributors: 'Nora Vale and Ada Reader',
      Publisher: 'North Shore',
      Imprint: 'Lantern',
      Series: 'Cycle 2.5; Other',
      ISBN: '978-3-16-148410-0',
      'Publication status': 'Announced',
      'Publication date': 'Mar 1, 2026',
      'Original language': 'French',
      'Age from': '6',
      DOI: '',
    });
    expect(Object.fromEntries(cellsOf(1))).toMatchObject({ Series: '', ISBN: '', 'Age from': '' });
  });

  it('shows no total before it is loaded', () => {
    const fake = createFakeApi();
    fake.pauseNext({ path: list });
    renderScreen(<BooksScreen />, { fake });
    screen.getByLabelText('Loading');
    expect(screen.queryByText(/^Total/)).toBeNull();
  });

  it('returns from a page after the last one', async () => {
    localStorage.setItem(filtersKey, JSON.stringify({ page: 9 }));
    const { fake } = await open();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(fake.requestsTo(list).map(({ query }) => query['page'])).toEqual([9, 2]);
    expect(readStoredFilters()['page']).toBe(2);
  });

  it('is replaced by an alert after a failed read, which can be retried', async () => {
    const fake = createFakeApi();
    fake.failNext({ path: list, message: 'The shelf fell over' });
    const { user } = renderScreen(<BooksScreen />, { fake });
    expect((await screen.findByRole('alert')).textContent).toContain('The shelf fell over');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(button('Retry'));
    await waitFor(() => expect(rows()).toHaveLength(10));
  });

  it('hides Add, Edit and Delete without permissions, and shows the chapters to all users', async () => {
    await open({ permissions: [] });
    expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^View chapters/ })).toHaveLength(10);
  });
});

describe('filters', () => {
  it('return to page 1, are stored, and are reset together', async () => {
    const { user, fake } = await open();
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.selectOptions(screen.getByLabelText('Type'), 'Backup Service');
    await user.selectOptions(screen.getByLabelText('Sort'), 'High to Low');
    await waitFor(() => expect(fake.requestsTo(list)).toHaveLength(4));
    expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({
      page: 1,
      type: 1,
      is_backup: 1,
      sort_by_field: 'reading_time',
      sort_direction: 'desc',
    });
    expect(readStoredFilters()).toMatchObject({ page: 1, type: '1', sort: 'desc', language: 3 });
    await user.click(button('Reset'));
    expect(readStoredFilters()).toEqual({
      ...mapDayFilters(() => ''),
      rights_ending_within: '',
      page: 1,
      search: '',
      in: '',
      author: '',
      subject: '',
      work_of: '',
      series_id: '',
      publisher_id: '',
      imprint_id: '',
      contributor_id: '',
      contributor_role: '',
      custom: '',
      publication_status: '',
      abridgement: '',
      language: 3,
      type: '',
      category: '',
      sort: '',
    });
  });

  it('send the choices of the publication record, which chips remove', async () => {
    const { user, fake } = await open();
    await user.selectOptions(screen.getByLabelText('Publication status'), 'Withdrawn');
    await user.selectOptions(screen.getByLabelText('Abridgement'), 'Abridged');
    await waitFor(() => expect(fake.requestsTo(list)).toHaveLength(3));
    expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({
      publication_status: 'withdrawn',
      abridgement: 'abridged',
    });
    await user.click(await screen.findByRole('button', { name: /Publication status: Withdrawn/ }));
    await waitFor(() =>
      expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('publication_status', 'withdrawn'),
    );
  });

  it('send days of publication and the end of rights, and show other dates while they apply', async () => {
    const { user, fake } = await open({ route: '/books?on_sale_date_to=2026-12-31' });
    expect(await screen.findByLabelText('On-sale date to')).toHaveProperty('value', '2026-12-31');
    expect(screen.queryByLabelText('On-sale date from')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await user.type(await screen.findByLabelText('Publication date from'), '2026-03-01');
    await user.keyboard('{Enter}');
    await user.selectOptions(screen.getByLabelText('Rights ending'), 'Within 90 days');
    await waitFor(() =>
      expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({
        publication_date_from: '2026-03-01',
        on_sale_date_to: '2026-12-31',
        rights_ending_within: 90,
      }),
    );
    await user.click(await screen.findByRole('button', { name: /Rights ending: Within 90 days/ }));
    await waitFor(() =>
      expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('rights_ending_within', 90),
    );
  });

  it('send the code of a category or a sub-category, never both', async () => {
    const { user, fake } = await open();
    const select = screen.getByLabelText('Category');
    await within(select).findByText('Fiction');
    await user.selectOptions(select, 'category:fiction');
    await user.selectOptions(select, 'sub_category:novels');
    const codes = fake
      .requestsTo(list)
      .map(({ query }) => [query['category_code'], query['sub_category_code']]);
    expect(codes.slice(1)).toEqual([
      ['fiction', undefined],
      [undefined, 'novels'],
    ]);
  });

  it('of an address replace those of the last visit, in one request, and stay in the address', async () => {
    localStorage.setItem(filtersKey, JSON.stringify({ page: 2, type: '1', language: 1 }));
    const { fake, location } = await open({ route: '/books?search=Book+1&language=all' });
    await waitFor(() => expect(location()).toBe('/books?search=Book+1&language=all'));
    expect(fake.requestsTo(list)).toHaveLength(1);
    const { query } = fake.requestsTo(list)[0] as (typeof fake.calls)[number];
    expect(query).toEqual({ search: 'Book 1', page: 1, items_per_page: 10, with_chapters: 0 });
    expect(readStoredFilters()).toMatchObject({ search: 'Book 1', language: '', type: '' });
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search by book name or code...').value).toBe(
      'Book 1',
    );
  });

  it('of the last visit are written to an address without filters, in one request', async () => {
    localStorage.setItem(filtersKey, JSON.stringify({ type: '1', language: 1 }));
    const { fake, location } = await open({ route: '/books' });
    await waitFor(() => expect(location()).toBe('/books?language=tr&type=1'));
    expect(fake.requestsTo(list)).toHaveLength(1);
  });

  it('are in the address without defaults', async () => {
    const { user, location } = await open({ route: '/books' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Main Service');
    expect(location()).toBe('/books?type=0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All Types');
    expect(location()).toBe('/books');
  });

  it('lists the books of a series, with a chip that removes the filter', async () => {
    const fake = createFakeApi();
    Object.assign(fake.items.books[2] ?? {}, { series: [{ id: 4, title: 'The cycle', position: '1' }] });
    const { user, location } = await open({ fake, route: '/books?series_id=4&language=all' });
    expect(await screen.findAllByText(/^Total: 1 items$/)).not.toHaveLength(0);
    await user.click(button('Remove filter Series: The cycle'));
    await waitFor(() => expect(location()).toBe('/books?language=all'));
  });

  it('lists the books of a contributor, with a chip that removes the filter', async () => {
    const fake = createFakeApi();
    const contributors = [
      { id: 1, name: 'Nora Vale', role: 'author' },
      { id: 8, name: 'Ada Marsh', role: 'narrator' },
    ];
    Object.assign(fake.items.books[2] ?? {}, { contributors });
    const { user, location } = await open({ fake, route: '/books?contributor_id=8&language=all' });
    expect(await screen.findAllByText(/^Total: 1 items$/)).not.toHaveLength(0);
    await user.click(button('Remove filter Contributor: Ada Marsh'));
    await waitFor(() => expect(location()).toBe('/books?language=all'));
  });

  it('send the subject of an address, which a chip removes', async () => {
    const { user, fake, location } = await open({ route: '/books?subject=Thema:FBA&language=all' });
    expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({ page: 1, subject: 'Thema:FBA' });
    await user.click(button('Remove filter Subject: Thema:FBA'));
    await waitFor(() => expect(location()).toBe('/books?language=all'));
    expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('subject');
  });

  it('name the author of an address, which one press removes', async () => {
    const fake = createFakeApi();
    fake.items.books[3] = fakeBook(4, { author: { id: 9, name: 'Ada Field' } });
    const { user, location } = await open({ fake, route: '/books?author=ada field&language=all' });
    expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({ page: 1, author: 'ada field' });
    expect(rows()).toHaveLength(1);
    expect(readStoredFilters()['author']).toBe('ada field');
    await user.click(button('Remove filter Author: ada field'));
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('author');
    expect(location()).toBe('/books?language=all');
    expect(document.activeElement).toBe(
      screen.getByRole('searchbox', { name: 'Search by book name or code...' }),
    );
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  it('are shown as chips, the default language included, which remove them one by one', async () => {
    const { user, fake, location } = await open({ route: '/books?type=1&category=category:fiction' });
    const chips = () =>
      within(screen.getByRole('list', { name: 'Active filters' }))
        .getAllByRole('button')
        .map((chip) => chip.getAttribute('aria-label') ?? chip.textContent);
    expect(chips()).toEqual([
      'Remove filter Language: English',
      'Remove filter Type: Backup Service',
      'Remove filter Category: Fiction',
      'All Languages',
    ]);
    await user.click(button('Remove filter Type: Backup Service'));
    await waitFor(() => expect(location()).toBe('/books?category=category%3Afiction'));
    expect(document.activeElement).toBe(button('Remove filter Category: Fiction'));
    await user.click(button('All Languages'));
    await waitFor(() => expect(chips()).toEqual(['Remove filter Category: Fiction']));
    expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('language');
  });

  it('sort by a date, also by the heading of its column', async () => {
    const { user, fake, location } = await open();
    await user.click(button('Display options'));
    await user.click(await screen.findByRole('menuitem', { name: 'More columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'On-sale date' }));
    await user.keyboard('{Escape}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'On-sale date, latest first');
    const header = screen.getByRole('columnheader', { name: /^On-sale date/ });
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'));
    expect(fake.requestsTo('/books/list').at(-1)?.query).toMatchObject({
      sort_by_field: 'on_sale_date',
      sort_direction: 'desc',
    });
    await user.click(within(header).getByRole('button'));
    expect(location()).toBe('/books');
    await user.click(within(header).getByRole('button'));
    expect(location()).toBe('/books?sort=on_sale_date-asc');
  });

  it('sort by the heading of the reading time', async () => {
    const { user, location } = await open({ route: '/books' });
    await user.click(button('Reading Time'));
    expect(location()).toBe('/books?sort=asc');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^Sort/ }).value).toBe('asc');
    await user.click(button('Reading Time'));
    expect(location()).toBe('/books?sort=desc');
    await user.click(button('Reading Time'));
    expect(location()).toBe('/books');
  });

  it('show the results of a corrected search, and search for it on request', async () => {
    const fake = createFakeApi();
    fake.corrections['bokk 12'] = 'Book 12';
    const { user, location } = await open({ fake, route: '/books?search=bokk 12' });
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('No exact matches.')).toBeDefined();
    await user.click(button('Did you mean Book 12?'));
    await waitFor(() => expect(location()).toBe('/books?search=Book+12'));
    await waitFor(() => expect(screen.queryByText('No exact matches.')).toBeNull());
    expect(rows()).toHaveLength(1);
  });

  it('are replaced by a search of all books when they have no results', async () => {
    const { user, fake } = await open({ route: '/books?search=Book+3&language=tr&type=1' });
    await screen.findByText('No books match these filters.');
    await user.click(button('Search everything'));
    await screen.findByText('BK-000003');
    expect(fake.requestsTo(list).at(-1)?.query).toEqual({
      search: 'Book 3',
      page: 1,
      items_per_page: 10,
      with_chapters: 0,
    });
    expect(screen.queryByRole('button', { name: 'Search everything' })).toBeNull();
  });

  it('search the full text on request, also by an address', async () => {
    const { fake, user, location } = await open({ route: '/books?search=book&language=all' });
    const toggle = button('Search full text');
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    await user.click(toggle);
    await waitFor(() => expect(fake.requestsTo(list)).toHaveLength(2));
    expect(fake.requestsTo(list).map(({ query }) => query['in'])).toEqual([undefined, 'everything']);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    expect(location()).toBe('/books?search=book&language=all&in=everything');
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(fake.requestsTo(list)).toHaveLength(3));
    expect(fake.requestsTo(list)[2]?.query).not.toHaveProperty('in');
  });

  it('offer the first book and an import if there are no books, and neither without the permission', async () => {
    const fake = createFakeApi();
    fake.items.books = [];
    const { user } = await open({ fake });
    await screen.findByText('Import files or create a book to get started.');
    await user.click(screen.getByRole('button', { name: 'Create book' }));
    await screen.findByRole('dialog', { name: 'Create New Book' });
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Import files' }));
    await screen.findByRole('dialog', { name: 'Import books from files' });
  });

  it('link from an empty list of the default language to the languages with books', async () => {
    const fake = createFakeApi();
    fake.items.books = [];
    fake.user.permissions = [];
    const data = [{ language: 1, total: 4 }];
    fake.respondNext({ path: '/books/languages' }, { success: true, message: 'OK', data });
    await open({ fake });
    await screen.findByRole('button', { name: '4 in Turkish' });
    expect(screen.queryByRole('button', { name: 'Create book' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import files' })).toBeNull();
  });

  it('show the results of a search in other languages, and link to them', async () => {
    const fake = createFakeApi();
    fake.respondNext(
      { path: '/books/languages' },
      { success: true, message: 'OK', data: [{ language: 3, total: 1 }] },
    );
    const { user, location } = await open({ route: '/books?search=Book+3&language=tr', fake });
    const group = await screen.findByRole('region', { name: 'Results in other languages' });
    within(group).getByText('0 in Turkish');
    expect(fake.requestsTo('/books/languages')[0]?.query).not.toHaveProperty('language');
    await user.click(within(group).getByRole('button', { name: '1 in English' }));
    await screen.findByText('BK-000003');
    expect(location()).toBe('/books?search=Book+3');
  });

  it('clear a pending text when they are reset', async () => {
    const { fake } = await open();
    const box = () => screen.getByPlaceholderText<HTMLInputElement>('Search by book name or code...');
    vi.useFakeTimers();
    fireEvent.change(box(), { target: { value: 'late' } });
    fireEvent.click(button('Reset'));
    expect(box().value).toBe('');
    act(() => void vi.advanceTimersByTime(searchDelayMs));
    vi.useRealTimers();
    expect(fake.requestsTo(list).some(({ query }) => query['search'] === 'late')).toBe(false);
  });
});

describe('deleting', () => {
  const openConfirmation = async (options?: Parameters<typeof renderScreen>[1]) => {
    const view = await open(options);
    await view.user.click(button('Delete Book 12'));
    return { ...view, dialog: await screen.findByRole('dialog') };
  };

  it('asks for confirmation with the text of the specification, and does nothing on Cancel', async () => {
    const { user, fake, dialog } = await openConfirmation();
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete the book "Book 12"? This action cannot be undone.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.requestsTo(/^\/books\/\d+$/)).toEqual([]);
  });

  it('lists the affected references in a second dialog, and deletes only after its confirmation', async () => {
    const fake = createFakeApi();
    const usedBy = (kind: string, item: object) => ({ kind, total: 1, items: [{ id: 4, ...item }] });
    const references = [
      usedBy('challenges', { name: 'Spring', place: 3, block: null }),
      usedBy('mobile-configs', { name: 'Home', place: 0, block: 'New' }),
    ];
    const respondReferences = () =>
      fake.respondNext(
        { path: '/books/12/references' },
        { success: true, message: 'OK', data: { keeps: false, is_live: true, references } },
      );
    respondReferences();
    const { user, dialog } = await openConfirmation({ fake });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const second = within(await screen.findByRole('dialog', { name: 'Delete “Book 12”?' }));
    second.getByText('It will also be removed from:');
    expect(second.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'day 4 of Spring Challenge',
      'block “New” on Home Mobile Config',
    ]);
    expect(second.getByRole('link', { name: 'Spring' }).getAttribute('href')).toBe('/challenges/4');
    await user.click(second.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.requestsTo('/books/12', 'DELETE')).toEqual([]);
    respondReferences();
    await user.click(button('Delete Book 12'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const again = await screen.findByRole('dialog', { name: 'Delete “Book 12”?' });
    await user.click(within(again).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Book deleted successfully');
    expect(fake.requestsTo('/books/12', 'DELETE')).toHaveLength(1);
  });

  it('asks once if no reference is affected, and reports what else was deleted', async () => {
    const fake = createFakeApi();
    const usedTimes = (kind: string, total: number) => ({
      kind,
      total,
      items: [{ id: 4, name: 'A', place: 0, block: null }],
    });
    const references = [usedTimes('collections', 2), usedTimes('challenges', 1), usedTimes('story-books', 1)];
    const data = { keeps: false, is_live: false, references };
    fake.respondNext({ path: '/books/12/references' }, { success: true, message: 'OK', data });
    const { user, dialog } = await openConfirmation({ fake });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Book deleted successfully');
    screen.getByText('Also removed from 2 collections and 1 challenge. 1 story book still refers to it.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the progress, then reloads the list', async () => {
    const fake = createFakeApi();
    const { user, dialog } = await openConfirmation({ fake });
    const pause = fake.pauseNext({ method: 'DELETE' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(within(dialog).getByRole('button', { name: 'Deleting...' }).hasAttribute('disabled')).toBe(true);
    pause.release();
    await screen.findByText('Book deleted successfully');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(fake.requestsTo(list)).toHaveLength(2));
    expect(within(screen.getByRole('table')).queryByText('Book 12')).toBeNull();
  });

  it('closes silently after an error, and the row stays', async () => {
    const fake = createFakeApi();
    const { user, dialog, store } = await openConfirmation({ fake });
    fake.failNext({ method: 'DELETE', message: 'No' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    screen.getByText('Book 12');
    expect(store.getState().notifications.entries[0]).toMatchObject({ outcome: 'failure', message: 'No' });
  });
});

describe('chapters', () => {
  it('are read from the book if the row has none, with expandable text', async () => {
    const fake = createFakeApi();
    const text = Array.from({ length: 51 }, (_, index) => `w${index + 1}`).join(' ');
    const chapters = [
      { id: 1, name: 'One', duration: 600, track_url: '/media/a.mp3', text_items: [{ id: 1, text }] },
      ...Array.from({ length: 14 }, (_, index) => ({
        id: index + 2,
        name: `Another ${index}`,
        duration: 60,
        track_url: '/media/a.mp3',
        text_items: [],
      })),
    ];
    fake.respondNext(
      { path: list },
      { success: true, data: { items: [{ ...fakeBook(1), chapters: undefined }], total: 1 } },
    );
    fake.respondNext({ path: '/books/1' }, { success: true, data: { ...fakeBook(1), chapters } });
    const { user } = await open({ fake });
    await user.click(button('View chapters of Book 1'));
    const dialog = await screen.findByRole('dialog', { name: 'Chapters of Book 1' });
    await within(dialog).findByText('10 mins');
    expect(dialog.querySelector('audio')?.textContent).toBe(
      'Your browser does not support the audio element.',
    );
    await within(dialog).findByRole('heading', { name: 'Another 13' });
    // Nothing is loaded before Play, and players outside the viewport have no buttons yet.
    const players = [...dialog.querySelectorAll('audio')];
    expect(players.map(({ preload }) => preload)).toEqual(players.map(() => 'none'));
    expect(players.map(({ controls }) => controls)).toEqual(chapters.map((_, index) => index < 12));
    expect(dialog.textContent).not.toContain('w51');
    await user.click(within(dialog).getByRole('button', { name: 'Read More' }));
    expect(dialog.textContent).toContain('w51');
  });

  it('can be requested again after an error', async () => {
    const fake = createFakeApi();
    fake.respondNext(
      { path: list },
      { success: true, data: { items: [{ ...fakeBook(1), chapters: undefined }], total: 1 } },
    );
    fake.failNext({ path: '/books/1' });
    const { user } = await open({ fake });
    await user.click(button('View chapters of Book 1'));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('Chapter One');
  });
});

it('exports a book from the menu of its row', async () => {
  const fake = createFakeApi();
  const { user } = renderScreen(<BooksScreen />, { route: '/books', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  const savedToasts: [string, number][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    savedToasts.push([this.download, this.href.startsWith('blob:') ? 1 : 0]);
  });
  const more = () => screen.getByRole('button', { name: 'More actions for Book 12' });
  await user.click(more());
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Content editor',
    'Used in',
    'Add to collection',
    'Add to story book',
    'Add to challenge',
    'Add to home screen',
    'Add to release...',
    'Export as EPUB',
    'Export as ZIP (with audio)',
    'Export as JSON',
    'Export text as SRT subtitles',
    'Export text as WebVTT subtitles',
    'Export as plain text',
    'Export text timestamps',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(more()));
  await user.click(more());
  fake.respondNext({ path: '/books/12/export' }, { format: 'lectern-book' });
  await user.click(screen.getByRole('menuitem', { name: 'Export as JSON' }));
  await waitFor(() => expect(savedToasts).toEqual([['BK-000012.json', 1]]));
  expect(fake.requestsTo('/books/12/export').map(({ query }) => query)).toEqual([{ as: 'json' }]);

  fake.failNext({
    path: '/books/12/export',
    status: 404,
    message: 'This book doesn’t exist or was deleted.',
  });
  await user.click(more());
  await user.click(await screen.findByRole('menuitem', { name: 'Export as EPUB' }));
  await screen.findByText('This book doesn’t exist or was deleted.');
});
