import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mapDayFilters } from '#contract/books/book-details';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import '#web/core/components/references/references-dialog.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { openBooks } from '#web/testing/open-books.tsx';
import { filtersKey } from './book-filters.ts';
import './book-dialogs.tsx';
import './books-empty.tsx';

const list = '/books/list';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rows = () => screen.getAllByRole('row').slice(1);
const readStoredFilters = () =>
  JSON.parse(localStorage.getItem(filtersKey) ?? '{}') as Record<string, unknown>;

beforeEach(() => {
  notifications.clean();
});

describe('filters of books', () => {
  it('return to page 1, are stored, and are reset together', async () => {
    const { user, fake } = await openBooks();
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
    const { user, fake } = await openBooks();
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
    const { user, fake } = await openBooks({ route: '/books?on_sale_date_to=2026-12-31' });
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
    const { user, fake } = await openBooks();
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
    const { fake, location } = await openBooks({ route: '/books?search=Book+1&language=all' });
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
    const { fake, location } = await openBooks({ route: '/books' });
    await waitFor(() => expect(location()).toBe('/books?language=tr&type=1'));
    expect(fake.requestsTo(list)).toHaveLength(1);
  });

  it('are in the address without defaults', async () => {
    const { user, location } = await openBooks({ route: '/books' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Main Service');
    expect(location()).toBe('/books?type=0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All Types');
    expect(location()).toBe('/books');
  });

  it('lists the books of a series, with a chip that removes the filter', async () => {
    const fake = createFakeApi();
    Object.assign(fake.items.books[2] ?? {}, { series: [{ id: 4, title: 'The cycle', position: '1' }] });
    const { user, location } = await openBooks({ fake, route: '/books?series_id=4&language=all' });
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
    const { user, location } = await openBooks({ fake, route: '/books?contributor_id=8&language=all' });
    expect(await screen.findAllByText(/^Total: 1 items$/)).not.toHaveLength(0);
    await user.click(button('Remove filter Contributor: Ada Marsh'));
    await waitFor(() => expect(location()).toBe('/books?language=all'));
  });

  it('send the subject of an address, which a chip removes', async () => {
    const { user, fake, location } = await openBooks({ route: '/books?subject=Thema:FBA&language=all' });
    expect(fake.requestsTo(list).at(-1)?.query).toMatchObject({ page: 1, subject: 'Thema:FBA' });
    await user.click(button('Remove filter Subject: Thema:FBA'));
    await waitFor(() => expect(location()).toBe('/books?language=all'));
    expect(fake.requestsTo(list).at(-1)?.query).not.toHaveProperty('subject');
  });

  it('name the author of an address, which one press removes', async () => {
    const fake = createFakeApi();
    fake.items.books[3] = fakeBook(4, { author: { id: 9, name: 'Ada Field' } });
    const { user, location } = await openBooks({ fake, route: '/books?author=ada field&language=all' });
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
    const { user, fake, location } = await openBooks({ route: '/books?type=1&category=category:fiction' });
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
    const { user, fake, location } = await openBooks();
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
    const { user, location } = await openBooks({ route: '/books' });
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
    const { user, location } = await openBooks({ fake, route: '/books?search=bokk 12' });
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('No exact matches.')).toBeDefined();
    await user.click(button('Did you mean Book 12?'));
    await waitFor(() => expect(location()).toBe('/books?search=Book+12'));
    await waitFor(() => expect(screen.queryByText('No exact matches.')).toBeNull());
    expect(rows()).toHaveLength(1);
  });

  it('are replaced by a search of all books when they have no results', async () => {
    const { user, fake } = await openBooks({ route: '/books?search=Book+3&language=tr&type=1' });
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
    const { fake, user, location } = await openBooks({ route: '/books?search=book&language=all' });
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
    const { user } = await openBooks({ fake });
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
    await openBooks({ fake });
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
    const { user, location } = await openBooks({ route: '/books?search=Book+3&language=tr', fake });
    const group = await screen.findByRole('region', { name: 'Results in other languages' });
    within(group).getByText('0 in Turkish');
    expect(fake.requestsTo('/books/languages')[0]?.query).not.toHaveProperty('language');
    await user.click(within(group).getByRole('button', { name: '1 in English' }));
    await screen.findByText('BK-000003');
    expect(location()).toBe('/books?search=Book+3');
  });

  it('clear a pending text when they are reset', async () => {
    const { fake } = await openBooks();
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
