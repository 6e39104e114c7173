import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** Points that one user has: spent ones come back evenly within a minute. */
export const POINTS_PER_MINUTE = 3_000;

/** Points of calls that take more than reading a list, by the time that they keep the server and the database busy. */
export const callCosts = {
  search: 3,
  preview: 15,
  analytics: 15,
  eventStream: 30,
  exportBook: 30,
  exportTable: 60,
} as const;

/** Counts what the calls of each user cost, over all sessions and API tokens of the user. Each process counts its own. */
export function createCostBudget(now: () => number = () => performance.now()) {
  const spent = new Map<number, { points: number; at: number }>();
  const perMs = POINTS_PER_MINUTE / 60_000;
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
    /** @throws AppError 429 when the user has too few points left, with the seconds until there are enough */
    spend(userId: number, points: number): void {
      const time = now();
      sweep(time);
      const total = pointsAt(userId, time) + points;
      if (total > POINTS_PER_MINUTE) {
        const retryAfter = Math.ceil((total - POINTS_PER_MINUTE) / perMs / 1000);
        throw appError(knownErrors.tooOften, { retryAfter });
      }
      spent.set(userId, { points: total, at: time });
    },
  };
}
