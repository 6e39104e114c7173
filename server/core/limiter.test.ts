import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Jobs that end when they are told to, and how many of them run. */
function createJobs() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((end) => ends.push(end));
    running -= 1;
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

test('runs no more jobs at once than it is wide, and every one in the end', async () => {
  const queue = createLimiter(2, 100);
  const { job, most, endAll } = createJobs();
  const all = Promise.all(Array.from({ length: 10 }, () => queue(job)));
  await endAll();
  expect(await all).toEqual(Array<string>(10).fill('done'));
  expect(most()).toBe(2);
});

test('refuses what would make the line too long, and takes more when it is shorter', async () => {
  const queue = createLimiter(1, 2);
  const { job, endAll } = createJobs();
  const runningTasks = [queue(job)];
  // The first one leaves the line when it begins.
  await new Promise((resolve) => setImmediate(resolve));
  runningTasks.push(queue(job), queue(job));
  await expect(queue(job)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await endAll();
  await Promise.all(runningTasks);
  const again = queue(job);
  await endAll();
  expect(await again).toBe('done');
});

test('a job that fails makes room like any other', async () => {
  const queue = createLimiter(1, 10);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});
