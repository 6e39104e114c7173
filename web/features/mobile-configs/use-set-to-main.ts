import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createBulkApi } from '#web/core/api/bulk-api.ts';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useBulkRun } from '#web/features/bulk/use-bulk-run.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Sets books to Main Service with a bulk edit that can be undone from its toast. `onEnded` is called after each bulk edit. */
export function useSetToMain(onEnded: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const canEdit = useCanEdit('books');
  const [isStarting, setStarting] = useState(false);
  const { begin, running } = useBulkRun(onEnded);

  const setToMain = async (ids: readonly number[]) => {
    setStarting(true);
    try {
      const order = { ids: [...ids], changes: { is_backup: false } };
      begin('service', await createBulkApi(client).start(order, crypto.randomUUID()));
    } catch (error) {
      const errorMessage = t('books.select.startFailed');
      const apiError = toApiErrorDetails(error, errorMessage);
      recordError(dispatch, { apiError, attempted_action: errorMessage, details: { cause: error } });
      toast('error', apiError.message);
    }
    setStarting(false);
  };
  return {
    isBusy: isStarting || running !== undefined,
    setToMain: canEdit ? (ids: readonly number[]) => void setToMain(ids) : undefined,
  };
}
