import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { BookFilters } from './book-filters.ts';
import type { NamedFilter } from './name-in-book.ts';
import { type RecordFilterName, recordFilterNames } from './record-filters.ts';

type NameOf = (name: RecordFilterName) => string | undefined;

/**
 * Reads the names of records in filters that the loaded list does not contain, for example because it is empty. A subject is its own name.
 * @param knownName returns the names that need no request
 */
export function useFilterNames(filters: BookFilters, knownName: NameOf, hasLoaded: boolean): NameOf {
  const { t } = useTranslation();
  const unknownFilters = recordFilterNames
    .filter((name) => name !== 'subject' && filters[name] !== '' && knownName(name) === undefined)
    .map((name): NamedFilter => ({ name, value: filters[name] }));
  const key = JSON.stringify(unknownFilters);
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const { readFilterNames } = await import('./read-filter-names.ts');
      return readFilterNames(client, JSON.parse(key) as NamedFilter[], signal);
    },
    [key],
  );
  const { value } = useRemoteRead(hasLoaded && unknownFilters.length > 0 ? read : undefined, {
    attempted_action: t('books.filterNamesFailed'),
  });
  // The names stay while the list is read again.
  const names = useLastDefined(value);
  return (name) => knownName(name) ?? names?.[`${name} ${filters[name]}`];
}
