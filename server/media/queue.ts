import { unavailable } from '#server/errors';

/**
 * Lets at most `width` jobs run at once; the others wait their turn, at most `length` of them.
 * @throws AppError 503 when the line is full
 */
export function createQueue(width: number, length: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(job: () => Promise<T>): Promise<T> {
    if (running >= width) {
      if (waiting.length >= length) throw unavailable('Too many files are being processed at the moment.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
