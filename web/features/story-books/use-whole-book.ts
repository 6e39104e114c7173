import { useCallback } from 'react';
import { books } from '#contract/books/books';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';

/** Reads a book with its chapters and texts; nothing without an ID. Late responses never replace newer ones. */
export function useWholeBook(id: number | undefined) {
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => createResourceReader(client, books).get(id ?? 0, { signal }),
    [id],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(id === undefined ? undefined : read, {
    attempted_action: books.messages.fetchFailed,
  });
  return { book: value, hasFailed: apiError !== undefined, isLoading: isReading, retry };
}
