import { useCallback, useMemo, useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import {
  MIN_KNOWN_LETTERS,
  correctedTexts,
  inOriginalSpelling,
  similarWords,
  wordsWithTypos,
} from '#contract/core/typos';
import type { ApiClient } from '#web/core/api/client.ts';
import { readAllPages } from '#web/core/api/read-all-pages.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { pageCount } from '#web/core/lib/pager-pages.ts';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { addressOfPage, pageOfAddress, useAddress } from './use-address.ts';
import { usePageSize } from './use-page-size.ts';
import { useRemoteRead } from './use-remote-read.ts';
import { useResourceList } from './use-resource-list.ts';

/** Returns the items that contain a search. Without any, words of five or more letters match with one typo, as on the server. */
function findOrCorrect<Item>(
  items: readonly Item[],
  search: string,
  textsOf: (item: Item) => readonly string[],
): { readonly matches: readonly Item[]; readonly didYouMean?: string } {
  const texts = items.map((item) => textsOf(item).map(foldText));
  const find = (foldedSearch: string) =>
    items.filter((_item, index) => texts[index]?.some((text) => text.includes(foldedSearch)));
  const foldedText = foldText(search);
  const matches = find(foldedText);
  if (matches.length > 0 || items.length === 0) return { matches };
  const knownWords = new Set(wordsWithTypos(texts.flat().join(' '), MIN_KNOWN_LETTERS));
  for (const correctedSearch of correctedTexts(
    foldedText,
    similarWords(wordsWithTypos(foldedText), () => knownWords),
  )) {
    const results = find(correctedSearch);
    const knownTexts = results.flatMap((item) => [...textsOf(item)]);
    if (results.length > 0)
      return { matches: results, didYouMean: inOriginalSpelling(correctedSearch, knownTexts) };
  }
  return { matches };
}

/**
 * Reads a list that is searched in the browser. Without a text, it is the requested page. With a text, all pages are read, and the results
 * of `textsOf` are searched regardless of case and accents. A new text returns to page 1. Text and page are in the address. `textsOf` must
 * be the same function on every render.
 */
export function useClientSearch<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  textsOf: (item: ItemOf<R>) => readonly string[],
) {
  type Item = ItemOf<R>;
  const { parameters, write } = useAddress();
  const search = (parameters.get('search') ?? '').trim().slice(0, limits.maxSearchLength);
  const isSearching = search !== '';
  const goTo = useCallback(
    (page: number, isCorrection = false) => write(addressOfPage(page), { replace: isCorrection }),
    [write],
  );
  const { pageSize, isResized } = usePageSize(goTo);
  const namedPage = isResized ? 1 : pageOfAddress(parameters);
  const requestedPage = isSearching ? 1 : namedPage;
  const query = useMemo(() => ({ page: requestedPage, items_per_page: pageSize }), [requestedPage, pageSize]);
  const list = useResourceList(slice, query, goTo);

  const read = useCallback(
    (client: ApiClient, signal: AbortSignal, show: (items: readonly Item[]) => void) => {
      const api = createResourceReader(client, slice.declaration);
      return readAllPages<Item>(
        (page) => api.list({ page, items_per_page: limits.maxPageSize }, { signal }),
        show,
      );
    },
    [slice],
  );
  const all = useRemoteRead(isSearching ? read : undefined, {
    attempted_action: slice.declaration.messages.fetchFailed,
  });
  // After a write, the existing rows stay visible until as many are loaded again.
  const [visibleItems, setVisibleItems] = useState<readonly Item[]>([]);
  const items =
    all.value && (!all.isReading || all.value.length > visibleItems.length) ? all.value : visibleItems;
  if (items !== visibleItems) setVisibleItems(items);

  const { matches, didYouMean } = useMemo(
    () => findOrCorrect(items, search, textsOf),
    [items, search, textsOf],
  );

  const { reload: reloadPage } = list;
  const { retry: retryRead } = all;
  const reload = useCallback(() => {
    retryRead();
    reloadPage();
  }, [retryRead, reloadPage]);
  const setSearch = (text: string) =>
    write({ search: text, ...addressOfPage(1) }, { replace: isSearching && text !== '' });

  if (!isSearching) return { search, setSearch, list: { ...list, reload }, page: query.page, goTo };
  const page = Math.min(namedPage, pageCount(matches.length, pageSize));
  const from = (page - 1) * pageSize;
  return {
    search,
    setSearch,
    list: {
      items: matches.slice(from, from + pageSize),
      total: matches.length,
      didYouMean,
      pageSize,
      isFetching: all.isReading,
      hasLoaded: !all.isReading || matches.length > 0,
      fetchError: all.apiError?.message,
      reload,
    },
    page,
    goTo,
  };
}
