import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Challenge } from '#contract/challenges/challenges';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { ChallengesScreen } from './challenges-screen.tsx';

const path = '/books/challenges';

const challenge = (id: number, changes: Partial<Challenge> = {}): Challenge => ({
  id,
  title: `Challenge ${id}`,
  description: `Of ${id} days`,
  day_count: id,
  image: null,
  is_active: true,
  items: [],
  version: 1,
  ...changes,
});
const item = (book_code: string, order_index: number, name = `Book ${book_code}`) => ({
  book_code,
  order_index,
  book: { name },
});

function fakeWith(...challenges: Challenge[]) {
  const fake = createFakeApi();
  fake.items.challenges.push(...challenges);
  return fake;
}

async function open(fake = fakeWith(challenge(1))) {
  const view = renderScreen(<ChallengesScreen />, { route: '/challenges', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  return { ...view, fake };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const box = () => screen.getByPlaceholderText<HTMLInputElement>('Search challenges...');
const cards = () => within(screen.getByRole('list', { name: 'Challenges' })).getAllByRole('listitem');
const queries = (fake: ReturnType<typeof createFakeApi>) =>
  fake.requestsTo(path, 'GET').map(({ query }) => query);

beforeEach(() => {
  notifications.clean();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('list', () => {
  it('shows a card for each challenge, between two pagers', async () => {
    const long = 'Ten pages each evening, at the same table, until the book is done. '.repeat(3);
    const items = [item('a', 0), item('b', 1)];
    const { user } = await open(
      fakeWith(
        challenge(1),
        challenge(2, {
          description: long,
          day_count: 30,
          items,
          image: '/large.webp',
          thumbnail_url: '/s.webp',
        }),
      ),
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reading Challenges');
    expect(screen.getAllByRole('navigation')).toHaveLength(2);
    const [second, first] = cards().map((card) => within(card));
    expect(first?.getByRole('heading').textContent).toBe('Challenge 1');
    expect([
      first?.getByText('Of 1 days'),
      first?.getByText('1 days'),
      first?.getByText('0 books'),
    ]).toHaveLength(3);
    expect(first?.queryByRole('button', { name: /^Show the picture/ })).toBeNull();
    expect([second?.getByText('30 days'), second?.getByText('2 books')]).toHaveLength(2);
    expect(second?.queryByText(long.trim(), { exact: false })).toBeNull();
    await user.click(second?.getByRole('button', { name: 'Read More' }) as HTMLElement);
    second?.getByText(/until the book is done. Ten pages.*is done\./);
    await user.click(button('Enlarge image of Challenge 2'));
    const dialog = await screen.findByRole('dialog', { name: 'Challenge 2' });
    expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/large.webp');
  });

  it('searches and sorts from page 1, by duration in two directions or not at all', async () => {
    const { user, fake } = await open(
      fakeWith(...Array.from({ length: 12 }, (_, index) => challenge(index + 1))),
    );
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by Duration');
    expect([...sort.options].map(({ text }) => text)).toEqual([
      'Sort by Duration',
      'Duration (Short to Long)',
      'Duration (Long to Short)',
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.selectOptions(sort, 'Duration (Short to Long)');
    await user.selectOptions(sort, 'Duration (Long to Short)');
    await user.selectOptions(sort, 'Sort by Duration');
    await user.type(box(), 'of 12');
    await screen.findAllByText('Total: 1 items');
    expect(queries(fake).map(({ items_per_page: _ten, ...query }) => query)).toEqual([
      { page: 1 },
      { page: 2 },
      { page: 1, sort_by_field: 'day_count', sort_direction: 'asc' },
      { page: 1, sort_by_field: 'day_count', sort_direction: 'desc' },
      { page: 1 },
      { page: 1, search: 'of 12' },
    ]);
    await user.click(button('Clear'));
    await screen.findAllByText('Total: 12 items');
  });

  it('covers the screen while it loads, and keeps text, focus and caret of the search', async () => {
    const { user, fake } = await open();
    const { release } = fake.pauseNext({ path });
    await user.type(box(), 'abc{Enter}');
    screen.getByLabelText('Loading');
    const typedInput = box();
    await user.keyboard('{ArrowLeft}X');
    release();
    await screen.findByText(t('challenges.emptyFiltered'));
    await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull());
    expect(box()).toBe(typedInput);
    expect([typedInput.value, typedInput.selectionStart, document.activeElement]).toEqual([
      'abXc',
      3,
      typedInput,
    ]);
  });

  it('shows a message without challenges, and offers to clear the search', async () => {
    const { user } = await open(fakeWith());
    screen.getByText('No challenges yet');
    await user.type(box(), 'x{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    await user.click(await screen.findByRole('button', { name: 'Create challenge' }));
    await screen.findByRole('dialog', { name: 'Add New Challenge' });
  });

  it.each([
    [undefined, 'Failed to load challenges. Please try again later.'],
    ['The catalogue rests', 'The catalogue rests'],
  ])('reports a failed read in a toast and on the screen: %s', async (message, text) => {
    const fake = fakeWith(challenge(1));
    fake.failNext({ path, ...(message !== undefined && { message }) });
    const { user } = renderScreen(<ChallengesScreen />, { fake });
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.click(button('Retry'));
    await waitFor(() => expect(cards()).toHaveLength(1));
  });

  it.each([
    [[], []],
    [['challenges:edit'], ['Add Challenge', 'Edit Challenge']],
    [['challenges:delete'], ['']],
    [
      ['challenges:edit', 'challenges:delete'],
      ['Add Challenge', 'Edit Challenge', ''],
    ],
  ])('offers with the permissions %j: %j', async (permissions, texts) => {
    const fake = fakeWith(challenge(1));
    fake.user.permissions = permissions;
    await open(fake);
    const offeredButtons = screen.queryAllByRole('button', { name: /^Add|^Edit|^Delete/ });
    expect(offeredButtons.map(({ textContent }) => textContent)).toEqual(texts);
    expect(cards()[0]?.querySelector('footer') === null).toBe(permissions.length === 0);
  });
});

describe('deleting', () => {
  it('asks for confirmation, reports the deletion, reloads, and focuses the heading', async () => {
    vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    const { user, fake } = await open(fakeWith(challenge(1), challenge(2)));
    await user.click(button('Delete Challenge 1'));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('Are you sure you want to delete this challenge?');
    expect(fake.requestsTo(`${path}/delete`)).toEqual([]);
    await user.click(button('Delete Challenge 1'));
    await screen.findByText('Challenge deleted successfully');
    await waitFor(() => expect(queries(fake)).toHaveLength(2));
    expect(fake.requestsTo(`${path}/delete`).map(({ body }) => body['id'])).toEqual([1]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('asks once if no reference is affected, and reports what else was deleted', async () => {
    const { user, fake } = await open();
    const references = [
      { kind: 'mobile-configs', total: 1, items: [{ id: 4, name: 'Draft', place: 0, block: 'New' }] },
    ];
    const data = { keeps: false, is_live: false, references };
    fake.respondNext({ path: `${path}/1/references` }, { success: true, message: 'OK', data });
    await user.click(button('Delete Challenge 1'));
    await screen.findByText('Challenge deleted successfully');
    screen.getByText('Also removed from 1 home screen block.');
    expect(window.confirm).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [undefined, 'Failed to delete challenge.'],
    ['It is in use', 'It is in use'],
  ])('keeps the card after an error, and shows %s', async (message, text) => {
    const { user, fake } = await open();
    fake.failNext({ path: `${path}/delete`, ...(message !== undefined && { message }) });
    await user.click(button('Delete Challenge 1'));
    await screen.findByText(text);
    expect(cards()).toHaveLength(1);
  });
});

describe('dialog', () => {
  async function openDialog(opener: string, fake = fakeWith(challenge(1))) {
    const view = await open(fake);
    await view.user.click(button(opener));
    const form = within(await screen.findByRole('dialog'));
    const field = (label: RegExp) => form.getByLabelText<HTMLInputElement>(label);
    const save = () => form.getByRole<HTMLButtonElement>('button', { name: /^Sav/ });
    const search = () => form.getByPlaceholderText<HTMLInputElement>('Search books by name or code...');
    const days = () =>
      form
        .queryAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent)
            .join('|'),
        );
    return { ...view, fake, form, field, save, search, days };
  }
  const week = () =>
    challenge(1, {
      title: 'A week',
      day_count: 3,
      items: [
        { ...item('c', 2), is_featured: true },
        { book_code: 'gone', order_index: 1, book: null },
        item('a', 0),
      ],
    });

  it('creates a challenge from search results, one book per day', async () => {
    const { user, fake, form, field, save, search, days } = await openDialog('Add Challenge');
    form.getByRole('heading', { name: 'Add New Challenge' });
    form.getByText('No books selected. Search and add books above.');
    expect(save().disabled).toBe(true);
    await user.type(field(/^Title/), ' Winter ');
    await user.type(field(/^Description/), 'Long evenings');
    await user.type(field(/^Duration \(days\)/), '3');
    const [first, second] = fake.items.books as unknown as [Book, Book];
    for (const { code, name } of [first, second, first]) {
      await user.type(search(), code);
      const results = within(await form.findByRole('list', { name: 'Search results' }));
      await user.click(results.getByRole('button', { name: new RegExp(`^${name}`) }));
      expect([search().value, document.activeElement]).toEqual(['', search()]);
      expect(form.queryByRole('list', { name: 'Search results' })).toBeNull();
    }
    expect(days()).toEqual([`Day 1|${first.code}|${first.name}|`, `Day 2|${second.code}|${second.name}|`]);
    form.getByText('2 of 3 days have a book.');
    const { release } = fake.pauseNext({ path, method: 'POST' });
    await user.click(save());
    expect([save().textContent, save().disabled]).toEqual(['Saving...', true]);
    release();
    await screen.findByText('Challenge created successfully');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queries(fake)).toHaveLength(2);
    expect(fake.requestsTo(path, 'POST').map(({ body }) => body)).toEqual([
      {
        title: 'Winter',
        description: 'Long evenings',
        day_count: '3',
        is_active: 'true',
        'items[]': [first, second].map(({ code }, order_index) =>
          JSON.stringify({ book_code: code, order_index }),
        ),
      },
    ]);
  });

  it('adds a pasted list in order, with unknown lines to resolve; the number of days follows if it was equal', async () => {
    const { user, fake, form, field, search, days } = await openDialog(
      'Edit Challenge Challenge 1',
      fakeWith(challenge(1, { items: [item('a', 0)] })),
    );
    const [first, second, third] = fake.items.books as unknown as [Book, Book, Book];
    await user.click(search());
    await user.paste(`${third.code}\n${first.name.toUpperCase()}\n`);
    await form.findByText('2 added');
    expect(days()).toEqual([
      'Day 1|a|Book a|',
      `Day 2|${third.code}|${third.name}|`,
      `Day 3|${first.code}|${first.name}|`,
    ]);
    expect(field(/^Duration/).value).toBe('3');
    await user.click(form.getByRole('button', { name: 'Paste list' }));
    await user.type(
      form.getByLabelText('Codes or titles, one per line'),
      `Nowhere{Enter}Book{Enter}${first.code}`,
    );
    await user.keyboard('{Control>}{Enter}{/Control}');
    await form.findByText('2 of 3 lines need your attention.');
    const unknown = form.getByRole('textbox', { name: 'Line “Nowhere”' });
    await user.clear(unknown);
    await user.type(unknown, `${second.code}{Enter}`);
    await form.findByRole('combobox', { name: 'Match for “Nowhere”' });
    await user.click(form.getByRole('button', { name: 'Skip “Book”' }));
    await user.click(form.getByRole('button', { name: 'Add 2' }));
    expect(days().map((day) => day.split('|')[1])).toEqual(['a', third.code, first.code, second.code]);
    expect(field(/^Duration/).value).toBe('4');
    await user.clear(field(/^Duration/));
    await user.type(field(/^Duration/), '3');
    await user.click(form.getAllByRole('button', { name: /^Remove / })[0] as HTMLElement);
    await user.click(form.getAllByRole('button', { name: /^Remove / })[0] as HTMLElement);
    expect(field(/^Duration/).value).toBe('3');
    expect(fake.requestsTo('/books/list').every(({ query }) => query['language'] === undefined)).toBe(true);
  });

  it('adds the first result on Enter and keeps the search; the language is stored, also all languages', async () => {
    const { user, fake, form, search, days } = await openDialog('Add Challenge');
    await user.selectOptions(form.getByLabelText('Book language'), 'All Languages');
    await user.type(search(), 'Book 1{Enter}');
    await form.findByRole('list', { name: 'Search results' });
    expect(days()).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(days()).toHaveLength(2);
    expect(search().value).toBe('Book 1');
    expect(fake.requestsTo('/books/list').at(-1)?.query['language']).toBeUndefined();
    expect(localStorage.getItem('lectern-picker-language')).toBe('0');
  });

  it('selects books with the arrow keys and Enter without a new search, and filters by author', async () => {
    const { user, fake, form, search, days } = await openDialog('Add Challenge');
    await user.type(search(), 'Book 1');
    const results = within(await form.findByRole('list', { name: 'Search results' }));
    await user.keyboard('{ArrowDown}{Enter}{Enter}');
    expect(days()).toHaveLength(2);
    expect(document.activeElement).toBe(results.getAllByRole('button')[2]);
    await user.click(form.getByRole('button', { name: 'Same author' }));
    await form.findByRole('button', { name: 'Same author: Nora Vale' });
    await waitFor(() =>
      expect(fake.requestsTo('/books/list').at(-1)?.query).toMatchObject({ author: 'Nora Vale' }),
    );
    expect(document.activeElement).toBe(search());
  });

  it('searches from two characters on after 300 ms, in the chosen language', async () => {
    const { fake, form, search } = await openDialog('Add Challenge');
    const type = (value: string) => fireEvent.change(search(), { target: { value } });
    const requests = () => fake.requestsTo('/books/list');
    vi.useFakeTimers();
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    type('w');
    await wait(1000);
    expect(requests()).toEqual([]);
    type('wi');
    await wait(299);
    expect(requests()).toEqual([]);
    await wait(1);
    expect(requests().map(({ query }) => query)).toEqual([
      { page: 1, items_per_page: 10, language: 'en', search: 'wi', with_chapters: 0 },
    ]);
    fireEvent.change(form.getByLabelText('Book language'), { target: { value: '1' } });
    await wait(0);
    expect(requests().at(-1)?.query['language']).toBe('tr');
  });

  it('shows the search, clears the results below two characters, and logs an error silently', async () => {
    const { user, fake, form, search } = await openDialog('Add Challenge');
    const { release } = fake.pauseNext({ path: '/books/list' });
    const [book] = fake.items.books as unknown as [Book];
    await user.type(search(), `${book.code}{Enter}`);
    form.getByLabelText('Loading');
    release();
    const results = await form.findByRole('list', { name: 'Search results' });
    expect(results.textContent).toContain(`${book.name}${book.code}`);
    await user.clear(search());
    await user.type(search(), 'w{Enter}');
    expect(form.queryByRole('list', { name: 'Search results' })).toBeNull();
    fake.failNext({ path: '/books/list' });
    await user.type(search(), 'inter{Enter}');
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect([screen.queryByRole('alert'), screen.queryByText('Failed to search books')]).toEqual([null, null]);
    expect(form.getByText(/^Failed to search/).textContent).toBe('Failed to search. Retry');
    expect(form.queryByText(t('picker.nothingFound'))).toBeNull();
  });

  it('renumbers moved and removed books, and sends fields that it does not edit unchanged', async () => {
    const { user, fake, form, save, days } = await openDialog('Edit Challenge A week', fakeWith(week()));
    form.getByRole('heading', { name: 'Edit Challenge' });
    expect(form.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '#',
      'Book Code',
      'Name',
      'Actions',
    ]);
    expect(days()).toEqual(['Day 1|a|Book a|', 'Day 2|gone|gone|', 'Day 3|c|Book c|']);
    await user.click(form.getByRole('button', { name: /^Book c, position 3/ }));
    await user.keyboard('1{Enter}');
    expect(days()).toEqual(['Day 1|c|Book c|', 'Day 2|a|Book a|', 'Day 3|gone|gone|']);
    await user.click(form.getByRole('button', { name: 'Remove Book a' }));
    expect(days()).toEqual(['Day 1|c|Book c|', 'Day 2|gone|gone|']);
    expect(document.activeElement?.textContent).toBe('Selected Books');
    await user.click(save());
    await screen.findByText('Challenge updated successfully');
    expect(fake.requestsTo(`${path}/update`)[0]?.body).toMatchObject({
      id: '1',
      version: '1',
      is_active: 'true',
      'items[]': [
        '{"book_code":"c","order_index":0,"is_featured":true}',
        '{"book_code":"gone","order_index":1}',
      ],
    });
  });

  it('shows missing fields once above the form, and focuses the first one', async () => {
    const { user, fake, form, field, save } = await openDialog('Edit Challenge A week', fakeWith(week()));
    await user.clear(field(/^Title/));
    await user.clear(field(/^Description/));
    await user.clear(field(/^Duration/));
    await user.type(field(/^Duration/), '0');
    await user.click(save());
    expect((await form.findByRole('alert')).textContent).toBe(
      'Title is requiredDescription is requiredDuration must be at least 1 day',
    );
    await waitFor(() => expect(document.activeElement).toBe(field(/^Title/)));
    expect(fake.requestsTo(`${path}/update`)).toEqual([]);
  });

  it.each([
    [undefined, 'Failed to save challenge. Please try again later.'],
    ['The disk is full', 'The disk is full'],
  ])('stays open with the typed values when saving fails, and shows %s', async (message, text) => {
    const { user, fake, form, field, save } = await openDialog('Edit Challenge A week', fakeWith(week()));
    await user.type(field(/^Title/), ' mine');
    fake.failNext({ path: `${path}/update`, ...(message !== undefined && { message }) });
    await user.click(save());
    await screen.findByText(text);
    expect([field(/^Title/).value, form.queryByRole('alert')]).toEqual(['A week mine', null]);
  });

  it("offers the stored version after another user's change", async () => {
    expectError(409);
    const { user, fake, form, field, save } = await openDialog('Edit Challenge A week', fakeWith(week()));
    Object.assign(fake.items.challenges[0] ?? {}, { title: 'Theirs', version: 4 });
    await user.click(save());
    await user.click(await form.findByRole('button', { name: 'Load latest version' }));
    await waitFor(() => expect(field(/^Title/).value).toBe('Theirs'));
  });

  it('stays open with the typed values while the list reloads', async () => {
    const { user, fake } = await open();
    const { release } = fake.pauseNext({ path });
    await user.type(box(), 'x');
    await user.click(button('Add Challenge'));
    const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
    await user.type(title, 'Kept');
    await waitFor(() => expect(queries(fake)).toHaveLength(2));
    expect(title.isConnected).toBe(true);
    release();
    await screen.findByText(t('challenges.emptyFiltered'));
    expect(screen.getByLabelText(/^Title/)).toBe(title);
    expect([title.value, document.activeElement]).toEqual(['Kept', title]);
  });
});
