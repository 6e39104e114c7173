import { refusals } from '#contract/refusals';
import { refused } from '#server/errors';

const CODES = new Set(['ENOSPC', 'EDQUOT']);

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(String(error.code));

/** Runs a write to disk; when there is no room it fails with AppError 507, so that everything else can go on. */
export async function withStorageFullError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw refused(refusals.storeFull, { cause: error });
  }
}
