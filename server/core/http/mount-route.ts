import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditLogHeader } from '#contract/audit-log/audit-log';
import { limits } from '#contract/core/limits';
import { costlyCallOf } from '#server/core/auth/call-points';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Throttles } from '#server/core/auth/throttles';
import { type Writer, sign } from '#server/core/audit-log/signature';
import { backgroundWork } from '#server/core/background-work';
import type { Staging } from '#server/core/media/staging';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { assertSupportedRelease } from './in-its-release.ts';
import { hashOf, readBody } from './multipart.ts';
import { parse } from '#server/core/parse';
import { createResponder } from './responses.ts';
import type { Call, RouteDefinition } from './routes.ts';
import { confirmUser, originOf, withUser } from './session.ts';

export interface RouteDeps {
  readonly sessions: Sessions;
  readonly throttles: Throttles;
  readonly staging: Staging;
}

/** Returns the path pattern of a route. IDs are numbers, so a path with another value does not exist. */
const urlOf = ({ path }: RouteDefinition): string => `/api${path.replace(':id', String.raw`:id(^\d+$)`)}`;

/** Throws if an API token without permissions could write. Every write needs a permission, rejects API tokens, or has a reason. */
function assertDeclaredAccess({ method, path, access, proof, noPermissionBecause }: RouteDefinition): void {
  const isForEveryCredential = access === 'session' && proof !== 'person';
  if (method !== 'GET' && isForEveryCredential && noPermissionBecause === undefined)
    throw new Error(`${method} ${path} lets every API token write: name a permission, or take no API token.`);
}

/**
 * Adds a route to the server. Each request passes the same steps: sign-in and permissions, limits, query and body, handler, response.
 * @returns the steps that can run without a user before the first request, if the route has any
 */
export function mountRoute(
  app: FastifyInstance,
  route: RouteDefinition,
  deps: RouteDeps,
): (() => Promise<void>)[] {
  assertDeclaredAccess(route);
  const { sessions } = deps;
  const { serialize, respond } = createResponder(route);
  if (route.isPublic) mountPreflight(app, route);
  app.route({
    method: route.method,
    url: urlOf(route),
    schema: { response: { 200: { type: 'object' } } },
    serializerCompiler: () => serialize,
    handler: async (request, reply) => {
      if (route.isPublic) reply.headers(anyOrigin);
      const { access, proof } = route;
      const run = (user?: SessionUser) => runAs(user, request, reply);
      if (access === 'open') return run();
      const call = `${route.method} ${route.path}`;
      return withUser(sessions, { request, call, access, proof, isAutomatic: route.isAutomatic }, run);
    },
  });

  return warmUpsOf(route, serialize);

  function runAs(user: SessionUser | undefined, request: FastifyRequest, reply: FastifyReply) {
    return withinLimits(user, request, async () => {
      assertSupportedRelease(route, request);
      const input = await readInput(route, { request, user, staging: deps.staging });
      try {
        return await backgroundWork.serve(async () =>
          respond(request, reply, await handle({ request, reply, user, input })),
        );
      } finally {
        await input.discard();
      }
    });
  }

  /** Runs a request after its user and the throttle of the route allow it. @throws AppError 429 */
  async function withinLimits<Result>(
    user: SessionUser | undefined,
    request: FastifyRequest,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const costlyCall = user && costlyCallOf(route.method, route.path, request.query);
    if (user && costlyCall) sessions.spend(user, costlyCall);
    const end = user && costlyCall ? await sessions.begin(user) : undefined;
    try {
      if (typeof route.throttle === 'object') {
        const caller = route.throttle.by === 'address' || !user ? request.ip : String(user.id);
        await deps.throttles.take(route.operationId, route.throttle, caller);
      }
      return await run();
    } finally {
      end?.();
    }
  }

  async function handle({ request, reply, user, input }: Handling) {
    // The write of the last transaction. The handler may run several transactions, or repeat one.
    let writeResult: { readonly entry?: number } = {};
    const result = await route.handle({
      query: input.query,
      body: input.body,
      user: user as SessionUser,
      authorize: async (trx) => {
        const caller = await confirmUser(sessions, { request, access: route.access, trx });
        writeResult = sign(trx, writerOf(caller, request.id));
        return caller;
      },
      files: input.files,
      bodyHash: () => hashOf(input.body, input.files),
      origin: originOf(request),
      request,
      reply,
    });
    if (writeResult.entry !== undefined) reply.header(auditLogHeader, String(writeResult.entry));
    return result;
  }
}

function warmUpsOf(
  { query: schema, warmUp }: RouteDefinition,
  serialize: (response: unknown) => string,
): (() => Promise<void>)[] {
  if (!warmUp) return [];
  return warmUp.queries.map((query) => async () => {
    const data = await warmUp.read(schema ? parse(schema, query) : undefined);
    serialize({ success: true, message: 'OK', data });
  });
}

interface Handling {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly user: SessionUser | undefined;
  readonly input: Input;
}

/** The parsed query and body of a request. `discard` deletes the files that the handler did not store. */
interface Input extends Pick<Call<unknown, unknown>, 'query' | 'body' | 'files'> {
  discard(): Promise<void>;
}

/** @throws AppError 400, 413, 415, 422 */
async function readInput(
  route: RouteDefinition,
  {
    request,
    user,
    staging,
  }: {
    readonly request: FastifyRequest;
    readonly user: SessionUser | undefined;
    readonly staging: Staging;
  },
): Promise<Input> {
  const params = request.params as Record<string, unknown>;
  const query: unknown = route.query ? parse(route.query, request.query) : undefined;
  if (!route.body) return { query, body: params, files: new Map(), discard: () => Promise.resolve() };
  const { values, files, discard } = await readBody(request, {
    accepted: route.files ?? {},
    staging,
    options: {
      maxBytes: user ? limits.maxBodyBytes : limits.maxOpenBodyBytes,
      ...route.bodyLimits,
      beforeFiles: async (fields) => route.beforeFiles?.({ ...fields, ...params }, request),
    },
  });
  try {
    await yieldToEventLoop();
    const body: unknown = parse(route.body, { ...values, ...params });
    await yieldToEventLoop();
    return { query, body, files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const writerOf = ({ id, credential }: SessionUser, requestId: string): Writer => ({
  userId: id,
  tokenId: credential.kind === 'token' ? credential.id : null,
  requestId,
});

const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' };

/** Adds the response to the preflight request that browsers send before a cross-origin request with headers such as `If-None-Match`. */
function mountPreflight(app: FastifyInstance, route: RouteDefinition): void {
  app.options(urlOf(route), (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...anyOrigin,
        'access-control-allow-methods': `${route.method}, HEAD`,
        'access-control-allow-headers': 'If-None-Match, Content-Type, Authorization',
        'access-control-max-age': '86400',
        'cache-control': 'public, max-age=86400',
      })
      .send(),
  );
}
