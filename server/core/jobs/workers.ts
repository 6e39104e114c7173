import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { backgroundWork } from '#server/core/background-work';
import type { Database } from '#server/core/db/open';
import { type Attempt, type JobLog, beginAttempt } from './attempt.ts';
import { createClaims } from './claims.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobHandler } from './job.ts';
import { recordEnd } from './record-end.ts';
import { type JobTiming, jobTiming } from './timing.ts';
import { createWorkerName } from './worker-name.ts';

type Weight = JobHandler['weight'];

const weights = ['heavy', 'light', 'short'] as const satisfies readonly Weight[];
type Capacity = Readonly<Record<Weight, number>>;

const MAX_HEAVY = 8;
const MAX_LIGHT = 4;
const MAX_SHORT = 2;
/** The number of light jobs of one user that a process runs concurrently. The other slots are available to other users. */
const MAX_LIGHT_OF_USER = 2;

/**
 * Returns the number of jobs of each weight that a process runs concurrently. A heavy job uses a core at a low priority. One core can run
 * two of them, so urgent work starts beside work that can wait.
 */
export const capacityOf = (cores: number): Capacity => ({
  heavy: Math.min(Math.max(cores, 2), MAX_HEAVY),
  light: MAX_LIGHT,
  short: MAX_SHORT,
});

/** Returns the users with at least `count` of the attempts. */
function usersWith(count: number, attempts: Iterable<Attempt>): (number | null)[] {
  const byUser = Map.groupBy(attempts, ({ userId }) => userId);
  return [...byUser].flatMap(([userId, { length }]) => (length >= count ? [userId] : []));
}

export interface Workers {
  /** Returns running jobs to the queue, so another process restarts them, and waits a limited time for the handlers. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until it is stopped. Any number of processes can share one database. Each job is run by one of them, and by another one if that
 * process dies.
 */
export function startWorkers(deps: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly handlers: readonly JobHandler[];
  readonly log: JobLog;
  readonly timing?: JobTiming;
  /** Default: depends on the number of cores. */
  readonly capacity?: Capacity;
}): Workers {
  const { database, queue, handlers, log, timing = jobTiming } = deps;
  const capacity = deps.capacity ?? capacityOf(availableParallelism());
  const claims = createClaims(database, timing.lease);
  const me = createWorkerName();
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]));
  const attemptsByWeight: Record<Weight, Set<Attempt>> = {
    heavy: new Set(),
    light: new Set(),
    short: new Set(),
  };
  const stopSignal = new AbortController();

  async function fill(weight: Weight): Promise<void> {
    const kinds = handlers.filter((handler) => handler.weight === weight).map(({ kind }) => kind);
    while (!stopSignal.signal.aborted && attemptsByWeight[weight].size < capacity[weight]) {
      const canWait = [...attemptsByWeight[weight]].filter(({ isWaitedFor }) => !isWaitedFor).length;
      // The last slot is reserved for jobs for which a user waits, if there are several slots. While someone waits, one heavy job that can
      // wait runs.
      const isLimited = weight === 'heavy' && backgroundWork.isBusy();
      const isWaitedFor = canWait > 0 && (isLimited || canWait >= capacity[weight] - 1);
      const exceptUsers = weight === 'light' ? usersWith(MAX_LIGHT_OF_USER, attemptsByWeight.light) : [];
      const row = await claims.claim(me, { kinds, isWaitedFor, exceptUsers });
      const handler = handlers.find(({ kind }) => kind === row?.kind);
      if (!row || !handler) return;
      const attempt = beginAttempt({ database, claims, log, timing }, handler, row);
      attemptsByWeight[weight].add(attempt);
      if (attempt.isWaitedFor) void backgroundWork.yieldTo(attempt.ended);
      void attempt.ended.then(() => {
        attemptsByWeight[weight].delete(attempt);
        checkJobs();
      });
    }
  }

  const allRunning = () => weights.flatMap((weight) => [...attemptsByWeight[weight]]);

  async function abortCancelled(): Promise<void> {
    const attempts = allRunning();
    if (attempts.length === 0) return;
    const claimedIds = await claims.claimedJobIds(me);
    for (const attempt of attempts) if (!claimedIds.has(attempt.id)) attempt.abort();
  }

  let currentCheck: Promise<void> | undefined;
  let isRequestedAgain = false;
  let nextSweep = 0;

  /** Polls once at a time. A request during a poll causes one more poll. */
  async function checkAllJobs(): Promise<void> {
    do {
      isRequestedAgain = false;
      // The database cannot store a claim.
      if (database.writes.problem() !== undefined) return;
      await abortCancelled();
      if (performance.now() >= nextSweep) {
        nextSweep = performance.now() + timing.beat;
        await claims.releaseDeadWorkers();
        for (const row of await claims.endAbandoned())
          await recordEnd(database.kysely, row, { error: row.error ?? '' });
      }
      for (const weight of weights) await fill(weight);
    } while (isRequestedAgain && !stopSignal.signal.aborted);
  }

  function checkJobs(): void {
    isRequestedAgain = true;
    if (currentCheck || stopSignal.signal.aborted) return;
    currentCheck = checkAllJobs()
      // The next poll follows at the interval.
      .catch((error: unknown) => log.warn({ err: error }, 'failed to read jobs'))
      .finally(() => (currentCheck = undefined));
  }

  const timer = setInterval(checkJobs, timing.idle);
  const forget = queue.onWake(checkJobs);
  const stopPrewarm = queue.onPrewarm((kind) => handlerOf.get(kind)?.prepare?.());
  checkJobs();

  return {
    async stop() {
      stopSignal.abort();
      clearInterval(timer);
      forget();
      stopPrewarm();
      await currentCheck;
      const attempts = allRunning();
      await Promise.allSettled(attempts.map((attempt) => attempt.release()));
      const endedAttempts = Promise.all(attempts.map((attempt) => attempt.ended));
      await Promise.race([endedAttempts, delay(timing.stop, undefined, { ref: false })]);
    },
  };
}
