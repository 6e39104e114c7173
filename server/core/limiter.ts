import pLimit from 'p-limit';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from './errors.ts';

/**
 * Creates a limiter that runs at most `width` jobs at once. Up to `length` others wait.
 * @throws AppError 503 if the queue is full
 */
export function createLimiter(width: number, length: number) {
  const limit = pLimit(width);
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= length) throw unavailable(knownErrors.busy);
    return limit(job);
  };
}
