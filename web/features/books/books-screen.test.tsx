import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { additionalBookColumns } from '#contract/saved-views/view-lists';
import '#web/core/components/references/references-dialog.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { openBooks } from '#web/testing/open-books.tsx';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { filtersKey } from './book-filters.ts';
import './book-dialogs.tsx';
import './books-empty.tsx';
import { BooksScreen } from './books-screen.tsx';

const list = '/books/list';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rows = () => screen.getAllByRole('row').slice(1);
const readStoredFilters = () =>
  JSON.parse(localStorage.getItem(filtersKey) ?? '{}') as Record<string, unknown>;

beforeEach(() => {
  notifications.clean();
});

describe('list', () => {
  it('requests the first ten English books once, without their chapters', async () => {
    const { fake } = await openBooks();
    expect(fake.requestsTo(list).map(({ query }) => query)).toEqual([
      { page: 1, items_per_page: 10, with_chapters: 0, language: 'en' },
    ]);
    expect(rows()).toHaveLength(10);
  });

  it('shows the fields of a book that the specification lists', async () => {
    const fake = createFakeApi();
    fake.items.books.splice(0, 12, fakeBook(7, { duration: 5390, reading_time: 89 }));
    await openBooks({ fake });
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
    await openBooks({ fake, route: '/books?language=all' });
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
    const { fake } = await openBooks();
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
    await openBooks({ permissions: [] });
    expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^View chapters/ })).toHaveLength(10);
  });
});

describe('deleting', () => {
  const openConfirmation = async (options?: Parameters<typeof renderScreen>[1]) => {
    const view = await openBooks(options);
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
    const { user } = await openBooks({ fake });
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
    const { user } = await openBooks({ fake });
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
