import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#web/core/api/client.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';

/**
 * Returns the number of the user's own imports that are ready without warnings, of one batch or of all. These are added in one step.
 * `readyCount` is the number in a list; the result is read again whenever it changes.
 */
export function useReadyCount(batchId: number | undefined, readyCount: number | undefined): number {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      if (readyCount === 0) return 0;
      const query = { page: 1, items_per_page: 1, mine: true, needs_review: false, batch_id: batchId };
      return (await createImportsApi(client).list(query, { signal })).total;
    },
    [batchId, readyCount],
  );
  const { value } = useRemoteRead(readyCount === undefined ? undefined : read, {
    attempted_action: t('imports.fetchFailed'),
  });
  return useLastDefined(value) ?? 0;
}
