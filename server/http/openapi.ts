import { z } from 'zod';
import { failure } from '#contract/envelope';
import { type RouteDefinition, okSchemaOf, toJsonSchema } from './routes.ts';

export interface OpenApiOperation {
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

export interface OpenApiParameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface OpenApiDocument {
  openapi: '3.0.3';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, JsonSchema> };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

export type JsonSchema = Record<string, unknown>;

const json = 'application/json';
const multipart = 'multipart/form-data';

const refusals: Readonly<Record<string, string>> = {
  401: 'No or no live session; wrong credentials',
  403: 'The permission is missing',
  404: 'Unknown id, or nothing there',
  409: 'In use, or changed by someone else',
  413: 'Too large',
  415: 'The file is of another kind than its field takes',
  422: 'Invalid; `errors` names the fields',
  429: 'Too many attempts; see Retry-After',
};

const refusalsOf = (route: RouteDefinition): string[] => [
  ...(route.access === 'open' ? (route.path.startsWith('/auth') ? ['401', '429'] : []) : ['401']),
  ...(route.access.includes(':') ? ['403', '409'] : []),
  ...(route.path.includes(':id') || /\/(update|delete)$/.test(route.path) || route.mayMiss ? ['404'] : []),
  ...(Object.keys(route.files ?? {}).length > 0 ? ['413', '415'] : []),
  ...(route.body || route.query ? ['422'] : []),
];

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}

function bodyOf(route: RouteDefinition): OpenApiOperation['requestBody'] {
  if (!route.body) return undefined;
  const schema = toJsonSchema(route.body, 'output');
  const idTravelsInPath = route.path.includes(':id');
  const properties = { ...propertiesOf(schema) };
  if (idTravelsInPath) delete properties['id'];
  const required = ((schema['required'] ?? []) as string[]).filter((key) => key in properties);
  const fields = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const files = Object.entries(route.files ?? {}).map(([field, kind]): [string, JsonSchema] => [
    field,
    { type: 'string', format: 'binary', description: `${kind} file` },
  ]);
  const form = { ...fields, properties: { ...properties, ...Object.fromEntries(files) } };
  return {
    required: true,
    content: {
      ...(route.encoding !== 'multipart' && { [json]: { schema: fields } }),
      // Files travel in forms only.
      ...((route.encoding === 'multipart' || files.length > 0) && { [multipart]: { schema: form } }),
    },
  };
}

function operationOf(route: RouteDefinition): OpenApiOperation {
  const path = [...route.path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): OpenApiParameter => ({ name, in: 'path', required: true, schema: { type: 'integer' } }),
  );
  const query = route.query ? Object.entries(propertiesOf(toJsonSchema(route.query, 'input'))) : [];
  const isCreate =
    route.method === 'POST' && route.access.endsWith(':edit') && !route.path.endsWith('/update');
  const requestBody = bodyOf(route);
  return {
    tags: [route.tag],
    summary: route.summary,
    ...(route.access.includes(':') && { description: `Needs the permission \`${route.access}\`.` }),
    security: route.access === 'open' ? [] : [{ session: [] }],
    parameters: [
      ...path,
      ...query.map(
        ([name, { description }]): OpenApiParameter => ({
          name,
          in: 'query',
          required: false,
          ...(typeof description === 'string' && { description }),
          schema: { type: 'string' },
        }),
      ),
      ...(route.cache
        ? [
            {
              name: 'If-None-Match',
              in: 'header' as const,
              required: false,
              description: 'The `ETag` of an earlier answer: 304 without a body while it is still the same.',
              schema: { type: 'string' },
            },
          ]
        : []),
      ...(isCreate
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header' as const,
              required: false,
              description: 'The same key, user and body give the same record for 24 hours.',
              schema: { type: 'string' },
            },
          ]
        : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      200: {
        description: route.mayRefuse
          ? 'Success, or `success: false` with the reason as `message`'
          : 'Success',
        content: { [json]: { schema: toJsonSchema(okSchemaOf(route), 'output') } },
      },
      ...(route.cache && { 304: { description: 'The same as the answer with that `ETag`' } }),
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [
          status,
          {
            description: refusals[status] ?? '',
            content: { [json]: { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  };
}

/** The API reference as OpenAPI 3.0, made from the very definitions that serve the calls. */
export function describeApi(
  routes: readonly RouteDefinition[],
  title: string,
  version: string,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: `${title} API`,
      version,
      description:
        'Every answer is `{success, message, data}`. Lists take `page`, `items_per_page` (1 to 100) and `search` (or `q`). ' +
        'Send the token of a sign-in as `Authorization: Bearer TOKEN`.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: z.toJSONSchema(failure, { target: 'openapi-3.0' }) },
    },
    paths,
  };
}
