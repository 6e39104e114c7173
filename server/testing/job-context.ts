import type { JobContext } from '#server/core/jobs/job';

/** Returns the context of a job that runs without a worker. */
export const jobContext = (
  subjectId: number | string,
  values: Partial<JobContext<unknown>> = {},
): JobContext<unknown> => ({
  jobId: 0,
  subjectId: String(subjectId),
  payload: null,
  userId: null,
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
  ...values,
});
