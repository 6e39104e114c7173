import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { type CostlyCall, callPoints } from './call-points.ts';

/** Default of `CALL_POINTS_PER_MINUTE`. */
export const POINTS_PER_MINUTE = 6_000;
/** Costly calls of one user that run at once, and that wait for their turn. */
export const MAX_AT_ONCE = 4;
export const MAX_WAITING = 100;
/** Exports of one user that are being sent at once. */
export const MAX_EXPORTS_AT_ONCE = 3;
/** Seconds. */
const RETRY_AFTER = 10;

/** The calls of a user. */
interface Running {
  calls: number;
  exports: number;
  readonly waiting: (() => void)[];
}

const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** Limits how many costly calls of each user run at once, so that no user takes the server for themselves. */
function createTurns() {
  const users = new Map<number, Running>();
  const runningOf = (userId: number): Running => {
    const running = users.get(userId) ?? { calls: 0, exports: 0, waiting: [] };
    users.set(userId, running);
    return running;
  };
  const forget = (userId: number, { calls, exports }: Running) => {
    if (calls === 0 && exports === 0) users.delete(userId);
  };

  return {
    /** Waits for the turn of a call. @returns what ends it @throws AppError 429 when too many wait */
    async begin(userId: number): Promise<() => void> {
      const running = runningOf(userId);
      if (running.calls < MAX_AT_ONCE) running.calls += 1;
      else {
        if (running.waiting.length >= MAX_WAITING)
          throw appError(knownErrors.tooOften, { retryAfter: RETRY_AFTER });
        await new Promise<void>((resolve) => void running.waiting.push(resolve));
      }
      return once(() => {
        const next = running.waiting.shift();
        if (next) return next();
        running.calls -= 1;
        forget(userId, running);
      });
    },
    /** @returns what ends the export @throws AppError 429 when the user receives as many as allowed */
    beginExport(userId: number): () => void {
      const running = runningOf(userId);
      if (running.exports >= MAX_EXPORTS_AT_ONCE)
        throw appError(knownErrors.tooManyExports, { retryAfter: RETRY_AFTER });
      running.exports += 1;
      return once(() => {
        running.exports -= 1;
        forget(userId, running);
      });
    },
  };
}

/**
 * Counts what the calls of each user cost, over all sessions and API tokens of the user. Spent points come back evenly within a minute.
 * Each process counts its own.
 */
export function createCostBudget({
  pointsPerMinute = POINTS_PER_MINUTE,
  now = () => performance.now(),
}: {
  readonly pointsPerMinute?: number | undefined;
  readonly now?: () => number;
} = {}) {
  const spent = new Map<number, { points: number; at: number }>();
  const perMs = pointsPerMinute / 60_000;
  let sweptAt = now();

  const pointsAt = (userId: number, time: number): number => {
    const last = spent.get(userId);
    return last ? Math.max(0, last.points - (time - last.at) * perMs) : 0;
  };

  /** Forgets users whose points are all back. */
  function sweep(time: number): void {
    if (time - sweptAt < 60_000) return;
    sweptAt = time;
    for (const userId of spent.keys()) if (pointsAt(userId, time) === 0) spent.delete(userId);
  }

  return {
    ...createTurns(),
    /** @throws AppError 429 when the user has too few points left, with the seconds until there are enough */
    spend(userId: number, call: CostlyCall): void {
      const time = now();
      sweep(time);
      const total = pointsAt(userId, time) + callPoints[call];
      if (total > pointsPerMinute) {
        const retryAfter = Math.ceil((total - pointsPerMinute) / perMs / 1000);
        throw appError(knownErrors.tooOften, { retryAfter });
      }
      spent.set(userId, { points: total, at: time });
    },
  };
}
