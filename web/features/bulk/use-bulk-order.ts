import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkPreview, StartedBulk } from '#contract/bulk/bulk';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { type BulkOrder, createBulkApi } from '#web/core/api/bulk-api.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';

/**
 * Previews and starts a bulk edit.
 * @param order the bulk edit; undefined while its values are incomplete
 * @param subject the name of the changed record for the activity log
 */
export function useBulkOrder(order: BulkOrder | undefined, subject?: string) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [problem, setError] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  const key = useRef({ order: '', key: '' });
  const read = useCallback(
    async (apiClient: ApiClient, signal: AbortSignal): Promise<BulkPreview> => {
      if (!order) throw new Error('There is nothing to plan');
      return createBulkApi(apiClient).preview(order, { signal });
    },
    [order],
  );
  const preview = useRemoteRead(order && read, { attempted_action: t('books.select.previewFailed') });

  async function start(onStarted: (job: StartedBulk) => void): Promise<void> {
    if (!order || isStarting) return;
    setStarting(true);
    setError(undefined);
    // The same bulk edit repeated after a lost response is not started twice.
    const orderKey = JSON.stringify(order);
    if (key.current.order !== orderKey) key.current = { order: orderKey, key: crypto.randomUUID() };
    try {
      onStarted(await createBulkApi(client).start(order, key.current.key));
    } catch (error) {
      const attempted_action = t('books.select.startFailed');
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error, subject } });
      setError(apiError.message);
    }
    setStarting(false);
  }

  return { preview, problem, isStarting, start };
}
