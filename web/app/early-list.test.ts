import { afterEach, expect, it, vi } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { createSessionStorage } from '#web/core/store/session-storage.ts';
import { booksSlice } from '#web/features/books/books.slice.ts';
import { filtersKey } from '#web/features/books/book-filters.ts';
import { createApplication } from './create-application.ts';
import { requestListEarly } from './early-list.ts';
import { fetchFirstList } from './prefetch-first-list.ts';

/** Loads a page, and returns the requests of its list before the application started, and all of them. */
async function load(address: string, { rows }: { readonly rows?: 10 | 25 } = {}) {
  const fake = createFakeApi();
  fake.items.books = [{ id: 1, name: 'Sea', code: 'BK-1' }];
  fake.serve();
  const preferences = { color_scheme: 'auto', rows: rows ?? 10, locale: null } as const;
  createSessionStorage(localStorage).write({
    access_token: 'fake-token',
    token_type: 'Bearer',
    expires_in: null,
    user: rows ? { ...fake.user, preferences } : fake.user,
  });
  history.replaceState(null, '', address);
  const send = vi.spyOn(globalThis, 'fetch').mockClear();
  requestListEarly();
  const early = send.mock.calls.length;
  const { store, end } = createApplication({});
  await fetchFirstList(store, location, null);
  end();
  expect(booksSlice.select(store.getState()).items).toHaveLength(1);
  return { early, all: send.mock.calls.length };
}

afterEach(() => history.replaceState(null, '', '/'));

it('sends the request of the first list before the application starts', async () => {
  expect(await load('/books')).toEqual({ early: 1, all: 1 });
});

it('requests as many rows as the account prefers, or as this browser shows', async () => {
  expect(await load('/books', { rows: 25 })).toEqual({ early: 1, all: 1 });
  // The preference is now a setting of this browser.
  expect(await load('/books')).toEqual({ early: 1, all: 1 });
});

it('sends no early request for a list with filters', async () => {
  expect(await load('/books?search=sea')).toEqual({ early: 0, all: 1 });
  sessionStorage.setItem(filtersKey, '{"search":"sea"}');
  expect(await load('/books')).toEqual({ early: 0, all: 1 });
});

it('does not use an early response for another query', async () => {
  localStorage.setItem('lectern-list-view', '{"pageSize":-1}');
  expect(await load('/books')).toEqual({ early: 1, all: 2 });
});

it('sends none without a session, and on other screens', () => {
  const send = vi.spyOn(globalThis, 'fetch');
  history.replaceState(null, '', '/books');
  requestListEarly();
  localStorage.setItem('access_token', 'token');
  history.replaceState(null, '', '/collections');
  requestListEarly();
  expect(send).not.toHaveBeenCalled();
});
