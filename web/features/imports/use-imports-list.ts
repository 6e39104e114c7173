import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { Query } from '#web/core/api/encode.ts';
import { createImportsApi, type ImportPage } from '#web/core/api/imports-api.ts';
import { pageCount } from '#web/core/lib/pager-pages.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useRefetch } from './use-refetch.ts';

interface Response {
  readonly query: Query;
  readonly requestNumber: number;
  readonly page?: ImportPage;
  readonly failed?: string;
}

/**
 * Reads a page of imports, and their number by status. While an import is uploaded or processed, the page is read again in the background
 * when the server reports progress. `query` must be the same object until it changes, and `goTo` must be stable.
 */
export function useImportsList(
  query: Query & { readonly page: number; readonly items_per_page: number },
  goTo: (page: number) => void,
) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [requestNumber, setRequestNumber] = useState(0);
  const [response, setResponse] = useState<Response>();
  const [visiblePage, setVisiblePage] = useState<ImportPage>();
  const reload = useCallback(() => setRequestNumber((before) => before + 1), []);
  const attempted_action = t('imports.fetchFailed');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    createImportsApi(client)
      .list(query, { signal })
      .then(
        (page) => {
          if (signal.aborted) return;
          setResponse({ query, requestNumber, page });
          setVisiblePage(page);
          const last = pageCount(page.total, query.items_per_page);
          if (query.page > last) goTo(last);
        },
        (error: unknown) => {
          if (signal.aborted || isAborted(error)) return;
          const apiError = toApiErrorDetails(error, attempted_action);
          recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
          setResponse({ query, requestNumber, failed: apiError.message });
        },
      );
    return () => controller.abort();
  }, [client, dispatch, query, goTo, requestNumber, attempted_action]);

  const isCurrent = response?.query === query && response.requestNumber === requestNumber;
  const isMoving = visiblePage !== undefined && isInProgress(visiblePage);
  useRefetch(isMoving && isCurrent, async (signal) => {
    const page = await createImportsApi(client).list(query, { signal });
    if (!signal.aborted) setVisiblePage(page);
  });

  return {
    items: visiblePage?.items ?? [],
    total: visiblePage?.total ?? 0,
    counts: visiblePage?.counts,
    pageSize: query.items_per_page,
    isFetching: !isCurrent,
    hasLoaded: visiblePage !== undefined,
    fetchError: isCurrent ? response.failed : undefined,
    reload,
  };
}

function isInProgress({ items, counts }: ImportPage): boolean {
  const movingCount = (counts?.receiving ?? 0) + (counts?.reading ?? 0);
  return movingCount > 0 || items.some(({ state }) => state === 'receiving' || state === 'reading');
}
