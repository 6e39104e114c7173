import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Creates jobs that end when the test ends them, and counts how many run at once. */
function createJobs() {
  const ends: (() => void)[] = [];
  let runningCount = 0;
  let most = 0;
  const job = async () => {
    runningCount += 1;
    most = Math.max(most, runningCount);
    await new Promise<void>((end) => ends.push(end));
    runningCount -= 1;
    return 'done';
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    job,
    most: () => most,
    async endAll(): Promise<void> {
      for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
    },
  };
}

test('runs all jobs, but not more than its width at once', async () => {
  const queue = createLimiter(2, 100);
  const { job, most, endAll } = createJobs();
  const all = Promise.all(Array.from({ length: 10 }, () => queue(job)));
  await endAll();
  expect(await all).toEqual(Array<string>(10).fill('done'));
  expect(most()).toBe(2);
});

test('rejects jobs while the queue is full, and accepts them later', async () => {
  const queue = createLimiter(1, 2);
  const { job, endAll } = createJobs();
  const runningTasks = [queue(job)];
  // The first job leaves the queue when it starts.
  await new Promise((resolve) => setImmediate(resolve));
  runningTasks.push(queue(job), queue(job));
  await expect(queue(job)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await endAll();
  await Promise.all(runningTasks);
  const again = queue(job);
  await endAll();
  expect(await again).toBe('done');
});

test('runs the next job after one fails', async () => {
  const queue = createLimiter(1, 10);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});
