import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

type Root = Parameters<typeof selectJobs>[0];

interface JobStore {
  getState(): Root;
  subscribe(listener: () => void): () => void;
  dispatch(action: ReturnType<typeof jobsWatched>): unknown;
}

/** Work that is done in many small steps is not asked for after each of them. */
const LEAST_MS = 250;
/** The longest wait. Work of other users, and events that the stream missed, are found after it. */
const MOST_MS = 3_000;

/**
 * Resolves when the server has reported background work since the last report, and after a few seconds at the
 * latest. The stream stays open while someone waits.
 */
export function createJobNotifications(store: JobStore): () => Promise<void> {
  const jobs = () => selectJobs(store.getState()).byId;
  let previousJobs = jobs();
  return async () => {
    store.dispatch(jobsWatched());
    await new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    if (jobs() === previousJobs)
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, MOST_MS - LEAST_MS);
        const unsubscribe = store.subscribe(() => {
          if (jobs() !== previousJobs) end();
        });
      });
    previousJobs = jobs();
  };
}
