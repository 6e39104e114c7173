import { type Refusal } from '#contract/refusals';
import { AppError } from '#server/errors';
import { statusOf } from '#contract/failures';

/** A record has changed since the entry that should be taken back. */
export class ChangedSince extends AppError {
  /** The entry that came since. */
  readonly entryId: number;

  constructor({ code, message }: Refusal, entryId: number) {
    super(statusOf(code), message, { code });
    this.entryId = entryId;
  }
}
