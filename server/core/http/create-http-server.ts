import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#server/app/config';
import type { AppError } from '#server/core/errors';
import { compressResponses } from './compress.ts';
import { handleErrors, respondUnreadable } from './error-handler.ts';
import { type Lifecycle, followLifecycle } from './lifecycle.ts';
import { registerBodies } from './multipart.ts';
import { handleBrokenRequests, handleParserError } from './parser-errors.ts';
import { addSecurityHeaders } from './security.ts';
import { type MethodsOf, collectMethods } from './unknown-paths.ts';

/** The idle timeout of connections. Bodies have a shorter timeout. This one includes the time to store a large upload. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const HEADERS_MS = 30_000;

interface HttpServerDeps extends Pick<Config, 'trustProxy'> {
  readonly logger: FastifyBaseLogger | undefined;
  readonly lifecycle: Lifecycle;
  /** Converts errors of the infrastructure to application errors. */
  readonly explain: (error: unknown) => AppError | undefined;
}

/** Creates a server without routes. It sets the limits, headers, body parsing, error handling and logging of all routes. */
export function createHttpServer({ trustProxy: hops, logger, lifecycle, explain }: HttpServerDeps): {
  readonly app: FastifyInstance;
  readonly methodsOf: MethodsOf;
} {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // `logResponses` writes one line per response instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    connectionTimeout: IDLE_TIMEOUT_MS,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: HEADERS_MS, requireHostHeader: false },
    frameworkErrors: (_error, request, reply) => respondUnreadable(request, reply),
    clientErrorHandler: handleParserError,
  });
  addSecurityHeaders(app);
  handleBrokenRequests(app);
  const methodsOf = collectMethods(app);
  followLifecycle(app, lifecycle);
  compressResponses(app);
  handleErrors(app, explain);
  logResponses(app, lifecycle);
  registerBodies(app);
  return { app, methodsOf };
}

/** Matches the secret part of a path: the address of a calendar. */
const secretInPath = /(?<=releases\/+calendar\/+).+/i;

/** Logs one line per response, with the request ID and without query, headers, body and secrets of the path. */
function logResponses(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onResponse', (request, reply, callback) => {
    if (lifecycle.phase === 'starting') {
      callback();
      return;
    }
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0]?.replace(secretInPath, 'SECRET'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request completed',
    );
    callback();
  });
}
