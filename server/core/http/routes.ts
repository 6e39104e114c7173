import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { LongList } from '#contract/core/define-resource';
import { envelopeOf, negativeResponse } from '#contract/core/envelope';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import type { ThrottleRule } from '#server/core/auth/throttles';
import type { Schema } from '#server/core/db/schema';
import type { StagedFile } from '#server/core/media/staged-file';
import type { BodyLimits } from './multipart.ts';
import type { Access, Proof } from '#server/core/auth/access';

/** One operation of the API: the data for serving it and for describing it in the reference. */
export interface RouteDefinition<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  ResponseData extends z.ZodType = z.ZodType,
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
  /** True for a request that a page sends on its own. It is no activity of the user, so an idle session still ends. */
  readonly isAutomatic?: true;
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
  readonly response: ResponseData;
  /** True if the operation can return 200 with `success: false` and a message, which is a result and not an error. */
  readonly mayReject?: true;
  /** True if the resource may not exist. The operation then returns 404. */
  readonly mayMiss?: true;
  /** True if a query parameter of this open operation requires a session. */
  readonly mayAuthenticate?: true;
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
  /** True if the query parameter `release` makes the operation read and write in a release. */
  readonly acceptsRelease?: true;
  /** Runs before a file of the body is received, with the fields that precede it. An error rejects the request. */
  beforeFiles?(values: Readonly<Record<string, unknown>>, request: FastifyRequest): Promise<void>;
  /** The `Cache-Control` header of prepared responses. */
  readonly cache?: string;
  /** True if pages of other origins may send the request and read its responses, including errors. */
  readonly isPublic?: true;
  /** Reads that run before the server reports ready, so that the first request finds compiled code and cached pages. They have no user. */
  readonly warmUp?: WarmUp<z.output<ResponseData>>;
  handle(
    call: Call<z.output<Query>, z.output<Body>>,
  ): Promise<{ data: z.output<ResponseData>; message?: string } | { errorInfo: string } | ReadyResponse>;
}

export interface WarmUp<Data> {
  readonly queries: readonly Readonly<Record<string, string>>[];
  /** @param query the parsed query */
  read(query: unknown): Promise<Data>;
}

/** A prepared response with a strong entity tag. A client that has it receives 304. */
export interface ReadyResponse {
  readonly json: Buffer;
  readonly etag: string;
  /** True for a response that only its caller may see. It is never cached. */
  readonly isPrivate?: true;
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

/** Checks the types of a definition. Lists of routes then use the untyped form. */
export function defineRoute<Query extends z.ZodType, Body extends z.ZodType, ResponseData extends z.ZodType>(
  route: RouteDefinition<Query, Body, ResponseData>,
): RouteDefinition {
  return route;
}

/** Returns JSON Schema in the OpenAPI 3.0 dialect, which the serializer supports. Its `nullable` serializes faster than a union. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
}

/** Returns the schema of the 200 response. */
export function okSchemaOf({ response, mayReject }: RouteDefinition): z.ZodType {
  return mayReject ? z.union([envelopeOf(response), negativeResponse]) : envelopeOf(response);
}

/** Returns true if responses have an `ETag`, so 304 is possible. */
export const isTagged = ({ cache, readsRecord }: RouteDefinition): boolean =>
  cache !== undefined || readsRecord === true;
