import { type Hash, createHash } from 'node:crypto';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { LongList } from '#contract/core/define-resource';
import { answerOf, negativeResponse } from '#contract/core/envelope';
import { auditLogHeader } from '#contract/audit-log/audit-log';
import { limits } from '#contract/core/limits';
import { costlyCallOf } from '#server/core/auth/call-points';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { ThrottleRule, Throttles } from '#server/core/auth/throttles';
import type { Schema } from '#server/core/db/schema';
import { AppError } from '#server/core/errors';
import { type Writer, sign } from '#server/core/audit-log/signature';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { StagedFile } from '#server/core/media/staged-file';
import type { Staging } from '#server/core/media/staging';
import { createChunkWriter } from './respond-in-chunks.ts';
import { namesTag } from './entity-tags.ts';
import { type BodyLimits, hashOf, readBody } from './multipart.ts';
import { parse } from './parse.ts';
import {
  type Access,
  type Proof,
  confirmUser,
  originOf,
  requireAccess,
  requireProof,
  requireUser,
} from './session.ts';

/** One operation of the API: the data for serving it and for describing it in the reference. */
export interface RouteDefinition<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below /api, with `:id` for an ID. */
  readonly path: string;
  /** The name of the operation in generated clients. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** The description in the reference: rules that the schemas cannot express. */
  readonly description?: string;
  readonly access: Access;
  /** The reason why every session and API token may write. A write route without permission and reason is not mounted. */
  readonly noPermissionBecause?: string;
  /** Requires a verification of the password or a passkey within the last ten minutes. */
  readonly proof?: Proof;
  /** The limit of attempts. A sign-in counts its own failures. */
  readonly throttle?: ThrottleRule | 'counts failures itself';
  readonly query?: Query;
  readonly body?: Body;
  /** The encoding that the reference shows. Every route accepts JSON, multipart and urlencoded bodies. */
  readonly encoding?: 'json' | 'multipart';
  readonly files?: Readonly<Record<string, 'image' | 'audio'>>;
  /** The limits of an operation with large bodies: bytes without files, and the number of JSON values. */
  readonly bodyLimits?: BodyLimits;
  /** The schema of `data` in the response. The server never sends keys that it does not contain. */
  readonly answer: Answer;
  /** True if the operation can return 200 with `success: false` and a message, which is a result and not an error. */
  readonly mayReject?: true;
  /** True if the resource may not exist. The operation then returns 404. */
  readonly mayMiss?: true;
  /** True if the operation signs in, so 401 refers to the given credentials. */
  readonly isSignIn?: true;
  /** True if the operation can return 403 or 409 although it needs no permission. */
  readonly mayForbid?: true;
  readonly mayConflict?: true;
  /** True if a repeated request has no further effect. The operation then accepts neither `Idempotency-Key` nor `If-Match`. */
  readonly isRepeatable?: true;
  /** A list in each record of the response that may be so long that serializing it would delay other requests. */
  readonly longList?: LongList;
  /**
   * True if the operation reads one record. The response has an `ETag` of its version and content, and is 304 if the client has this
   * content.
   */
  readonly readsRecord?: true;
  /** Runs before a file of the body is received, with the fields that precede it. An error rejects the request. */
  beforeFiles?(values: Readonly<Record<string, unknown>>, request: FastifyRequest): Promise<void>;
  /** The `Cache-Control` header of prepared responses. */
  readonly cache?: string;
  /** True if pages of other origins may send the request and read its responses, including errors. */
  readonly isPublic?: true;
  handle(
    call: Call<z.output<Query>, z.output<Body>>,
  ): Promise<{ data: z.output<Answer>; message?: string } | { errorInfo: string } | ReadyAnswer>;
}

/** A prepared response with a strong entity tag. A client that has it receives 304. */
export interface ReadyAnswer {
  readonly json: Buffer;
  readonly etag: string;
}

export interface Call<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  /** Present unless the route is open. An open route never reads it. */
  readonly user: SessionUser;
  /**
   * Runs first in every transaction that writes. Returns the current user of the request.
   * @throws AppError 401, 403 if the user may no longer send it
   */
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
  readonly files: ReadonlyMap<string, StagedFile>;
  /** Returns the SHA-256 hash of fields and files. Equal bodies have equal hashes. */
  bodyHash(): string;
  /** The network address and browser of the request. */
  readonly origin: Origin;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteDeps {
  readonly sessions: Sessions;
  readonly throttles: Throttles;
  readonly staging: Staging;
}

/** Checks the types of a definition. Lists of routes then use the untyped form. */
export function defineRoute<Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  route: RouteDefinition<Query, Body, Answer>,
): RouteDefinition {
  return route;
}

/** Returns JSON Schema in the OpenAPI 3.0 dialect, which the serializer supports. Its `nullable` serializes faster than a union. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
}

/** Returns the schema of the 200 response. */
export function okSchemaOf({ answer, mayReject }: RouteDefinition): z.ZodType {
  return mayReject ? z.union([answerOf(answer), negativeResponse]) : answerOf(answer);
}

/**
 * Returns a serializer that is created with its first response. Creating the serializers of all routes at startup would take a second, and
 * memory for routes that are rarely used.
 */
function serializerOf(schema: () => z.ZodType): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJson(toJsonSchema(schema(), 'output'));
    return serialize(answer);
  };
}

/** Returns the path pattern of a route. IDs are numbers, so a path with another value does not exist. */
const urlOf = ({ path }: RouteDefinition): string => `/api${path.replace(':id', String.raw`:id(^\d+$)`)}`;

/** Returns true if responses have an `ETag`, so 304 is possible. */
export const isTagged = ({ cache, readsRecord }: RouteDefinition): boolean =>
  cache !== undefined || readsRecord === true;

/** Throws if an API token without permissions could write. Every write needs a permission, rejects API tokens, or has a reason. */
function assertDeclaredAccess({ method, path, access, proof, noPermissionBecause }: RouteDefinition): void {
  const isForEveryCredential = access === 'session' && proof !== 'person';
  if (method !== 'GET' && isForEveryCredential && noPermissionBecause === undefined)
    throw new Error(`${method} ${path} lets every API token write: name a permission, or take no API token.`);
}

export function mountRoute(app: FastifyInstance, route: RouteDefinition, deps: RouteDeps): void {
  assertDeclaredAccess(route);
  const { sessions, throttles, staging } = deps;
  const { longList } = route;
  const serialize = serializerOf(() => okSchemaOf(route));
  const turns =
    longList &&
    createChunkWriter(
      longList,
      serializerOf(() => longList.entry),
    );
  if (route.isPublic) mountPreflight(app, route);
  app.route({
    method: route.method,
    url: urlOf(route),
    schema: { response: { 200: { type: 'object' } } },
    serializerCompiler: () => serialize,
    handler: async (request, reply) => {
      if (route.isPublic) reply.headers(anyOrigin);
      const user = route.access === 'open' ? undefined : await requireUser(sessions, request);
      let end: (() => void) | undefined;
      try {
        if (user) requireAccess(user, route.access);
        if (user && route.proof) requireProof(user, route.proof);
        const costlyCall = costlyCallOf(route.method, route.path, request.query);
        if (user && costlyCall) {
          sessions.spend(user, costlyCall);
          end = await sessions.begin(user);
        }
        return await serve(request, reply, user);
      } catch (error) {
        if (user && error instanceof AppError && error.status === 403)
          await sessions.recordError(user, `${route.method} ${route.path}`, originOf(request));
        throw error;
      } finally {
        end?.();
      }
    },
  });

  async function serve(request: FastifyRequest, reply: FastifyReply, user: SessionUser | undefined) {
    if (typeof route.throttle === 'object') {
      const who = route.throttle.by === 'address' || !user ? request.ip : String(user.id);
      await throttles.take(route.operationId, route.throttle, who);
    }
    const query: unknown = route.query ? parse(route.query, request.query) : undefined;
    const received = route.body
      ? await readBody(request, {
          accepted: route.files ?? {},
          staging,
          options: {
            maxBytes: user ? limits.maxBodyBytes : limits.maxOpenBodyBytes,
            ...route.bodyLimits,
            beforeFiles:
              route.beforeFiles &&
              ((values) =>
                route.beforeFiles?.({ ...values, ...pathOf(request) }, request) ?? Promise.resolve()),
          },
        })
      : undefined;
    // The write of the last transaction. The handler may run several transactions, or repeat one.
    let written: { readonly entry?: number } = {};
    try {
      const params = pathOf(request);
      if (received) await yieldToEventLoop();
      const body: unknown = route.body ? parse(route.body, { ...received?.values, ...params }) : params;
      if (received) await yieldToEventLoop();
      const files = received?.files ?? new Map<string, StagedFile>();
      const answer = await route.handle({
        query,
        body,
        user: user as SessionUser,
        authorize: async (trx) => {
          const caller = await confirmUser(sessions, { request, access: route.access, trx });
          written = sign(trx, writerOf(caller, request.id));
          return caller;
        },
        files,
        bodyHash: () => hashOf(body, files),
        origin: originOf(request),
        request,
        reply,
      });
      if (written.entry !== undefined) reply.header(auditLogHeader, String(written.entry));
      if ('json' in answer) return sendReady(request, { reply, ready: answer, cache: route.cache });
      if ('errorInfo' in answer) return { success: false, message: answer.errorInfo, data: null };
      const whole = { success: true, message: answer.message ?? 'OK', data: answer.data };
      if (turns?.isLong(answer.data)) {
        const hash = createHash('sha256');
        const bytes = await turns.write(whole, serialize, (text) => hash.update(text));
        if (route.readsRecord && isKnownRecord(request, { reply, record: answer.data, hash }))
          return sendUnchanged(reply);
        return await reply.type('application/json; charset=utf-8').send(bytes);
      }
      if (
        route.readsRecord &&
        isKnownRecord(request, {
          reply,
          record: answer.data,
          hash: createHash('sha256').update(JSON.stringify(answer.data)),
        })
      )
        return sendUnchanged(reply);
      return whole;
    } finally {
      await received?.discard();
    }
  }
}

const writerOf = ({ id, credential }: SessionUser, requestId: string): Writer => ({
  userId: id,
  tokenId: credential.kind === 'token' ? credential.id : null,
  requestId,
});

const sendUnchanged = (reply: FastifyReply): FastifyReply => reply.code(304).send();

const pathOf = (request: FastifyRequest) => request.params as Record<string, unknown>;

/**
 * Adds an entity tag of the record's version and a hash of the response data, which can change without the record. The version makes the
 * tag valid for `If-Match`.
 * @returns true if the client already has this response
 */
function isKnownRecord(
  request: FastifyRequest,
  { reply, record, hash }: { readonly reply: FastifyReply; readonly record: unknown; readonly hash: Hash },
): boolean {
  const { version = 0 } = record as { version?: number };
  const etag = `"${version}-${hash.digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  return namesTag(request.headers['if-none-match'], etag);
}

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

function sendReady(
  request: FastifyRequest,
  {
    reply,
    ready: { json, etag },
    cache = 'no-cache',
  }: { readonly reply: FastifyReply; readonly ready: ReadyAnswer; readonly cache?: string | undefined },
): FastifyReply {
  reply.headers({ etag, 'cache-control': cache });
  if (namesTag(request.headers['if-none-match'], etag)) return sendUnchanged(reply);
  return reply.type('application/json; charset=utf-8').send(json);
}
