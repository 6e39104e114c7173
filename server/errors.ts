/** A failure with a meaning for people. Anything else that is thrown becomes one anonymous 500, logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    extra: { errors?: Readonly<Record<string, string>>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }
}

export const unauthenticated = (message = 'Please sign in.') => new AppError(401, message);
export const forbidden = (message = 'You do not have permission to do this.') => new AppError(403, message);
export const notFound = (noun: string) => new AppError(404, `This ${noun} does not exist or was deleted.`);
export const conflict = (message: string) => new AppError(409, message);
export const editConflict = (noun: string) =>
  conflict(`This ${noun} was changed by someone else since you opened it.`);
export const tooLarge = (message: string) => new AppError(413, message);
export const unsupportedMedia = (message: string) => new AppError(415, message);
export const tooMany = (message: string, retryAfter: number) => new AppError(429, message, { retryAfter });
export const unavailable = (message: string, retryAfter = 5) => new AppError(503, message, { retryAfter });

/** `errors` maps a field's dotted path to its sentence; the first one is the message of the whole. */
export const invalid = (errors: Readonly<Record<string, string>>, message?: string) =>
  new AppError(422, message ?? Object.values(errors)[0] ?? 'Validation failed', { errors });
