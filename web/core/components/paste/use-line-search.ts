import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import type { LineSearch } from './line-search.ts';

/** The number of lines searched concurrently. */
const SIDE_BY_SIDE = 4;

export interface MatchedLine<Entry> {
  readonly line: string;
  readonly entries: readonly Entry[];
}

export type LineSearchState<Entry> =
  | { readonly state: 'reading'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'read'; readonly lines: readonly MatchedLine<Entry>[] };

/** Searches the matches of all lines. A new search cancels the previous one. If one search fails, there are no results. */
export function useLineSearch<Entry>(search: LineSearch<Entry>) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [searchResult, setSearchResult] = useState<LineSearchState<Entry>>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const searchLines = useCallback(
    async (lines: readonly string[]): Promise<readonly MatchedLine<Entry>[] | undefined> => {
      controller.current?.abort();
      const { signal } = (controller.current = new AbortController());
      const matches: MatchedLine<Entry>[] = lines.map((line) => ({ line, entries: [] }));
      let next = 0;
      let doneLines = 0;
      setSearchResult({ state: 'reading', done: doneLines, total: lines.length });
      const work = async () => {
        for (let index = next++; index < lines.length; index = next++) {
          const line = lines[index] ?? '';
          matches[index] = { line, entries: await search(client, line, signal) };
          doneLines += 1;
          if (!signal.aborted) setSearchResult({ state: 'reading', done: doneLines, total: lines.length });
        }
      };
      try {
        await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
        if (signal.aborted) return undefined;
        setSearchResult({ state: 'read', lines: matches });
        return matches;
      } catch (error) {
        if (signal.aborted || isAborted(error)) return undefined;
        controller.current.abort();
        const apiError = toApiErrorDetails(error, t('paste.failed'));
        recordError(dispatch, { apiError, attempted_action: t('paste.failed'), details: { cause: error } });
        setSearchResult({ state: 'failed', message: apiError.message });
        return undefined;
      }
    },
    [client, dispatch, search, t],
  );
  const forget = () => {
    controller.current?.abort();
    setSearchResult(undefined);
  };
  return { read: searchResult, searchLines, forget };
}
