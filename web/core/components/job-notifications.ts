import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

type Root = Parameters<typeof selectJobs>[0];

interface JobStore {
  getState(): Root;
  subscribe(listener: () => void): () => void;
  dispatch(action: ReturnType<typeof jobsWatched>): unknown;
}

/** The minimum wait in milliseconds. It limits the requests for jobs with many short steps. */
const MIN_INTERVAL_MS = 250;
/** The maximum wait in milliseconds. It covers jobs of other users and events that the stream missed. */
const MAX_DELAY_MS = 3_000;

/** Returns a function that waits for the next report on background jobs, at most `MOST_MS`. Each wait keeps the event stream open. */
export function createJobNotifications(store: JobStore): () => Promise<void> {
  const jobs = () => selectJobs(store.getState()).byId;
  let previousJobs = jobs();
  return async () => {
    store.dispatch(jobsWatched());
    await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS));
    if (jobs() === previousJobs)
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, MAX_DELAY_MS - MIN_INTERVAL_MS);
        const unsubscribe = store.subscribe(() => {
          if (jobs() !== previousJobs) end();
        });
      });
    previousJobs = jobs();
  };
}
