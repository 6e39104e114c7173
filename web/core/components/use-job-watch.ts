import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readPage } from '#contract/core/envelope';
import { type Job, isInProgress, job as jobSchema, jobEndpoints } from '#contract/jobs/jobs';
import { useApi } from '#web/core/api/api-context.ts';
import { isAborted } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { delay } from '#web/core/lib/delay.ts';
import { loadNotifications } from '#web/core/store/notifications-thunks.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsUnwatched, jobReceived, selectJobs, selectRunning } from '#web/core/store/jobs.slice.ts';

const POLL_MS = 3_000;
const MAX_PAUSE_MS = 30_000;
/** The stream stays open for a while after the last job, since jobs often start others. */
const HIDE_DELAY_MS = 30_000;
const LOAD_DELAY_MS = 500;

/** Listens to the event stream. If it fails, polls every three seconds and reconnects after increasing delays. */
async function watchJobs(client: ApiClient, onJob: (job: Job) => void, signal: AbortSignal): Promise<void> {
  const receive = (value: unknown) => {
    const result = jobSchema.safeParse(value);
    if (result.success) onJob(result.data);
  };
  let pause = 1_000;
  let since = new Date().toISOString();
  while (!signal.aborted) {
    let hasReceivedEvent = false;
    await client
      .listen({
        path: jobEndpoints.events.path,
        signal,
        onEvent: ({ name, data }) => {
          hasReceivedEvent = true;
          since = new Date().toISOString();
          if (name === 'job') receive(JSON.parse(data));
        },
      })
      .catch(() => undefined);
    pause = hasReceivedEvent ? 1_000 : Math.min(pause * 2, MAX_PAUSE_MS);
    const again = performance.now() + pause;
    while (!signal.aborted && performance.now() < again) {
      const requestTime = new Date().toISOString();
      try {
        const query = { since, items_per_page: 100 };
        const response = await client.call({ ...jobEndpoints.list, query, signal });
        for (const item of readPage(response).items) receive(item);
        since = requestTime;
      } catch (error) {
        if (isAborted(error)) return;
      }
      await delay(Math.min(POLL_MS, pause), signal);
    }
  }
}

/** Watches the jobs of the user while one was started or is shown here and the page is visible. Notifications report finished jobs. */
export function useJobWatch(): void {
  const client = useApi();
  const dispatch = useAppDispatch();
  const { byId, isWatched } = useAppSelector(selectJobs);
  const isBusy = useAppSelector(selectRunning).length > 0;
  const isSeen = useDocumentVisibility() !== 'hidden';
  const loadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(loadTimer.current), []);

  const onJob = useEffectEvent((job: Job) => {
    const before = byId[job.id];
    dispatch(jobReceived(job));
    if (!before || !isInProgress(before.state)) return;
    if (isInProgress(job.state)) return;
    // The server has added a notification. Jobs that end at the same time cause one request.
    clearTimeout(loadTimer.current);
    loadTimer.current = setTimeout(() => void dispatch(loadNotifications()), LOAD_DELAY_MS);
  });

  useEffect(() => {
    if (!isWatched || !isSeen) return undefined;
    const controller = new AbortController();
    void watchJobs(client, (job) => onJob(job), controller.signal);
    return () => controller.abort();
  }, [client, isWatched, isSeen]);

  useEffect(() => {
    if (!isWatched || isBusy) return undefined;
    const timer = setTimeout(() => dispatch(jobsUnwatched()), HIDE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dispatch, isWatched, isBusy]);
}
