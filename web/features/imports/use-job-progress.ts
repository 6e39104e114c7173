import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

/** The progress of jobs by their ids, as the server reports it; undefined for a job without a report. */
export function useJobProgress(
  isWanted: boolean,
): (jobId: number | null) => { fraction: number; stage: string } | undefined {
  const dispatch = useAppDispatch();
  const { byId } = useAppSelector(selectJobs);
  useEffect(() => {
    if (isWanted) dispatch(jobsWatched());
  }, [dispatch, isWanted]);
  return (jobId) => {
    const job = jobId === null ? undefined : byId[jobId];
    return job && { fraction: job.progress, stage: job.stage };
  };
}
