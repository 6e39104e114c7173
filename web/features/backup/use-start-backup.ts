import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backupEndpoints, backupMessages } from '#contract/backup/backup';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { jobsWatched } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Starts a backup, once at a time. */
export function useStartBackup(onStarted: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isRunning = useRef(false);
  const [isStarting, setStarting] = useState(false);

  async function start(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setStarting(true);
    try {
      await client.call(backupEndpoints.start);
      dispatch(jobsWatched());
      toast('success', backupMessages.started);
      onStarted();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('backup.startFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('backup.startFailed'),
        details: { cause: error },
      });
      toast('error', apiError.message);
    }
    isRunning.current = false;
    setStarting(false);
  }

  return { isStarting, start: () => void start() };
}
