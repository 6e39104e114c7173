import { type RouteDefinition, isTagged } from '../routes.ts';
import { permissionsOf } from '../session.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}
export type Referred = { readonly $ref: string };
export type Header = Referred | { readonly description: string; readonly schema: JsonSchema };

const text: JsonSchema = { type: 'string' };

/** The headers that answers carry, by the name of their component. */
export const headers = {
  RequestId: {
    description: 'The id of this request, which the server’s log names too.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: {
    description: 'After how many seconds to try again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  WwwAuthenticate: {
    description: 'How to show who you are: `Bearer`, with the token of a sign-in.',
    required: true,
    schema: text,
  },
  ETag: {
    description:
      'A tag of this answer. Sent back as `If-None-Match`, it spares the answer while nothing changed; that of a record is good for `If-Match`, too.',
    required: true,
    schema: text,
  },
  CacheControl: {
    description: 'Who may keep the answer, and for how long before it asks again.',
    required: true,
    schema: text,
  },
  ContentEncoding: {
    description: 'How the answer is compressed; absent when it is not.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  Vary: {
    description:
      'The headers of the request that the answer depends on; absent when it depends on none, such as a short one.',
    schema: text,
  },
  AnyOrigin: {
    description: 'Pages of every origin may read the answer.',
    required: true,
    schema: { const: '*' },
  },
  ExposedHeaders: {
    description: 'What pages of other origins may read besides the body: `ETag`.',
    required: true,
    schema: text,
  },
} as const;

export const header = (name: keyof typeof headers): Referred => ({ $ref: `#/components/headers/${name}` });
export const requestId = { 'x-request-id': header('RequestId') };
/** The headers that any JSON response may have. */
const anyAnswer = { ...requestId, 'content-encoding': header('ContentEncoding'), vary: header('Vary') };
const retryAfter = { 'retry-after': header('RetryAfter') };

const failing = (description: string, more: Response['headers'] = {}): Response => ({
  description,
  headers: { ...anyAnswer, ...more },
  content: { 'application/json': { schema: refTo('Failure') } },
});

/** The possible errors of a call, by status, each with the name of its component. */
const errorCodes: Readonly<Record<string, readonly [name: string, response: Response]>> = {
  400: ['Unreadable', failing('The request is not HTTP that can be read.')],
  401: [
    'Unauthenticated',
    failing('No token, or one that has ended; at the sign-in: wrong credentials.', {
      'www-authenticate': header('WwwAuthenticate'),
    }),
  ],
  403: ['Forbidden', failing('The permission of this call is missing.')],
  404: ['NotFound', failing('The record doesn’t exist or was deleted.')],
  408: ['TooSlow', failing('The request body was not received in time.')],
  409: [
    'Conflict',
    failing(
      'Somebody else changed the record since, or it is in use, or its code is taken; `message` says which.',
    ),
  ],
  410: ['Gone', failing('It was not gone on with in time.')],
  412: ['OtherVersion', failing('The protocol is tus 1.0.0: send `Tus-Resumable: 1.0.0`.')],
  413: ['TooLarge', failing('The body, or a file in it, is larger than the server takes.')],
  415: [
    'UnsupportedMediaType',
    failing('The body is neither JSON nor a form, or a file is of another kind than its field takes.'),
  ],
  422: ['Invalid', failing('Something in the request is not valid; `errors` says what, field by field.')],
  423: ['Locked', failing('Another request is still writing it.', retryAfter)],
  429: ['TooMany', failing('Too many failed attempts, or too many calls.', retryAfter)],
  500: ['Broken', failing('The server’s own fault, logged there under the request’s id.')],
  503: [
    'Unavailable',
    failing('The server is stopping or busy, or its database or file store is not responding.', retryAfter),
  ],
  507: ['NoRoom', failing('The server is out of disk space. Nothing was changed.')],
};

export const errorResponses: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.values(errorCodes),
);

const publicHeaders = {
  'access-control-allow-origin': header('AnyOrigin'),
  'access-control-expose-headers': header('ExposedHeaders'),
};

/** The headers of the 304 in the place of a success. */
export const unchangedHeaders = (route: RouteDefinition) => ({
  ...requestId,
  ...(route.readsRecord && { vary: header('Vary') }),
  ...(isTagged(route) && { etag: header('ETag'), 'cache-control': header('CacheControl') }),
  ...(route.isPublic && publicHeaders),
});

/** The headers of a call's success. */
export const successHeaders = (route: RouteDefinition) => ({ ...anyAnswer, ...unchangedHeaders(route) });

/** @param statuses of `failures` */
export function knownErrors(...statuses: string[]): Record<string, Referred> {
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const [name] = errorCodes[status] ?? [];
      return name === undefined ? [] : [[status, { $ref: `#/components/responses/${name}` }]];
    }),
  );
}

/** The failures that a call can have follow from what it is. */
export function errorsOf(route: RouteDefinition): Record<string, Referred> {
  const isGuarded =
    permissionsOf(route.access).length > 0 || route.access === 'user' || route.proof !== undefined;
  const isChange = isGuarded && route.method !== 'GET';
  const isSignIn = route.isSignIn === true || route.throttle === 'counts failures itself';
  const namesRecord = route.path.includes(':') || /\/(update|delete)$/.test(route.path);
  return knownErrors(
    '400',
    ...(route.access !== 'open' || isSignIn ? ['401'] : []),
    ...(isGuarded || route.mayForbid ? ['403'] : []),
    ...(namesRecord || route.mayMiss ? ['404'] : []),
    ...(route.body ? ['408'] : []),
    ...(isChange || route.mayConflict ? ['409'] : []),
    ...(route.body ? ['413', '415'] : []),
    ...(route.body || route.query ? ['422'] : []),
    ...(route.throttle || route.cost ? ['429'] : []),
    '500',
    '503',
    ...(route.method === 'GET' ? [] : ['507']),
  );
}
