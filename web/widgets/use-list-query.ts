import { useCallback, useState } from 'react';
import type { Query } from '../api/encode.ts';
import { useListView } from '../lib/list-view.ts';

/**
 * What a list is asked for, kept while its screen is there: the filters by their names on the wire, where blank is "all",
 * and the page. Any change of a filter, and of how many entries a page holds, goes back to page 1.
 */
export function useListQuery<Filters extends Query>(all: Filters) {
  const { pageSize } = useListView();
  const [query, setQuery] = useState({ ...all, page: 1, items_per_page: pageSize });
  if (query.items_per_page !== pageSize) setQuery({ ...query, page: 1, items_per_page: pageSize });
  const change = useCallback(
    (part: Partial<Filters>) => setQuery((before) => ({ ...before, ...part, page: 1 })),
    [],
  );
  const goTo = useCallback((page: number) => setQuery((before) => ({ ...before, page })), []);
  const isFiltered = Object.keys(all).some((name) => query[name] !== all[name]);
  return { query, change, goTo, isFiltered };
}
