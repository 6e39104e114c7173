import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import type { Endpoint } from '#contract/core/define-resource';
import { readData } from '#web/core/api/client.ts';
import type { Query } from '#web/core/api/encode.ts';
import { pageCount } from '#web/core/lib/pager-pages.ts';
import { useAfterUndo } from './use-after-undo.ts';
import { type Read, useRemoteRead } from './use-remote-read.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly did_you_mean?: string | undefined;
}

/**
 * Reads a page of a list that is not in the store, for `PagedList`. The previous page stays visible until the next one is loaded. `query`,
 * `item` and `goTo` must be stable.
 */
export function useRemoteList<Item>(
  endpoint: Endpoint,
  {
    item,
    query,
    options: { goTo, attempted_action },
  }: {
    readonly item: z.ZodType<Item>;
    readonly query: Query & { readonly page: number; readonly items_per_page: number };
    readonly options: { readonly goTo: (page: number) => void; readonly attempted_action: string };
  },
) {
  const read = useCallback<Read<Page<Item>>>(
    async (client, signal) => {
      const response = readData(await client.call({ ...endpoint, query, signal }));
      return z
        .object({ items: z.array(item), total: z.number(), did_you_mean: z.string().optional() })
        .parse(response);
    },
    [endpoint, item, query],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(read, { attempted_action });
  useAfterUndo(retry);
  const [visiblePage, setVisiblePage] = useState<Page<Item>>();
  if (value && value !== visiblePage) setVisiblePage(value);

  const didYouMean = visiblePage?.did_you_mean;
  const last = value && pageCount(value.total, query.items_per_page);
  useEffect(() => {
    if (last !== undefined && query.page > last) goTo(last);
  }, [last, query.page, goTo]);

  return {
    items: visiblePage?.items ?? [],
    total: visiblePage?.total ?? 0,
    didYouMean,
    /** The query of the items, with the corrected search. */
    query: didYouMean === undefined ? query : { ...query, search: didYouMean },
    pageSize: query.items_per_page,
    hasLoaded: visiblePage !== undefined,
    isFetching: isReading,
    fetchError: apiError?.message,
    reload: retry,
  };
}
