import { knownErrors } from '#contract/core/errors';
import { withStorageFullError } from '#server/core/blobs/storage-full';
import { OperatorError, appError } from '#server/core/errors';

/**
 * Runs the work of a job.
 * @throws AppError with the message of an OperatorError or about a full disk. Other errors are not changed.
 */
export async function withUserErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withStorageFullError(work);
  } catch (error) {
    if (error instanceof OperatorError)
      throw appError(knownErrors.backupFailed(error.message), { cause: error });
    throw error;
  }
}
