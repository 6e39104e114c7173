import { knownErrors } from '#contract/core/errors';
import { type AppError, appError } from '#server/core/errors';

export const imageUnreadable = () => appError(knownErrors.fileDamaged('image'));

/** Why a picture could not be rendered; the library says in words when its time was up. */
export const renderProblem = (error: unknown): AppError =>
  error instanceof Error && error.message.startsWith('timeout:')
    ? appError(knownErrors.fileTooSlow)
    : imageUnreadable();
