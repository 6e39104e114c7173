import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import type { Query } from '#web/core/api/encode.ts';
import { pageCount } from '#web/core/lib/pager-pages.ts';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { selectUndo } from '#web/core/store/undo.slice.ts';

interface LoadedList {
  /** The query of the last completed read. */
  readonly query: Query | undefined;
  readonly requestNumber: number;
  readonly hasLoaded: boolean;
  readonly fetchError: string | undefined;
}

const nothingYet: LoadedList = {
  query: undefined,
  requestNumber: 0,
  hasLoaded: false,
  fetchError: undefined,
};

/**
 * Reads the list of a resource for a screen. It reads again whenever the query changes, and corrects a page after the last one. `query`
 * must be the same object until it changes. `goTo` must be stable; it receives true for a corrected page. `hasLoaded` distinguishes an
 * empty list from one that is not loaded. `fetchError` is the error of the last read, never of a write.
 */
export function useResourceList<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  query: Query & { readonly page: number; readonly items_per_page: number },
  goTo: (page: number, isCorrection?: boolean) => void,
) {
  const dispatch = useAppDispatch();
  const items = useAppSelector((state) => slice.select(state).items);
  const total = useAppSelector((state) => slice.select(state).total);
  const didYouMean = useAppSelector((state) => slice.select(state).didYouMean);
  const [ownRequestNumber, setOwnRequestNumber] = useState(0);
  const reload = useCallback(() => setOwnRequestNumber((before) => before + 1), []);
  // Restored records can change the list.
  const requestNumber = ownRequestNumber + useAppSelector(selectUndo).revision;
  const [loadedList, setLoaded] = useState<LoadedList>(() =>
    dispatch(slice.hasFetchedAhead(query))
      ? { query, requestNumber, hasLoaded: true, fetchError: undefined }
      : nothingYet,
  );

  useEffect(() => {
    let isHere = false;
    const onList = () => {
      if (!isHere) setLoaded({ query, requestNumber, hasLoaded: true, fetchError: undefined });
      isHere = true;
    };
    const request = dispatch(slice.fetch(query, onList));
    void request.then((action) => {
      if (slice.types.fetch.fulfilled.match(action)) {
        onList();
        const last = pageCount(action.payload.total, query.items_per_page);
        if (query.page > last) goTo(last, true);
      } else if (!action.meta.aborted) {
        const fetchError = action.payload?.serverMessage ?? slice.declaration.messages.screen.loadFailed;
        setLoaded((before) => ({ ...before, query, requestNumber, fetchError }));
      }
    });
    return () => request.abort();
  }, [dispatch, slice, query, goTo, requestNumber]);

  const shownQuery = useMemo(
    () => (didYouMean === undefined ? query : { ...query, search: didYouMean }),
    [query, didYouMean],
  );
  const isFetching = loadedList.query !== query || loadedList.requestNumber !== requestNumber;
  return {
    items,
    total,
    didYouMean,
    /** The query of the items, with the corrected search. */
    query: shownQuery,
    pageSize: query.items_per_page,
    isFetching,
    hasLoaded: loadedList.hasLoaded,
    fetchError: isFetching ? undefined : loadedList.fetchError,
    reload,
  };
}
