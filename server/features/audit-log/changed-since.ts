import { type ErrorInfo } from '#contract/core/errors';
import { AppError } from '#server/core/errors';
import { statusOf } from '#contract/core/error-codes';

/** A record has changed since the entry that should be taken back. */
export class ChangedSince extends AppError {
  /** The entry that came since. */
  readonly entryId: number;

  constructor({ code, message }: ErrorInfo, entryId: number) {
    super(statusOf(code), message, { code });
    this.entryId = entryId;
  }
}
