import { useCallback, useState } from 'react';
import { limits } from '#contract/core/limits';
import { addressOfPage, pageOfAddress, useAddress } from './use-address.ts';
import { usePageSize } from './use-page-size.ts';

/** Returns the address parameter of an API parameter. The API has two names for the search parameter, the address has one. */
const parameterOf = (name: string): string => (name === 'q' ? 'search' : name);

/** Returns true while the user is still typing. Back then skips the intermediate text. */
const isTypedOn = (before: string | null, after: string | undefined): boolean =>
  before !== null && before !== '' && after !== undefined && after !== '';

/**
 * Returns the query of a list: filters by parameter name, where blank means "all", and the page. The address contains them, so Back, reload
 * and links open the same list. A change of a filter or the page size returns to page 1. The query is the same object until it changes.
 */
export function useListQuery<Filters extends Readonly<Record<string, string>>>(all: Filters) {
  const { parameters, write } = useAddress();
  const [names] = useState(() => Object.keys(all));
  /** `isCorrection` replaces the history entry, since the user did not choose the page. */
  const goTo = useCallback(
    (page: number, isCorrection = false) => write(addressOfPage(page), { replace: isCorrection }),
    [write],
  );
  const { pageSize, isResized } = usePageSize(goTo);

  const filterTexts = Object.fromEntries(
    names.map((name) => [
      name,
      (parameters.get(parameterOf(name)) ?? '').trim().slice(0, limits.maxSearchLength),
    ]),
  ) as Record<keyof Filters, string>;
  const next = {
    ...filterTexts,
    page: isResized ? 1 : pageOfAddress(parameters),
    items_per_page: pageSize,
  };
  const [query, setQuery] = useState(next);
  const isSame = JSON.stringify(query) === JSON.stringify(next);
  if (!isSame) setQuery(next);

  const change = (changes: Partial<Filters>) => {
    const parameterValues = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [parameterOf(name), value as string | undefined]),
    );
    const isSearch = Object.keys(parameterValues).join() === 'search';
    write(
      { ...parameterValues, ...addressOfPage(1) },
      { replace: isSearch && isTypedOn(parameters.get('search'), parameterValues['search']) },
    );
  };
  const isFiltered = names.some((name) => next[name] !== all[name]);
  return { query: isSame ? query : next, change, goTo, isFiltered };
}
