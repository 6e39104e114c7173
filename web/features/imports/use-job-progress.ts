import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

/** How far jobs are, by their ids, as the server tells of them; undefined of one that was not heard of yet. */
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
