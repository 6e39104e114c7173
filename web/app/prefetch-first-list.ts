// In the first files: what it stands on is most of what every screen with a list stands on.
import '#web/features/books/books-screen.tsx';
import { firstQuery } from '#web/features/books/book-filters.ts';
import { booksSlice } from '#web/features/books/books.slice.ts';
import { readListView } from '#web/core/lib/list-view.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import type { AppStore } from '#web/core/store/store.ts';

/** Asks for the list of the screen that the page was opened at, while the code of that screen still loads. The screen takes it over. */
export function fetchFirstList(
  store: AppStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  historyState: unknown,
): void {
  if (!selectAuth(store.getState()).isAuthenticated || pathname !== '/books') return;
  // The router keeps the state of an address under this key.
  const { usr } = (historyState ?? {}) as { usr?: unknown };
  const query = firstQuery(new URLSearchParams(search), usr, readListView().pageSize);
  store.dispatch(booksSlice.fetchAhead(query));
}
