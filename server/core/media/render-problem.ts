import { knownErrors } from '#contract/core/errors';
import { type AppError, appError } from '#server/core/errors';

export const imageUnreadable = () => appError(knownErrors.fileDamaged('image'));

/** Returns the error of a failed rendering. The message of the library indicates a timeout. */
export const renderProblem = (error: unknown): AppError =>
  error instanceof Error && error.message.startsWith('timeout:')
    ? appError(knownErrors.fileTooSlow)
    : imageUnreadable();
