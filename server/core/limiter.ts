import pLimit from 'p-limit';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from './errors.ts';

/**
 * Lets at most `width` jobs run at once; the others wait their turn, at most `length` of them.
 * @throws AppError 503 when the line is full
 */
export function createLimiter(width: number, length: number) {
  const limit = pLimit(width);
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= length) throw unavailable(knownErrors.busy);
    return limit(job);
  };
}
