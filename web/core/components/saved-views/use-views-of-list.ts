import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ViewList } from '#contract/saved-views/view-lists';
import { type View, view, viewEndpoints } from '#contract/saved-views/saved-views';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { useRemoteRead } from '../use-remote-read.ts';

const response = z.object({ items: z.array(view) });

const byName = (first: View, second: View): number => first.name.localeCompare(second.name);

/**
 * Returns the views of a list. They are read if the address names one, and with counts after `count` was called. An unfiltered list
 * therefore sends no request. Previous results stay until new ones are read.
 */
export function useViewsOfList(list: ViewList, isNamed: boolean) {
  const { t } = useTranslation();
  const [isCounted, setCounted] = useState(false);
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = { list, ...(isCounted && { counts: 1 }) };
      return response.parse(readData(await client.call({ ...viewEndpoints.list, query, signal }))).items;
    },
    [list, isCounted],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(isNamed || isCounted ? read : undefined, {
    attempted_action: t('views.loadFailed'),
  });
  const [lastRead, setLastRead] = useState<readonly View[]>();
  const [views, setViews] = useState<readonly View[]>([]);
  if (value && value !== lastRead) {
    setLastRead(value);
    setViews(value);
  }
  const count = useCallback(() => {
    setCounted(true);
    retry();
  }, [retry]);
  /** Stores the written view until the views are read again. */
  const storeView = (writtenView: View) =>
    setViews((before) => [...before.filter(({ id }) => id !== writtenView.id), writtenView].toSorted(byName));
  const remove = (id: number) => setViews((before) => before.filter((item) => item.id !== id));
  return {
    put: storeView,
    remove,
    views,
    isReading,
    isCounted,
    hasFailed: apiError !== undefined,
    count,
    reload: retry,
  };
}
