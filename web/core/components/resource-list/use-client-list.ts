import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useClientSearch } from '#web/core/components/use-client-search.ts';

/** Returns the props of a `ResourceScreen` whose list is searched in the browser. `textsOf` must be the same function on every render. */
export function useClientList<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  textsOf: (item: ItemOf<R>) => readonly string[],
) {
  const { search, setSearch, list, page, goTo } = useClientSearch(slice, textsOf);
  return {
    slice,
    list,
    query: { search: list.didYouMean ?? search },
    page,
    goTo,
    pagers: 'below',
    search,
    onSearch: setSearch,
    onClear: search === '' ? undefined : () => setSearch(''),
  } as const;
}
