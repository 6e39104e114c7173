import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { type AcceptedReady, createImportsApi } from '#web/core/api/imports-api.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';

export interface Acceptance {
  readonly isRunning: boolean;
  readonly accepted: number;
  readonly remaining: number;
  readonly failed: AcceptedReady['failed'];
  readonly apiError: ApiErrorDetails | undefined;
}

/**
 * Adds all imports without warnings. Each request takes a limited time and is repeated while at least one import was added. `onDone` is
 * called after each.
 */
export function useAcceptReady(batchId: number | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [acceptance, setAcceptance] = useState<Acceptance>();
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const run = async (count: number) => {
    isStopped.current = false;
    const failedImports = new Map<number, AcceptedReady['failed'][number]>();
    let acceptedCount = 0;
    let remainingCount = count;
    const show = (isRunning: boolean, apiError?: ApiErrorDetails) =>
      setAcceptance({
        isRunning,
        accepted: acceptedCount,
        remaining: remainingCount,
        failed: [...failedImports.values()],
        apiError,
      });
    show(true);
    try {
      for (;;) {
        const step = await createImportsApi(client).acceptReady(batchId);
        acceptedCount += step.accepted;
        remainingCount = step.remaining;
        for (const failedItem of step.failed) failedImports.set(failedItem.id, failedItem);
        const isComplete =
          remainingCount === 0 || step.accepted + step.failed.length === 0 || isStopped.current;
        show(!isComplete);
        onDone();
        if (isComplete) break;
      }
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('imports.acceptReadyFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('imports.acceptReadyFailed'),
        details: { cause: error },
      });
      show(false, apiError);
      onDone();
    }
    if (acceptedCount > 0)
      dispatch(
        notificationAdded({
          outcome: 'success',
          message: t('imports.acceptedSummary', { count: acceptedCount }),
        }),
      );
  };

  return {
    acceptance,
    run,
    /** Stops after the running request. */
    stop: () => {
      isStopped.current = true;
    },
    close: () => setAcceptance(undefined),
  };
}
