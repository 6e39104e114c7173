import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import { auditLogEndpoints, undoResult } from '#contract/audit-log/audit-log';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { recordsUndone, undoWithdrawn } from '#web/core/store/undo.slice.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Returns a function that undoes an audit log entry, reports the result and reloads the lists. Concurrent calls are ignored. */
export function useUndo(): (entry: number) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const runningEntries = useRef(new Set<number>());
  return useCallback(
    async (entry) => {
      if (runningEntries.current.has(entry)) return false;
      runningEntries.current.add(entry);
      try {
        const response = await client.call({
          method: auditLogEndpoints.undo.method,
          path: pathOf(auditLogEndpoints.undo, entry),
        });
        const { record } = undoResult.parse(readData(response));
        dispatch(undoWithdrawn(entry));
        dispatch(recordsUndone());
        dispatch(notificationAdded({ outcome: 'success', message: t('ui.undone'), subject: record.name }));
        // ID 0 is a bulk edit. Its undo runs in the background.
        toast('success', t(record.id === 0 ? 'ui.undoingOf' : 'ui.undoneOf', { name: record.name }));
        return true;
      } catch (error) {
        const apiError = toApiErrorDetails(error, t('ui.undoFailed'));
        recordError(dispatch, { apiError, attempted_action: t('ui.undoFailed'), details: { cause: error } });
        if (apiError.status === 409) dispatch(undoWithdrawn(entry));
        toast('error', apiError.message, {
          link: { text: t('ui.compareChange'), href: `/history/entries/${entry}` },
        });
        return false;
      } finally {
        runningEntries.current.delete(entry);
      }
    },
    [client, dispatch, t, toast],
  );
}
