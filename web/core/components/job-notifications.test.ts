import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobsReducer, jobReceived, selectJobs } from '#web/core/store/jobs.slice.ts';
import { createJobNotifications } from './job-notifications.ts';
import { exampleJob } from '#web/testing/example-job.ts';

const jobAction = jobReceived({
  ...exampleJob,
  id: 1,
  kind: 'import-read',
  subject_id: '7',
  title: 'A drop',
  state: 'running',
  progress: 0.5,
  attempts: 1,
  user: { id: 1, name: 'Ada' },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const store = configureStore({ reducer: { jobs: jobsReducer } });
  const jobNotifications = createJobNotifications(store);
  return { store, news: jobNotifications };
}

async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

it('resolves when the server reports a job, not before', async () => {
  const { store, news: jobNotifications } = setUp();
  const notificationWait = jobNotifications();
  expect(selectJobs(store.getState()).isWatched).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOver(notificationWait)).toBe(false);
  store.dispatch(jobAction);
  expect(await isOver(notificationWait)).toBe(true);
});

it('includes reports since the previous wait', async () => {
  const { store, news: jobNotifications } = setUp();
  store.dispatch(jobAction);
  const notificationWait = jobNotifications();
  await vi.advanceTimersByTimeAsync(250);
  expect(await isOver(notificationWait)).toBe(true);
});

it('resolves after a few seconds without a report', async () => {
  const { news: jobNotifications } = setUp();
  const notificationWait = jobNotifications();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(await isOver(notificationWait)).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(await isOver(notificationWait)).toBe(true);
});
