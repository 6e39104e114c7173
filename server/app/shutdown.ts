import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '#server/core/http/lifecycle';

/** The maximum time from the signal to the end of the process. */
const STOP_WITHIN_MS = 10_000;
/** The part of this time that is reserved for rolling back aborted requests and closing the database. */
const RESERVE_MS = 1_000;
/** The time for which the listener stays open while responses already close their connections. */
const LAST_RESPONSES_MS = 500;
const IDLE_CHECK_MS = 50;
/** A terminal and the parent process can both forward the same signal. */
const SAME_SIGNAL_MS = 200;

export interface StopDeps {
  readonly app: FastifyInstance;
  readonly lifecycle: Lifecycle;
  /** The time for which new requests are served after readiness has reported the shutdown. */
  readonly graceMs: number;
  /** Releases work that other processes can continue. Called at the signal, while the last requests run. */
  releaseJobs(): Promise<void>;
  /** Closes the dependencies of the app. */
  close(): Promise<void>;
}

/** Stops in order at the first SIGTERM or SIGINT and exits with 0. A second signal ends the process at once with 1. */
export function stopOnSignal(deps: StopDeps): void {
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (stoppingSince !== undefined) {
        if (now - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      stoppingSince = now;
      stop(deps).then(
        () => process.exit(0),
        (error: unknown) => {
          deps.app.log.fatal({ err: error }, 'failed to shut down');
          process.exit(1);
        },
      );
    });
  }
}

async function stop({ app, lifecycle, graceMs, releaseJobs, close }: StopDeps): Promise<void> {
  // An early exit loses nothing that was acknowledged, because it is already durable.
  setTimeout(() => process.exit(0), STOP_WITHIN_MS - RESERVE_MS / 4);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS - RESERVE_MS);
  lifecycle.phase = 'draining';
  const jobRelease = releaseJobs().catch((error: unknown) =>
    app.log.error({ err: error }, 'failed to release jobs'),
  );
  await delay(graceMs);
  lifecycle.phase = 'closing';
  await delay(Math.min(graceMs, LAST_RESPONSES_MS));
  // A response that started earlier does not close its connection. The connection becomes idle, and the app would wait for it.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(cutOff);
  await jobRelease;
  await close();
}
