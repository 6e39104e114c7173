import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#web/core/api/client.ts';
import { searchBookLine } from '../paste/line-search.ts';
import { useRemoteRead } from '../use-remote-read.ts';

/** The filters of the API that the quick filters set. */
export interface BookSearchFilters {
  readonly author?: string;
  readonly in_collection?: 0;
}

export interface QuickFilters {
  /** Undefined while the author is being read. */
  readonly filters: BookSearchFilters | undefined;
  /** The name of the author whose books are listed. */
  readonly author: string | undefined;
  readonly isSameAuthor: boolean;
  readonly isWithoutCollection: boolean;
  /** True if the author could not be read. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
  /** Switches to the author of the book with this code, or off. */
  readonly toggleAuthor: (code: string) => void;
  readonly toggleCollection: () => void;
}

/** Returns the quick filters of a book picker: the author of a selected book, and books in no collection. */
export function useQuickFilters(): QuickFilters {
  const { t } = useTranslation();
  const [code, setCode] = useState<string>();
  const [isWithoutCollection, setWithoutCollection] = useState(false);
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const books = await searchBookLine(client, code ?? '', signal);
      return { name: books.find((book) => book.code === code)?.author.name ?? '' };
    },
    [code],
  );
  const isSameAuthor = code !== undefined;
  const { value, apiError, retry } = useRemoteRead(isSameAuthor ? read : undefined, {
    attempted_action: t('picker.authorFailed'),
  });
  const filters =
    isSameAuthor && !value
      ? undefined
      : { ...(value && { author: value.name }), ...(isWithoutCollection && { in_collection: 0 as const }) };
  return {
    filters,
    author: value?.name,
    isSameAuthor,
    isWithoutCollection,
    hasFailed: apiError !== undefined,
    retry,
    toggleAuthor: (next) => setCode(isSameAuthor ? undefined : next),
    toggleCollection: () => setWithoutCollection(!isWithoutCollection),
  };
}
