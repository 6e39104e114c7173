import type { FastifyInstance } from 'fastify';
import { backgroundWork } from '#server/core/background-work';
import type { Feature } from './feature.ts';

const FLUSH_EVERY_MS = 15_000;
const REFRESH_EVERY_MS = 30_000;
const CLEAN_UP_EVERY_MS = 60 * 60 * 1000;

/** Runs the background work of features until the server closes. */
export function runInBackground(app: FastifyInstance, features: readonly Feature[]): void {
  for (const { flush } of features) if (flush) flushRegularly(app, flush);
  for (const { refresh } of features) if (refresh) followInBackground(app, refresh);
}

/** Writes data that was collected during requests. After an error, the next run tries again. */
function flushRegularly(app: FastifyInstance, { what, run }: NonNullable<Feature['flush']>): void {
  const write = () =>
    run().catch((error: unknown) => app.log.warn({ err: error }, `failed to write ${what}`));
  const timer = setInterval(() => void write(), FLUSH_EVERY_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return write();
  });
}

/** Refreshes derived data periodically, so that readers wait only briefly. */
function followInBackground(
  app: FastifyInstance,
  { what, everyMs = REFRESH_EVERY_MS, run }: NonNullable<Feature['refresh']>,
): void {
  const stop = new AbortController();
  let currentRun: Promise<void> | undefined;
  const follow = () => {
    currentRun ??= run(stop.signal, app.log)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) app.log.warn({ err: error }, `failed to refresh ${what}`);
      })
      .finally(() => {
        currentRun = undefined;
      });
  };
  const timer = setInterval(follow, everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await currentRun;
  });
}

/**
 * Runs the cleanup of features at the start and then hourly, one feature per step. An error ends the round; the next one tries again.
 * @param options.hasJobs true if this process runs background jobs, so that missing ones are enqueued
 * @param options.isWritable returns true if the database accepts changes; without them the round is skipped
 * @returns a function that stops it
 */
export function startHousekeeping(
  app: FastifyInstance,
  features: readonly Feature[],
  { hasJobs, isWritable }: { readonly hasJobs: boolean; readonly isWritable: () => boolean },
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const round = async () => {
    if (!isWritable()) return;
    const remainingFeatures = [...features];
    const step = async () => {
      await remainingFeatures.shift()?.cleanUp?.(app.log);
      return remainingFeatures.length > 0;
    };
    try {
      await backgroundWork.run('Clean-up', step, { signal });
    } catch (error) {
      if (!signal.aborted) app.log.error({ err: error }, 'clean-up failed');
    }
  };
  void round();
  const timer = setInterval(() => {
    void round();
    if (hasJobs) for (const feature of features) void feature.enqueueMissing?.(app.log);
  }, CLEAN_UP_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
