import { useCallback, useEffect, useState } from 'react';
import type { ResourceDeclaration } from '#contract/define-resource';
import { limits } from '#contract/limits';
import type { Query } from '../api/encode.ts';
import { pageCount } from '../lib/pager-pages.ts';
import type { ResourceSlice } from '../store/create-resource-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';

interface Fetched {
  readonly isFetching: boolean;
  /** Tells an empty list from one that is not there yet. */
  readonly hasLoaded: boolean;
  readonly fetchError: string | undefined;
}

/**
 * The list of a resource for a screen: fetches whenever the query changes, and steps back when its page lies past the end.
 * `query` must be the same object while nothing in it changes.
 */
export function useResourceList<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  query: Query & { readonly page: number },
  goTo: (page: number) => void,
) {
  const dispatch = useAppDispatch();
  const { items, total, error } = useAppSelector(slice.select);
  const [fetched, setFetched] = useState<Fetched>({
    isFetching: true,
    hasLoaded: false,
    fetchError: undefined,
  });
  const { fetch: types } = slice.types;

  const reload = useCallback(() => {
    setFetched((before) => ({ ...before, isFetching: true, fetchError: undefined }));
    const fetching = dispatch(slice.fetch(query));
    void fetching.then((action) => {
      if (types.fulfilled.match(action)) {
        setFetched({ isFetching: false, hasLoaded: true, fetchError: undefined });
        const last = pageCount(action.payload.total, limits.pageSize);
        if (query.page > last) goTo(last);
      } else if (!action.meta.aborted) {
        const failed = action.payload?.message ?? slice.declaration.messages.fetchFailed;
        setFetched((before) => ({ ...before, isFetching: false, fetchError: failed }));
      }
    });
    return fetching;
  }, [dispatch, slice, types, query, goTo]);

  useEffect(() => {
    const fetching = reload();
    return () => fetching.abort();
  }, [reload]);

  return { items, total, error, ...fetched, reload };
}
