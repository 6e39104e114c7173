import { useEffect, useState } from 'react';
import { type Book, books } from '#contract/resources/books';
import { useApi } from '../../api/api-context.ts';
import { isAborted, toFailure } from '../../api/api-error.ts';
import { createResourceApi } from '../../api/resource-api.ts';

interface Read {
  readonly id: number | undefined;
  readonly book?: Book;
  readonly failure?: string;
}

/** A book with its chapters and their texts; nothing without an id. Late answers never take the place of newer ones. */
export function useWholeBook(id: number | undefined) {
  const client = useApi();
  const [read, setRead] = useState<Read>({ id: undefined });
  useEffect(() => {
    if (id === undefined) return undefined;
    const controller = new AbortController();
    createResourceApi(client, books)
      .get(id, { signal: controller.signal })
      .then(
        (book) => setRead({ id, book }),
        (error: unknown) => {
          if (!isAborted(error))
            setRead({ id, failure: toFailure(error, books.messages.fetchFailed).message });
        },
      );
    return () => controller.abort();
  }, [client, id]);
  const isCurrent = id !== undefined && read.id === id;
  return {
    book: isCurrent ? read.book : undefined,
    failure: isCurrent ? read.failure : undefined,
    isLoading: id !== undefined && !isCurrent,
  };
}
