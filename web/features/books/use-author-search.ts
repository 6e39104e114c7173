import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuthorEntry, authorEntry, authorsEndpoints } from '#contract/contributors/authors';
import type { Endpoint } from '#contract/core/define-resource';
import { type Page, readPage } from '#contract/core/envelope';
import { ApiError } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';

const MIN_LENGTH = 2;
/** More than are displayed, to detect whether the list contains a name. */
const READ = 50;

const noResults: Page<AuthorEntry> = { items: [], total: 0 };

/**
 * Searches authors, or the people of another list, by the words of their names, those with the most books first. Without this endpoint there are no results and no further
 * requests. Errors are shown only at the field.
 */
export function useAuthorSearch(text: string, endpoint: Endpoint = authorsEndpoints.list) {
  const { t } = useTranslation();
  const [isOffered, setOffered] = useState(true);
  const isSearchable = isOffered && text.length >= MIN_LENGTH;
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal): Promise<Page<AuthorEntry>> => {
      const query = { page: 1, items_per_page: READ, search: text };
      try {
        const { items, total } = readPage(
          await client.call({ ...endpoint, query, isInRelease: true, signal }),
        );
        return { items: items.flatMap((item) => authorEntry.safeParse(item).data ?? []), total };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        setOffered(false);
        return noResults;
      }
    },
    [text, endpoint],
  );
  const { value, apiError, retry } = useRemoteRead(isSearchable ? read : undefined, {
    attempted_action: t('messages.searchAuthorsFailed'),
  });
  return {
    authors: value?.items ?? noResults.items,
    /** True if the list contains all results; false without a response. */
    isWhole: isOffered && value !== undefined && value.items.length === value.total,
    hasFailed: apiError !== undefined,
    retry,
  };
}
