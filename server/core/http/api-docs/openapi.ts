import { errorResponse } from '#contract/core/envelope';
import { type RouteDefinition, isTagged, okSchemaOf } from '../routes.ts';
import { permissionsOf } from '#server/core/auth/access';
import { descriptions } from './descriptions.ts';
import { introduction, tags } from './introduction.ts';
import { createSchemas, type JsonSchema, type Schemas } from './json-schema.ts';
import { otherPaths } from './other-paths.ts';
import { uploadPaths } from './upload-paths.ts';
import { parametersOf } from './parameters.ts';
import type { Operation, PathItem, Server } from './path-item.ts';
import { bodyOf } from './request-bodies.ts';
import {
  errorResponses,
  headers,
  type SchemaReference,
  errorsOf,
  type Response,
  successHeaders,
  unchangedHeaders,
} from './responses.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>> & { readonly license: object };
  readonly servers: readonly Server[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
  readonly paths: Readonly<Record<string, PathItem>>;
}

/** Returns sentences that describe the users who can call the operation. The tests parse these sentences. */
export function accessSentences({ access, proof }: Pick<RouteDefinition, 'access' | 'proof'>): string[] {
  const permissions = permissionsOf(access).map((permission) => `\`${permission}\``);
  const list = permissions.join(', ');
  return [
    ...(permissions.length === 1 ? [`Needs the permission ${list}.`] : []),
    ...(permissions.length > 1 ? [`Needs one of the permissions ${list}.`] : []),
    ...(access === 'user' || proof === 'person' ? ['Takes no API token.'] : []),
    ...(proof ? ['A session needs a password or passkey that was shown within the last 10 minutes.'] : []),
  ];
}

function operationOf(route: RouteDefinition, schemas: Schemas): Operation {
  const parameters = parametersOf(route, schemas);
  const requestBody = bodyOf(route, schemas);
  const description = [route.description ?? descriptions[route.operationId], ...accessSentences(route)]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description !== '' && { description }),
    security: route.access === 'open' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: {
        description: route.mayReject
          ? 'The result, or `success: false` with the reason in `message`.'
          : `The response to “${route.summary}”.`,
        headers: successHeaders(route),
        content: { 'application/json': { schema: schemas.ofResponse(okSchemaOf(route)) } },
      },
      ...(isTagged(route) && {
        304: {
          description: 'Not modified. The response has no body.',
          headers: unchangedHeaders(route),
        },
      }),
      ...errorsOf(route),
    },
  };
}

export const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** Returns every operation of a document with its path and method. */
export function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/** Returns the response that a reference points to, or the response itself. */
export function responseOf({ components }: OpenApiDocument, response: Response | SchemaReference): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  return components.responses[name] ?? { description: '' };
}

/** Adds the operations of the upload protocol to the paths that routes declare. */
const withUploads = (paths: Readonly<Record<string, PathItem>>): Record<string, PathItem> =>
  Object.fromEntries(Object.entries(uploadPaths).map(([path, item]) => [path, { ...paths[path], ...item }]));

/** Creates the API reference as OpenAPI 3.1 from the definitions of the served routes. */
export function describeApi(
  routes: readonly RouteDefinition[],
  title: string,
  version: string,
): OpenApiDocument {
  const schemas = createSchemas();
  schemas.ofResponse(errorResponse);
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  const usedTags = new Set(routes.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api', description: 'The API of this server.' }],
    tags: tags
      .filter(({ name, isAlwaysThere }) => isAlwaysThere || usedTags.has(name))
      .map(({ name, description }) => ({ name, description })),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `access_token` of a sign-in or an API token: `Authorization: Bearer TOKEN`.',
        },
      },
      headers,
      responses: errorResponses,
      schemas: Object.fromEntries([...schemas.named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
    paths: { ...paths, ...otherPaths, ...withUploads(paths) },
  };
}
