import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

/** The interval in milliseconds. The server reports only jobs of the user, so imports of other users and running uploads are polled. */
const POLL_INTERVAL_MS = 5_000;

/** Returns a text that changes whenever the processing of an import starts or ends. */
const selectSteps = createSelector([selectJobs], ({ byId }) =>
  Object.values(byId)
    .filter(({ kind }) => kind === 'import-read')
    .map(({ id, state }) => `${id} ${state}`)
    .join(),
);

/**
 * Reads again when the server reports progress of an import, and regularly, while `isWaiting` and the page is visible. A newer read aborts
 * a running one. Errors change nothing.
 */
export function useRefetch(isWaiting: boolean, refetch: (signal: AbortSignal) => Promise<void>): void {
  const dispatch = useAppDispatch();
  const steps = useAppSelector(selectSteps);
  const refetchNow = useEffectEvent(refetch);

  useEffect(() => {
    if (isWaiting) dispatch(jobsWatched());
  }, [dispatch, isWaiting]);

  useEffect(() => {
    if (!isWaiting) return undefined;
    let controller = new AbortController();
    const again = () => {
      if (document.visibilityState === 'hidden') return;
      controller.abort();
      controller = new AbortController();
      dispatch(jobsWatched());
      // The next read may succeed. The current content stays.
      refetchNow(controller.signal).catch(() => undefined);
    };
    if (steps !== '') again();
    const timer = setInterval(again, POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [dispatch, isWaiting, steps]);
}
