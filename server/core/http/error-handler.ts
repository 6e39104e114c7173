import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorResponse } from '#contract/core/envelope';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { AppError } from '#server/core/errors';
import { securityHeaders } from './security.ts';

/** The errors of the HTTP layer by status. */
const byStatus: Readonly<Record<number, ErrorInfo>> = {
  404: knownErrors.pathUnknown,
  405: knownErrors.methodNotAllowed,
  408: knownErrors.tooSlow,
  413: knownErrors.tooLarge,
  414: knownErrors.addressTooLong,
  415: knownErrors.typeUnsupported,
  417: knownErrors.expectationFailed,
  431: knownErrors.headersTooLarge,
};

const failure = (
  { code, message }: ErrorInfo,
  { errors, details }: Pick<Partial<AppError>, 'errors' | 'details'> = {},
): ErrorResponse => ({
  success: false,
  message,
  data: null,
  code,
  ...(errors && { errors: { ...errors } }),
  ...(details && { details: { ...details } }),
});

/** Returns the error envelope of a status that the HTTP layer sends. */
export const statusError = (status: number): ErrorResponse =>
  failure(byStatus[status] ?? knownErrors.unreadable);

/**
 * Converts every thrown value to the error envelope. An AppError is sent as it is. An error that `explain` recognises, such as a full disk
 * or a lost database, becomes 507 or 503. Any other error becomes a 500 without details, and its cause is logged.
 */
export function handleErrors(app: FastifyInstance, explain: (error: unknown) => AppError | undefined): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // A download that failed before its first byte has already set these headers.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    const appError = error instanceof AppError ? error : explain(error);
    if (appError) {
      if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
      if (appError.status === 401) reply.header('www-authenticate', 'Bearer');
      if (appError.retryAfter !== undefined) reply.header('retry-after', String(appError.retryAfter));
      return reply.code(appError.status).send(failure(appError, appError));
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send(statusError(status));
    }
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(failure(knownErrors.failed(request.id)));
  });
}

/** Responds to requests that the HTTP layer rejects before any route or hook, such as a URL that cannot be decoded. */
export function respondUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).headers(securityHeaders(request.id)).send(statusError(404));
}
