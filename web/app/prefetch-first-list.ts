// Part of the first chunk, since it shares most dependencies with every screen that has a list.
import '#web/features/books/books-screen.tsx';
import { firstQuery } from '#web/features/books/book-filters.ts';
import { booksSlice } from '#web/features/books/books.slice.ts';
import { readListView } from '#web/core/lib/list-view.ts';
import { releaseOfAddress } from '#web/core/lib/release-address.ts';
import { releaseSelected } from '#web/core/store/active-release.slice.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { lacksPermission } from '#web/core/store/permissions.ts';
import type { AppStore } from '#web/core/store/store.ts';

/** Requests the list of the first screen while the code of the screen is loading. The screen uses the result. Resolves after the response. */
export function fetchFirstList(
  store: AppStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  historyState: unknown,
): PromiseLike<unknown> {
  if (!selectAuth(store.getState()).isAuthenticated || pathname !== '/books') return Promise.resolve();
  // React Router stores the state of a location under this key.
  const { usr } = (historyState ?? {}) as { usr?: unknown };
  const query = firstQuery(new URLSearchParams(search), usr, readListView().pageSize);
  return store.dispatch(booksSlice.fetchAhead(query));
}

/** Selects the release of the first address, so that the prefetched list is read in it. */
export function selectFirstRelease(store: AppStore, search: string): void {
  if (!lacksPermission(selectAuth(store.getState()).user, 'releases:edit'))
    store.dispatch(releaseSelected(releaseOfAddress(search)));
}
