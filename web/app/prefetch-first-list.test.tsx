import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { booksSlice } from '#web/features/books/books.slice.ts';
import { filtersKey } from '#web/features/books/book-filters.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { fetchFirstList } from './prefetch-first-list.ts';
import { AppRoutes } from './router.tsx';

/** Simulates a screen whose code is loaded when the button is pressed. */
function Loading() {
  const [hasLoaded, setLoaded] = useState(false);
  return hasLoaded ? <AppRoutes /> : <button onClick={() => setLoaded(true)}>Loaded</button>;
}

const storedFilters = { language: 1, search: 'book' };

it.each([
  ['/books', undefined, { language: 'en', page: 1 }],
  ['/books?page=2&language=tr', undefined, { language: 'tr', page: 2 }],
  ['/books', storedFilters, { search: 'book' }],
])('requests the list at %s once, before its screen is loaded', async (route, requestCount, expected) => {
  if (requestCount) localStorage.setItem(filtersKey, JSON.stringify(requestCount));
  const fake = createFakeApi();
  fake.items.books = Array.from({ length: 15 }, (_, index) => ({
    id: index + 1,
    name: `Book ${index + 1}`,
  }));
  const { store, user } = renderScreen(<Loading />, { fake, route });
  fetchFirstList(store, new URL(route, 'http://localhost'), null);
  const requests = fake.requestsTo('/books/list');
  expect(requests).toHaveLength(1);
  expect(requests[0]?.query).toMatchObject(expected);
  await user.click(screen.getByRole('button', { name: 'Loaded' }));
  await screen.findByRole('heading', { level: 1, name: 'Books' });
  await screen.findByRole('table');
  expect(booksSlice.select(store.getState()).items.length).toBeGreaterThan(0);
  expect(fake.requestsTo('/books/list')).toHaveLength(1);
});

it.each([
  ['/collections', true],
  ['/books', false],
])('requests no list at %s, signed in: %s', (route, signedIn) => {
  const { fake, store } = renderScreen(<p />, { route, signedIn });
  fetchFirstList(store, new URL(route, 'http://localhost'), null);
  expect(fake.calls).toEqual([]);
});
