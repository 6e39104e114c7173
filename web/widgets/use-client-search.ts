import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/define-resource';
import { limits } from '#contract/limits';
import { foldText } from '#contract/slug';
import { useApi } from '../api/api-context.ts';
import { isAborted, toFailure } from '../api/api-error.ts';
import { createResourceApi } from '../api/resource-api.ts';
import { pageCount } from '../lib/pager-pages.ts';
import type { ResourceSlice } from '../store/create-resource-slice.ts';
import { useResourceList } from './use-resource-list.ts';

interface Everything<Item> {
  readonly items: readonly Item[];
  readonly isComplete: boolean;
  /** Which reload they are of. */
  readonly turn: number;
  readonly error?: string;
}

/**
 * A list whose search is never sent. Without text it is the page that the server answers. With text all pages are read by the
 * same call, and each of what `textsOf` says of an item is searched and paged here, without regard to case and accents; a
 * new text goes back to page 1. `textsOf` must be the same function on every render.
 */
export function useClientSearch<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  textsOf: (item: ItemOf<R>) => readonly string[],
) {
  type Item = ItemOf<R>;
  const client = useApi();
  const [search, setText] = useState('');
  const [query, setQuery] = useState({ page: 1, items_per_page: limits.pageSize });
  const [hitPage, setHitPage] = useState(1);
  const [turn, setTurn] = useState(0);
  const [all, setAll] = useState<Everything<Item>>({ items: [], isComplete: false, turn });
  const goToPage = useCallback((page: number) => setQuery((before) => ({ ...before, page })), []);
  const list = useResourceList(slice, query, goToPage);
  const isSearching = search !== '';

  useEffect(() => {
    if (!isSearching) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const api = createResourceApi(client, slice.declaration);
    const load = async () => {
      const items: Item[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await api.list({ page, items_per_page: limits.maxPageSize }, { signal });
        items.push(...answer.items);
        const isComplete = answer.items.length === 0 || items.length >= answer.total;
        // After a write, the rows that are there stay until there are as many again.
        setAll((before) =>
          isComplete || items.length > before.items.length ? { items: [...items], isComplete, turn } : before,
        );
        if (isComplete) return;
      }
    };
    setAll(({ items }) => ({ items, isComplete: false, turn }));
    load().catch((error: unknown) => {
      if (isAborted(error)) return;
      console.error('A list could not be searched', error);
      const { message } = toFailure(error, slice.declaration.messages.fetchFailed);
      setAll({ items: [], isComplete: true, turn, error: message });
    });
    return () => controller.abort();
  }, [client, slice, isSearching, turn]);

  const hits = useMemo(() => {
    const folded = foldText(search);
    return all.items.filter((item) => textsOf(item).some((text) => foldText(text).includes(folded)));
  }, [all, search, textsOf]);

  const { reload: reloadPage } = list;
  const reload = useCallback(() => {
    setTurn((before) => before + 1);
    reloadPage();
  }, [reloadPage]);
  const setSearch = (text: string) => {
    setText(text);
    setHitPage(1);
    setQuery((before) => (before.page === 1 ? before : { ...before, page: 1 }));
  };

  if (!isSearching) return { search, setSearch, list: { ...list, reload }, page: query.page, goTo: goToPage };
  const page = Math.min(hitPage, pageCount(hits.length, limits.pageSize));
  const from = (page - 1) * limits.pageSize;
  return {
    search,
    setSearch,
    list: {
      items: hits.slice(from, from + limits.pageSize),
      total: hits.length,
      isFetching: !all.isComplete || all.turn !== turn,
      hasLoaded: all.isComplete || hits.length > 0,
      fetchError: all.error,
      reload,
    },
    page,
    goTo: setHitPage,
  };
}
