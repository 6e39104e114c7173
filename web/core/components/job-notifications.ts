import { jobsWatched, selectJobs } from '#web/core/store/jobs.slice.ts';

type Root = Parameters<typeof selectJobs>[0];

interface JobStore {
  getState(): Root;
  subscribe(listener: () => void): () => void;
  dispatch(action: ReturnType<typeof jobsWatched>): unknown;
}

/** Work that is done in many small steps is not asked for after each of them. */
const LEAST_MS = 250;
/** What others do, and what the stream did not tell, is found by then. */
const MOST_MS = 3_000;

/**
 * What resolves when the server has told of background work since it last did, and after a few seconds anyway. Listening to the server
 * goes on as long as somebody waits.
 */
export function createJobNotifications(store: JobStore): () => Promise<void> {
  const jobs = () => selectJobs(store.getState()).byId;
  let known = jobs();
  return async () => {
    store.dispatch(jobsWatched());
    await new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    if (jobs() === known)
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, MOST_MS - LEAST_MS);
        const unsubscribe = store.subscribe(() => {
          if (jobs() !== known) end();
        });
      });
    known = jobs();
  };
}
