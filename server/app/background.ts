import type { FastifyInstance } from 'fastify';
import type { Feature } from './feature.ts';

const FLUSH_EVERY_MS = 15_000;
const REFRESH_EVERY_MS = 30_000;
const CLEAN_UP_EVERY_MS = 60 * 60 * 1000;

/** Runs what features do beside the requests, until the server closes. */
export function runInBackground(app: FastifyInstance, features: readonly Feature[]): void {
  for (const { flush } of features) if (flush) flushRegularly(app, flush);
  for (const { refresh } of features) if (refresh) followInBackground(app, refresh);
}

/** Writes down what was counted beside the requests. A failure costs a minute in a list, or is made good the next time. */
function flushRegularly(app: FastifyInstance, { what, run }: NonNullable<Feature['flush']>): void {
  const write = () => run().catch((error: unknown) => app.log.warn({ err: error }, `${what} not written`));
  const timer = setInterval(() => void write(), FLUSH_EVERY_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return write();
  });
}

/** Keeps derived data near the catalogue, so that nobody who reads it waits for much. */
function followInBackground(app: FastifyInstance, { what, run }: NonNullable<Feature['refresh']>): void {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const follow = () => {
    running ??= run(stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) app.log.warn({ err: error }, `${what} not caught up`);
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(follow, REFRESH_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}

/**
 * Once at the start and then hourly: removes what crashes and time leave behind. A failure ends the round and waits for the next one.
 * @param options.hasJobs whether this process runs background jobs, so that missing ones are enqueued
 * @param options.isWritable whether the database takes changes; a round without them would only fail
 */
export function startHousekeeping(
  app: FastifyInstance,
  features: readonly Feature[],
  { hasJobs, isWritable }: { readonly hasJobs: boolean; readonly isWritable: () => boolean },
): NodeJS.Timeout {
  const round = async () => {
    if (!isWritable()) return;
    try {
      for (const feature of features) await feature.cleanUp?.(app.log);
    } catch (error) {
      app.log.error({ err: error }, 'housekeeping failed');
    }
  };
  void round();
  const timer = setInterval(() => {
    void round();
    if (hasJobs) for (const feature of features) void feature.enqueueMissing?.(app.log);
  }, CLEAN_UP_EVERY_MS);
  timer.unref();
  return timer;
}
