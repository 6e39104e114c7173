import { useCallback } from 'react';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import type { ApiClient } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { type SearchedType, searchOf } from './search-block-items.ts';

const noItems: readonly BlockItem[] = [];

/** Returns the results for a text; none for a blank text. An error is only recorded under Recent activity and in `hasFailed`. */
export function useBlockSearch(type: SearchedType, text: string) {
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => searchOf(type).search(client, text, signal),
    [type, text],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(text === '' ? undefined : read, {
    attempted_action: searchOf(type).failed,
  });
  return { results: value ?? noItems, isSearching: isReading, hasFailed: apiError !== undefined, retry };
}
