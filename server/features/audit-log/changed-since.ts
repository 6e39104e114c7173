import { type ErrorInfo } from '#contract/core/errors';
import { AppError } from '#server/core/errors';
import { statusOf } from '#contract/core/error-codes';

/** The record has changed since the entry to undo. */
export class ChangedSince extends AppError {
  /** The later entry. */
  readonly entryId: number;

  constructor({ code, message }: ErrorInfo, entryId: number) {
    super(statusOf(code), message, { code });
    this.entryId = entryId;
  }
}
