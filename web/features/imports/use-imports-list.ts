import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-context.ts';
import { isAborted, toFailure } from '../../api/api-error.ts';
import type { Query } from '../../api/encode.ts';
import { createImportsApi, type ImportPage } from '../../api/imports-api.ts';
import { pageCount } from '../../lib/pager-pages.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { useLookAgain } from './use-look-again.ts';

interface Answer {
  readonly query: Query;
  readonly turn: number;
  readonly page?: ImportPage;
  readonly failed?: string;
}

/**
 * A page of imports, and how many there are in each state. While any is on its way or being read, the page is read again by
 * itself, quietly, when the server tells of it. `query` must be the same object while nothing in it changes, and `goTo` the same function.
 */
export function useImportsList(
  query: Query & { readonly page: number; readonly items_per_page: number },
  goTo: (page: number) => void,
) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [shown, setShown] = useState<ImportPage>();
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const tried = t('imports.fetchFailed');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    createImportsApi(client)
      .list(query, { signal })
      .then(
        (page) => {
          if (signal.aborted) return;
          setAnswer({ query, turn, page });
          setShown(page);
          const last = pageCount(page.total, query.items_per_page);
          if (query.page > last) goTo(last);
        },
        (error: unknown) => {
          if (signal.aborted || isAborted(error)) return;
          const failure = toFailure(error, tried);
          noteFailure(dispatch, failure, tried, { cause: error });
          setAnswer({ query, turn, failed: failure.message });
        },
      );
    return () => controller.abort();
  }, [client, dispatch, query, goTo, turn, tried]);

  const isCurrent = answer?.query === query && answer.turn === turn;
  const isMoving = shown !== undefined && isUnderWay(shown);
  useLookAgain(isMoving && isCurrent, async (signal) => {
    const page = await createImportsApi(client).list(query, { signal });
    if (!signal.aborted) setShown(page);
  });

  return {
    items: shown?.items ?? [],
    total: shown?.total ?? 0,
    counts: shown?.counts,
    pageSize: query.items_per_page,
    isFetching: !isCurrent,
    hasLoaded: shown !== undefined,
    fetchError: isCurrent ? answer.failed : undefined,
    reload,
  };
}

function isUnderWay({ items, counts }: ImportPage): boolean {
  const moving = (counts?.receiving ?? 0) + (counts?.reading ?? 0);
  return moving > 0 || items.some(({ state }) => state === 'receiving' || state === 'reading');
}
