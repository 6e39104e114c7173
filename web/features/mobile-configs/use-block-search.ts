import { useCallback } from 'react';
import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import type { BlockItem } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import type { ApiClient } from '../../api/client.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { type SearchedType, searchBlockItems } from './search-block-items.ts';

const nothing: readonly BlockItem[] = [];

/** What the activity log says of a failed search, by what is searched. */
const tried: Record<SearchedType, string> = {
  one_collection: collections.messages.fetchFailed,
  list_collection: collections.messages.fetchFailed,
  story_book: storyBooks.messages.fetchFailed,
  challenges: challenges.messages.fetchFailed,
};

/** The results for a text; blank finds nothing. A failure is silent: it is in the activity log, and `hasFailed` says it. */
export function useBlockSearch(type: SearchedType, text: string) {
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => searchBlockItems[type](client, text, signal),
    [type, text],
  );
  const { value, isReading, failure, retry } = useRemoteRead(text === '' ? undefined : read, {
    tried: tried[type],
  });
  return { results: value ?? nothing, isSearching: isReading, hasFailed: failure !== undefined, retry };
}
