import pLimit from 'p-limit';
import { refusals } from '#contract/refusals';
import { unavailable } from './errors.ts';

/**
 * Lets at most `width` jobs run at once; the others wait their turn, at most `length` of them.
 * @throws AppError 503 when the line is full
 */
export function createQueue(width: number, length: number) {
  const limit = pLimit(width);
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= length) throw unavailable(refusals.busy);
    return limit(job);
  };
}
