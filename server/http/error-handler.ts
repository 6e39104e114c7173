import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/envelope';
import { type Refusal, refusals } from '#contract/refusals';
import { AppError } from '#server/errors';
import { securityHeaders } from './security.ts';

/** What the HTTP layer itself refuses. */
const byStatus: Readonly<Record<number, Refusal>> = {
  404: refusals.pathUnknown,
  405: refusals.methodNotAllowed,
  408: refusals.tooSlow,
  413: refusals.tooLarge,
  414: refusals.addressTooLong,
  415: refusals.typeUnsupported,
  417: refusals.expectationFailed,
  431: refusals.headersTooLarge,
};

const failure = (
  { code, message }: Refusal,
  { errors, details }: Pick<Partial<AppError>, 'errors' | 'details'> = {},
): Failure => ({
  success: false,
  message,
  data: null,
  code,
  ...(errors && { errors: { ...errors } }),
  ...(details && { details: { ...details } }),
});

/** The envelope of what the HTTP layer itself refuses. */
export const refusalOf = (status: number): Failure => failure(byStatus[status] ?? refusals.unreadable);

/**
 * Turns everything thrown into the one failure envelope: named errors speak for themselves, what `explain` recognises
 * (a full disk, a lost database) becomes 507 or 503, and anything else one anonymous 500 with the cause in the log only.
 */
export function handleErrors(app: FastifyInstance, explain: (error: unknown) => AppError | undefined): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // A file that could not be begun had said what it would be.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    const known = error instanceof AppError ? error : explain(error);
    if (known) {
      if (known.status >= 500) request.log.error({ err: error }, 'request failed');
      if (known.status === 401) reply.header('www-authenticate', 'Bearer');
      if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
      return reply.code(known.status).send(failure(known, known));
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send(refusalOf(status));
    }
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(failure(refusals.failed(request.id)));
  });
}

/** What the HTTP layer refuses before any route or hook has seen it: an address that cannot be decoded. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).headers(securityHeaders(request.id)).send(refusalOf(404));
}
