import { type ErrorCode, statusOf } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';
import { messages } from '#contract/core/messages';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';

interface Extra {
  readonly code?: ErrorCode | undefined;
  readonly errors?: Readonly<Record<string, string>>;
  /** Further fields of the response, for endpoints that define them. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** An error with a message for users. All other errors become an anonymous 500 and are logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** The code that clients use. The default is the general code of the status. */
  readonly code: ErrorCode;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The `Retry-After` header in seconds. */
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

/** Creates a known error with its code and status. */
export const appError = ({ code, message }: ErrorInfo, extra: Omit<Extra, 'code'> = {}) =>
  new AppError(statusOf(code), message, { ...extra, code });

/** Returns true if a request was rejected, rather than failed. */
export const isRejection = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

/** Creates the error of one field. @param path dotted path of the field */
export const fieldError = (path: string, errorInfo: ErrorInfo) =>
  appError(errorInfo, { errors: { [path]: errorInfo.message } });

/** Creates an error for several fields. @param errorsByPath known errors by dotted path; at least one */
export function fieldErrors(errorsByPath: ReadonlyMap<string, ErrorInfo>): AppError {
  const errors = Object.fromEntries([...errorsByPath].map(([path, { message }]) => [path, message]));
  const [first] = errorsByPath.values();
  return invalid(errors, undefined, first?.code);
}

export const notSignedIn = () => appError(knownErrors.notSignedIn);
export const forbidden = (errorInfo: ErrorInfo = knownErrors.noPermission) => appError(errorInfo);
export const notFound = (noun: string) => appError(knownErrors.notFound(noun));
export const editConflict = (noun: string) => appError(knownErrors.changedMeanwhile(noun));
/** Creates the error of a temporary problem. @param retryAfter in seconds */
export const unavailable = (errorInfo: ErrorInfo, retryAfter = 5) => appError(errorInfo, { retryAfter });

/** Creates a validation error. @param errors messages by dotted path; the first one is the default of `message` */
export const invalid = (errors: Readonly<Record<string, string>>, message?: string, code?: ErrorCode) =>
  new AppError(422, message ?? Object.values(errors)[0] ?? messages.validationFailed, { errors, code });

/** An error of a start or a command. Its message is for the system administrator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
