import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backupEndpoints, backupMessages } from '#contract/backup/backup';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { jobsWatched } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

const starts = {
  backup: { endpoint: backupEndpoints.start, done: backupMessages.started, failed: 'backup.startFailed' },
  test: { endpoint: backupEndpoints.test, done: backupMessages.testStarted, failed: 'backup.testFailed' },
} as const;

/** Returns `start`, which starts a backup or a restore test, one at a time. */
export function useStartJob(onStarted: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isRunning = useRef(false);
  const [isStarting, setStarting] = useState(false);

  async function start(what: keyof typeof starts): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const { endpoint, done, failed } = starts[what];
    setStarting(true);
    try {
      await client.call(endpoint);
      dispatch(jobsWatched());
      toast('success', done);
      onStarted();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t(failed));
      recordError(dispatch, {
        apiError,
        attempted_action: t(failed),
        details: { cause: error },
      });
      toast('error', apiError.message);
    }
    isRunning.current = false;
    setStarting(false);
  }

  return { isStarting, start: (what: keyof typeof starts) => void start(what) };
}
