import { useCallback } from 'react';
import { books } from '#contract/resources/books';
import type { ApiClient } from '../../api/client.ts';
import { createResourceApi } from '../../api/resource-api.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';

/** A book with its chapters and their texts; nothing without an id. Late answers never take the place of newer ones. */
export function useWholeBook(id: number | undefined) {
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => createResourceApi(client, books).get(id ?? 0, { signal }),
    [id],
  );
  const { value, isReading, failure, retry } = useRemoteRead(id === undefined ? undefined : read, {
    tried: books.messages.fetchFailed,
  });
  return { book: value, hasFailed: failure !== undefined, isLoading: isReading, retry };
}
