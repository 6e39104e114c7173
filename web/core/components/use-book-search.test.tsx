import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { type BookSearchOptions, useBookSearch } from './use-book-search.ts';

const path = '/books/list';

let search: ReturnType<typeof useBookSearch>;
let setText: (text: string) => void;

function Probe(options: BookSearchOptions) {
  const [text, set] = useState('');
  const bookSearch = useBookSearch(text, options);
  useEffect(() => {
    search = bookSearch;
    setText = set;
  }, [bookSearch, set]);
  return (
    <output>
      {bookSearch.isSearching ? 'searching' : bookSearch.results.map(({ name }) => name).join()}
    </output>
  );
}

function open(options: BookSearchOptions = {}) {
  const fake = createFakeApi();
  renderScreen(<Probe {...options} />, { fake });
  return {
    fake,
    enter: (text: string) => act(() => setText(text)),
    shows: (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text)),
  };
}

it('returns the corrected text of a search without results', async () => {
  const { fake, enter, shows } = open();
  fake.corrections['bokk 12'] = 'Book 12';
  enter('bokk 12');
  await shows('Book 12');
  await waitFor(() => expect(search.didYouMean).toBe('Book 12'));
});

it('reads ten English books at first, then those of the chosen language', async () => {
  const { fake, enter, shows } = open();
  enter('book 12');
  await shows('Book 12');
  act(() => search.setLanguage(1));
  await shows('');
  expect(search.isSearchable).toBe(true);
  const query = { page: 1, items_per_page: 10, search: 'book 12', with_chapters: 0 };
  expect(fake.requestsTo(path).map((call) => call.query)).toEqual([
    { ...query, language: 'en' },
    { ...query, language: 'tr' },
  ]);
});

it('sends no request while the text is too short, and clears earlier results', async () => {
  const { fake, enter, shows } = open({ minLength: 2 });
  enter('12');
  await shows('Book 12');
  enter('1');
  await shows('');
  expect([search.isSearchable, fake.requestsTo(path).length]).toEqual([false, 1]);
});

it('never replaces newer results with a late response', async () => {
  const { fake, enter, shows } = open();
  const late = fake.pauseNext({ path });
  enter('book 11');
  await shows('searching');
  enter('book 12');
  await shows('Book 12');
  await act(async () => {
    late.release();
    await Promise.resolve();
  });
  expect(screen.getByRole('status').textContent).toBe('Book 12');
});

it.each([
  ['No', 'No'],
  [undefined, 'Failed to search books'],
])('reports an error with the message %j as %j, and searches again', async (message, text) => {
  const onFailed = vi.fn<NonNullable<BookSearchOptions['onFailed']>>();
  const { fake, enter, shows } = open({ onFailed });
  fake.failNext({ path, ...(message !== undefined && { message }) });
  enter('book 11');
  await waitFor(() => expect(onFailed.mock.calls.map(([apiError]) => apiError.message)).toEqual([text]));
  await shows('');
  enter('book 12');
  await shows('Book 12');
  expect(onFailed).toHaveBeenCalledOnce();
});
