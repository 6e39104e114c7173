import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInBackground } from './background.ts';
import type { Feature } from './feature.ts';

const run = vi.fn<(signal?: AbortSignal) => Promise<void>>(async () => undefined);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  run.mockReset();
});
afterEach(() => vi.useRealTimers());

async function start(feature: Partial<Feature>) {
  const app = fastify();
  const warn = vi.spyOn(app.log, 'warn');
  runInBackground(app, [{ name: 'example', ...feature }]);
  await app.ready();
  return { app, warn };
}

test('writes collected data every 15 seconds, after an error too, and when the server closes', async () => {
  run.mockRejectedValueOnce(new Error('full'));
  const { app, warn } = await start({ flush: { what: 'examples', run } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(run).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: new Error('full') }, 'failed to write examples');
  await app.close();
  expect(run).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('refreshes derived data every 30 seconds, one run at a time, and stops when the server closes', async () => {
  run.mockImplementation(
    (signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve());
      }),
  );
  const { app } = await start({ refresh: { what: 'examples', run } });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(run).toHaveBeenCalledOnce();
  await app.close();
  expect(run.mock.calls[0]?.[0]?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(run).toHaveBeenCalledOnce();
});
