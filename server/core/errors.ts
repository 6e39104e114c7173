import { type ErrorCode, statusOf } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';
import { messages } from '#contract/core/messages';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';

interface Extra {
  readonly code?: ErrorCode | undefined;
  readonly errors?: Readonly<Record<string, string>>;
  /** Further fields for the client, for the calls that have them. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failure with a meaning for people. Anything else that is thrown becomes one anonymous 500, logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** The code on which clients branch; by default the general one of its status. */
  readonly code: ErrorCode;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.code = extra.code ?? codeOfStatus(status);
    this.errors = extra.errors;
    this.details = extra.details;
    this.retryAfter = extra.retryAfter;
  }
}

/** A failure of the catalogue, under its code and status. */
export const appError = ({ code, message }: ErrorInfo, extra: Omit<Extra, 'code'> = {}) =>
  new AppError(statusOf(code), message, { ...extra, code });

/** The error of one field, by its dotted path. */
export const fieldError = (path: string, errorInfo: ErrorInfo) =>
  appError(errorInfo, { errors: { [path]: errorInfo.message } });

/** The same error for several fields. @param errorsByPath by dotted paths; at least one */
export function fieldErrors(errorsByPath: ReadonlyMap<string, ErrorInfo>): AppError {
  const errors = Object.fromEntries([...errorsByPath].map(([path, { message }]) => [path, message]));
  const [first] = errorsByPath.values();
  return invalid(errors, undefined, first?.code);
}

export const unauthenticated = () => appError(knownErrors.notSignedIn);
export const forbidden = (errorInfo: ErrorInfo = knownErrors.noPermission) => appError(errorInfo);
export const notFound = (noun: string) => appError(knownErrors.notFound(noun));
export const editConflict = (noun: string) => appError(knownErrors.changedMeanwhile(noun));
/** A temporary error. @param retryAfter seconds */
export const unavailable = (errorInfo: ErrorInfo, retryAfter = 5) => appError(errorInfo, { retryAfter });

/** `errors` maps a field's dotted path to its sentence; the first one is the message of the whole. */
export const invalid = (errors: Readonly<Record<string, string>>, message?: string, code?: ErrorCode) =>
  new AppError(422, message ?? Object.values(errors)[0] ?? messages.validationFailed, { errors, code });

/**
 * An error that the system administrator did not expect: a message for the user who started the process or the
 * command.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
