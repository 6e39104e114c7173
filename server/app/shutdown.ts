import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '#server/core/http/lifecycle';

/** From the signal to the end of the process, whatever hangs. */
const STOP_WITHIN_MS = 10_000;
/** Of these, what is kept for undoing the requests that were cut off and for closing the database. */
const RESERVE_MS = 1_000;
/** The time for which the listener stays open while responses already close their connections. */
const LAST_ANSWERS_MS = 500;
const IDLE_CHECK_MS = 50;
/** A terminal and the program that started this one may both pass the same signal on. */
const SAME_SIGNAL_MS = 200;

export interface StopDeps {
  readonly app: FastifyInstance;
  readonly lifecycle: Lifecycle;
  /** The time for which new requests are served after readiness has reported the shutdown. */
  readonly graceMs: number;
  /** At once at the signal, beside the last requests: lets go of what others can go on with. */
  leave(): Promise<void>;
  /** Gives back what the application works on. */
  close(): Promise<void>;
}

/** Stops in order at the first SIGTERM or SIGINT and exits 0; a second one ends the process at once with 1. */
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
          deps.app.log.fatal({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

async function stop({ app, lifecycle, graceMs, leave, close }: StopDeps): Promise<void> {
  // Nothing acknowledged is lost by leaving earlier than planned: it is durable already.
  setTimeout(() => process.exit(0), STOP_WITHIN_MS - RESERVE_MS / 4);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS - RESERVE_MS);
  lifecycle.phase = 'leaving';
  const leaving = leave().catch((error: unknown) => app.log.error({ err: error }, 'could not leave cleanly'));
  await delay(graceMs);
  lifecycle.phase = 'closing';
  await delay(Math.min(graceMs, LAST_ANSWERS_MS));
  // An answer that began before says nothing of closing, so its connection falls idle and would be waited for.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(cutOff);
  await leaving;
  await close();
}
