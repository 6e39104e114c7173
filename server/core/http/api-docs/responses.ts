import { isLimited } from '#server/core/auth/call-points';
import { type RouteDefinition, isTagged } from '../routes.ts';
import { permissionsOf } from '#server/core/auth/access';
import { refTo, type JsonSchema } from './json-schema.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}
export type SchemaReference = { readonly $ref: string };
export type Header = SchemaReference | { readonly description: string; readonly schema: JsonSchema };

const text: JsonSchema = { type: 'string' };

/** The response headers by component name. */
export const headers = {
  RequestId: {
    description: 'The ID of the request, which the server log also has.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: {
    description: 'The number of seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  WwwAuthenticate: {
    description: 'The authentication scheme: `Bearer`, with the token of a sign-in.',
    required: true,
    schema: text,
  },
  ETag: {
    description:
      'The tag of the response. Send it as `If-None-Match` to get an empty 304 if nothing changed. The tag of a record also works as `If-Match`.',
    required: true,
    schema: text,
  },
  CacheControl: {
    description: 'The caches that can store the response, and for how long.',
    required: true,
    schema: text,
  },
  ContentEncoding: {
    description: 'The compression of the response. Absent if it is not compressed.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  Vary: {
    description: 'The request headers that the response depends on. Absent if there are none.',
    schema: text,
  },
  AnyOrigin: {
    description: 'Pages of every origin can read the response.',
    required: true,
    schema: { const: '*' },
  },
  ExposedHeaders: {
    description: 'The headers that pages of other origins can read: `ETag`.',
    required: true,
    schema: text,
  },
} as const;

export const header = (name: keyof typeof headers): SchemaReference => ({
  $ref: `#/components/headers/${name}`,
});
export const requestId = { 'x-request-id': header('RequestId') };
/** The headers of any JSON response. */
const anyResponse = { ...requestId, 'content-encoding': header('ContentEncoding'), vary: header('Vary') };
const retryAfter = { 'retry-after': header('RetryAfter') };

const errorResponseOf = (description: string, more: Response['headers'] = {}): Response => ({
  description,
  headers: { ...anyResponse, ...more },
  content: { 'application/json': { schema: refTo('Failure') } },
});

/** The possible errors of an operation by status, each with its component name. */
const errorCodes: Readonly<Record<string, readonly [name: string, response: Response]>> = {
  400: ['Unreadable', errorResponseOf('The request is not valid HTTP.')],
  401: [
    'Unauthenticated',
    errorResponseOf('The token is missing or has expired. At a sign-in, the credentials are wrong.', {
      'www-authenticate': header('WwwAuthenticate'),
    }),
  ],
  403: ['Forbidden', errorResponseOf('You don’t have the permission for this request.')],
  404: ['NotFound', errorResponseOf('The record doesn’t exist or was deleted.')],
  408: ['TooSlow', errorResponseOf('The request body was not received in time.')],
  409: [
    'Conflict',
    errorResponseOf(
      'The record has changed since, is in use, or its code is taken. `message` has the reason.',
    ),
  ],
  410: ['Gone', errorResponseOf('The upload has expired.')],
  412: [
    'OtherVersion',
    errorResponseOf('The protocol version is not supported. Send `Tus-Resumable: 1.0.0`.'),
  ],
  413: ['TooLarge', errorResponseOf('The body or a file in it is too large.')],
  415: [
    'UnsupportedMediaType',
    errorResponseOf('The body is neither JSON nor a form, or a file has the wrong type.'),
  ],
  422: ['Invalid', errorResponseOf('The request has invalid fields. `errors` has a message for each field.')],
  423: ['Locked', errorResponseOf('Another request is writing to the upload.', retryAfter)],
  429: ['TooMany', errorResponseOf('There were too many failed attempts or too many requests.', retryAfter)],
  500: [
    'Broken',
    errorResponseOf('An error of the server. The server log has it with the ID of the request.'),
  ],
  503: [
    'Unavailable',
    errorResponseOf(
      'The server is stopping or busy, or its database or file storage is not responding.',
      retryAfter,
    ),
  ],
  507: ['NoRoom', errorResponseOf('The disk of the server is full. Nothing was changed.')],
};

export const errorResponses: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.values(errorCodes),
);

const publicHeaders = {
  'access-control-allow-origin': header('AnyOrigin'),
  'access-control-expose-headers': header('ExposedHeaders'),
};

/** Returns the headers of a 304 response. */
export const unchangedHeaders = (route: RouteDefinition) => ({
  ...requestId,
  ...(route.readsRecord && { vary: header('Vary') }),
  ...(isTagged(route) && { etag: header('ETag'), 'cache-control': header('CacheControl') }),
  ...(route.isPublic && publicHeaders),
});

/** Returns the headers of a successful response. */
export const successHeaders = (route: RouteDefinition) => ({ ...anyResponse, ...unchangedHeaders(route) });

/**
 * Returns references to the error responses.
 * @param statuses keys of `errorCodes`
 */
export function knownErrors(...statuses: string[]): Record<string, SchemaReference> {
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const [name] = errorCodes[status] ?? [];
      return name === undefined ? [] : [[status, { $ref: `#/components/responses/${name}` }]];
    }),
  );
}

/** Returns the errors that an operation can return, derived from its definition. */
export function errorsOf(route: RouteDefinition): Record<string, SchemaReference> {
  const isGuarded =
    permissionsOf(route.access).length > 0 || route.access === 'user' || route.proof !== undefined;
  const isChange = isGuarded && route.method !== 'GET';
  const isSignIn = route.isSignIn === true || route.throttle === 'counts failures itself';
  const namesRecord = route.path.includes(':') || /\/(update|delete)$/.test(route.path);
  return knownErrors(
    '400',
    ...(route.access !== 'open' || isSignIn || route.mayAuthenticate ? ['401'] : []),
    ...(isGuarded || route.mayForbid || route.acceptsRelease ? ['403'] : []),
    ...(namesRecord || route.mayMiss || route.acceptsRelease ? ['404'] : []),
    ...(route.body ? ['408'] : []),
    ...(isChange || route.mayConflict ? ['409'] : []),
    ...(route.body ? ['413', '415'] : []),
    ...(route.body || route.query || route.acceptsRelease ? ['422'] : []),
    ...(route.throttle || isLimited(route.method, route.path) ? ['429'] : []),
    '500',
    '503',
    ...(route.method === 'GET' && !route.acceptsRelease && !route.mayAuthenticate ? [] : ['507']),
  );
}
