import { type FailureCode, codeAbout, codeOfStatus } from '#contract/failures';
import { messages } from '#contract/messages';

/** A failure with a meaning for people. Anything else that is thrown becomes one anonymous 500, logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** What clients branch on; of the failures of its status the general one unless a more telling one is given. */
  readonly code: FailureCode;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    extra: {
      code?: FailureCode | undefined;
      errors?: Readonly<Record<string, string>>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.code = extra.code ?? codeOfStatus(status);
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }
}

export const unauthenticated = (message = 'Please sign in.', code?: FailureCode) =>
  new AppError(401, message, { code });
export const forbidden = (message = 'You do not have permission to do this.', code?: FailureCode) =>
  new AppError(403, message, { code });
export const notFound = (noun: string) =>
  new AppError(404, `This ${noun} does not exist or was deleted.`, { code: codeAbout(noun, 'not_found') });
export const conflict = (message: string, code?: FailureCode) => new AppError(409, message, { code });
export const editConflict = (noun: string) =>
  conflict(
    `This ${noun} was changed by someone else since you opened it.`,
    codeAbout(noun, 'version_conflict'),
  );
export const tooLarge = (message: string, code?: FailureCode) => new AppError(413, message, { code });
export const unsupportedMedia = (message: string, code?: FailureCode) => new AppError(415, message, { code });
export const tooMany = (message: string, retryAfter: number, code?: FailureCode) =>
  new AppError(429, message, { retryAfter, code });
export const unavailable = (message: string, retryAfter = 5) => new AppError(503, message, { retryAfter });

/** `errors` maps a field's dotted path to its sentence; the first one is the message of the whole. */
export const invalid = (errors: Readonly<Record<string, string>>, message?: string, code?: FailureCode) =>
  new AppError(422, message ?? Object.values(errors)[0] ?? messages.validationFailed, { errors, code });

/** Of a body that cannot be read at all. */
export const malformed = (message: string) => invalid({}, message, 'request.malformed');
