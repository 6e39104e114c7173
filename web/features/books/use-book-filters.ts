import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';
import { viewParameter } from '#web/core/lib/view-parameter.ts';
import { useAddress } from '#web/core/components/use-address.ts';
import {
  type BookFilters,
  changeFilters,
  defaultFilters,
  filtersKey,
  filtersOfAddress,
  isEqual,
  isWhole,
  readFilters,
  toAddress,
  whole,
} from './book-filters.ts';

/**
 * Returns the filters of the list of books, which are in the address. An address without filters receives those of the last visit. The
 * filters are the same object until they change.
 */
export function useBookFilters() {
  const { parameters, write } = useAddress();
  const { state } = useLocation();
  const isFilled = isWhole(state);
  const [storedFilters, setStored] = useState(() => readStored(filtersKey, readFilters));
  const namedFilters = filtersOfAddress(parameters) ?? (isFilled ? defaultFilters : storedFilters);
  const isStored = isEqual(storedFilters, namedFilters);
  if (!isStored) setStored(namedFilters);
  const filters = isStored ? storedFilters : namedFilters;

  useEffect(() => {
    writeStored(filtersKey, filters);
    if (!isFilled) write(toAddress(filters), { replace: true, state: whole });
  }, [filters, isFilled, write]);

  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  });
  const set = useCallback(
    (next: BookFilters, replace = false) => write(toAddress(next), { replace, state: whole }),
    [write],
  );
  const change = useCallback(
    (changes: Partial<BookFilters>, isCorrection = false) => {
      const before = latest.current;
      const isTypedOn =
        Object.keys(changes).join() === 'search' && before.search !== '' && changes.search !== '';
      set(changeFilters(before, changes), isCorrection || isTypedOn);
    },
    [set],
  );
  /** Opens filters with or without a view. */
  const show = (next: BookFilters, view: number | undefined) =>
    write({ ...toAddress(next), [viewParameter]: view?.toString() }, { state: whole });
  return { filters, set, change, show };
}
