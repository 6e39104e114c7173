import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { type CostlyCall, callPoints } from './call-points.ts';

/** The default of `CALL_POINTS_PER_MINUTE`. */
export const POINTS_PER_MINUTE = 6_000;
/** The number of costly requests of one user that run at once (`MAX_AT_ONCE`) and that wait (`MAX_WAITING`). */
export const MAX_AT_ONCE = 4;
export const MAX_WAITING = 100;
/** The number of exports that are sent to one user at once. */
export const MAX_EXPORTS_AT_ONCE = 3;
/** In seconds. */
const RETRY_AFTER = 10;

/** The running and waiting requests of one user. */
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

/** Limits how many costly requests of each user run at once, so that one user cannot use all resources. */
function createQueue() {
  const users = new Map<number, Running>();
  const runningOf = (userId: number): Running => {
    const userCost = users.get(userId) ?? { calls: 0, exports: 0, waiting: [] };
    users.set(userId, userCost);
    return userCost;
  };
  const forget = (userId: number, { calls, exports }: Running) => {
    if (calls === 0 && exports === 0) users.delete(userId);
  };

  return {
    /** Waits until a request can run. @returns a function that ends it @throws AppError 429 if too many requests wait */
    async begin(userId: number): Promise<() => void> {
      const userCost = runningOf(userId);
      if (userCost.calls < MAX_AT_ONCE) userCost.calls += 1;
      else {
        if (userCost.waiting.length >= MAX_WAITING)
          throw appError(knownErrors.tooOften, { retryAfter: RETRY_AFTER });
        await new Promise<void>((resolve) => void userCost.waiting.push(resolve));
      }
      return once(() => {
        const next = userCost.waiting.shift();
        if (next) return next();
        userCost.calls -= 1;
        forget(userId, userCost);
      });
    },
    /** Starts an export. @returns a function that ends it @throws AppError 429 if the user has too many exports */
    beginExport(userId: number): () => void {
      const userCost = runningOf(userId);
      if (userCost.exports >= MAX_EXPORTS_AT_ONCE)
        throw appError(knownErrors.tooManyExports, { retryAfter: RETRY_AFTER });
      userCost.exports += 1;
      return once(() => {
        userCost.exports -= 1;
        forget(userId, userCost);
      });
    },
  };
}

/**
 * Creates a point budget for each user, shared by all sessions and API tokens of that user. Spent points are restored evenly
 * within one minute. Each process counts separately.
 */
export function createCostBudget({
  pointsPerMinute = POINTS_PER_MINUTE,
  now = () => performance.now(),
}: {
  readonly pointsPerMinute?: number | undefined;
  readonly now?: () => number;
} = {}) {
  const spentByUser = new Map<number, { points: number; at: number }>();
  const perMs = pointsPerMinute / 60_000;
  let sweptAt = now();

  const pointsAt = (userId: number, time: number): number => {
    const last = spentByUser.get(userId);
    return last ? Math.max(0, last.points - (time - last.at) * perMs) : 0;
  };

  /** Removes users who have all their points again, once per minute. */
  function sweep(time: number): void {
    if (time - sweptAt < 60_000) return;
    sweptAt = time;
    for (const userId of spentByUser.keys()) if (pointsAt(userId, time) === 0) spentByUser.delete(userId);
  }

  return {
    ...createQueue(),
    /** Spends the points of a request. @throws AppError 429 with `retryAfter` if the user has too few points left */
    spend(userId: number, call: CostlyCall): void {
      const time = now();
      sweep(time);
      const total = pointsAt(userId, time) + callPoints[call];
      if (total > pointsPerMinute) {
        const retryAfter = Math.ceil((total - pointsPerMinute) / perMs / 1000);
        throw appError(knownErrors.tooOften, { retryAfter });
      }
      spentByUser.set(userId, { points: total, at: time });
    },
  };
}
