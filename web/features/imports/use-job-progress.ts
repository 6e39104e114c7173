import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

/** Returns a function for the progress of a job by its ID; undefined for a job without a report. */
export function useJobProgress(
  isEnabled: boolean,
): (jobId: number | null) => { fraction: number; stage: string } | undefined {
  const dispatch = useAppDispatch();
  const { byId } = useAppSelector(selectJobs);
  useEffect(() => {
    if (isEnabled) dispatch(jobsWatched());
  }, [dispatch, isEnabled]);
  return (jobId) => {
    const job = jobId === null ? undefined : byId[jobId];
    return job && { fraction: job.progress, stage: job.stage };
  };
}
