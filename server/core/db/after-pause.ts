import { setTimeout as delay } from 'node:timers/promises';
import { knownErrors } from '#contract/core/errors';
import { AppError } from '#server/core/errors';
import type { Database } from './open.ts';

const RETRY_MS = 250;
/** Pauses are shorter. A write that is rejected for this time fails. */
const MAX_MS = 60_000;

/** Returns true if a change was rejected because a move to another database pauses changes. */
export function isPaused({ explain }: Pick<Database, 'explain'>, error: unknown): boolean {
  const appError = error instanceof AppError ? error : explain(error);
  return appError?.message === knownErrors.changesPaused.message;
}

/** Runs a background write, and retries it while changes are paused. @throws the error of the write after `MAX_MS` */
export async function afterPause<Result>(
  database: Pick<Database, 'explain'>,
  write: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + MAX_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isPaused(database, error) || performance.now() > deadline) throw error;
    }
    await delay(RETRY_MS);
  }
}
