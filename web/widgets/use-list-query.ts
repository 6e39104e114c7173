import { useCallback, useState } from 'react';
import { limits } from '#contract/limits';
import type { Query } from '../api/encode.ts';

/**
 * What a list is asked for, kept while its screen is there: the filters by their names on the wire, where blank is "all",
 * and the page. Any change of a filter goes back to page 1.
 */
export function useListQuery<Filters extends Query>(all: Filters) {
  const [query, setQuery] = useState({ ...all, page: 1, items_per_page: limits.pageSize });
  const change = useCallback(
    (part: Partial<Filters>) => setQuery((before) => ({ ...before, ...part, page: 1 })),
    [],
  );
  const goTo = useCallback((page: number) => setQuery((before) => ({ ...before, page })), []);
  const isFiltered = Object.keys(all).some((name) => query[name] !== all[name]);
  return { query, change, goTo, isFiltered };
}
