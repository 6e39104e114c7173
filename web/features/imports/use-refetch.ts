import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

/** The server tells of one's own work only: what others drop, and what is still on its way, is looked for. */
const FORCED_REFETCH_MS = 5_000;

/** Another text whenever the reading of an import began or ended. */
const selectSteps = createSelector([selectJobs], ({ byId }) =>
  Object.values(byId)
    .filter(({ kind }) => kind === 'import-read')
    .map(({ id, state }) => `${id} ${state}`)
    .join(),
);

/**
 * Looks again, as soon as the server tells that the reading of an import got on, and now and then besides, while `isWaiting` and
 * the page can be seen. A look that a newer one overtakes is aborted, and one that fails changes nothing.
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
      // The next look may succeed; what is shown stays.
      refetchNow(controller.signal).catch(() => undefined);
    };
    if (steps !== '') again();
    const timer = setInterval(again, FORCED_REFETCH_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [dispatch, isWaiting, steps]);
}
