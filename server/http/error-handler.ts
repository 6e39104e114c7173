import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/envelope';
import { type FailureCode, codeOfStatus } from '#contract/failures';
import { AppError } from '#server/errors';
import { securityHeaders } from './security.ts';

/** Sentences for what the HTTP layer itself refuses. */
const refusals: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'This path does not exist.',
  405: 'This path does not take that method.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The content type of the request is not supported.',
  417: 'The server cannot do what the Expect header asks for.',
  431: 'The headers of the request are too large.',
};

const failure = (code: FailureCode, message: string, errors?: Readonly<Record<string, string>>): Failure => ({
  success: false,
  message,
  data: null,
  code,
  ...(errors && { errors: { ...errors } }),
});

/** The envelope of what the HTTP layer itself refuses. */
export const refusalOf = (status: number): Failure =>
  failure(
    status === 404 ? 'path.not_found' : codeOfStatus(status),
    refusals[status] ?? 'The request could not be read.',
  );

/**
 * Turns everything thrown into the one failure envelope: named errors speak for themselves, what `explain` recognises
 * (a full disk, a lost database) becomes 507 or 503, and anything else one anonymous 500 with the cause in the log only.
 */
export function handleErrors(app: FastifyInstance, explain: (error: unknown) => AppError | undefined): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const known = error instanceof AppError ? error : explain(error);
    if (known) {
      if (known.status >= 500) request.log.error({ err: error }, 'request failed');
      if (known.status === 401) reply.header('www-authenticate', 'Bearer');
      if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
      return reply.code(known.status).send(failure(known.code, known.message, known.errors));
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send(refusalOf(status));
    }
    request.log.error({ err: error }, 'request failed');
    return reply
      .code(500)
      .send(
        failure(
          'server.failed',
          `Something went wrong on our side. The reference of this request is ${request.id}.`,
        ),
      );
  });
}

/** What the HTTP layer refuses before any route or hook has seen it: an address that cannot be decoded. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).headers(securityHeaders(request.id)).send(refusalOf(404));
}
