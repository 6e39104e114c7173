import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** Number of archives that one user receives at once. */
export const MAX_ARCHIVES_AT_ONCE = 3;
/** Seconds. */
const RETRY_AFTER = 10;

/** Counts the archives that are being sent, so that no user takes the server for themselves. */
export function createExportLimit() {
  const running = new Map<number, number>();
  return {
    /** @returns what ends the count of this archive, once @throws AppError 429 when the user receives as many as allowed */
    begin(userId: number): () => void {
      const before = running.get(userId) ?? 0;
      if (before >= MAX_ARCHIVES_AT_ONCE)
        throw appError(knownErrors.tooManyExports, { retryAfter: RETRY_AFTER });
      running.set(userId, before + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (running.get(userId) ?? 1) - 1;
        if (left > 0) running.set(userId, left);
        else running.delete(userId);
      };
    },
  };
}
