import { limits } from '#contract/core/limits';
import { releaseParameter } from '#contract/releases/release-parameter';
import { hasIdInPath } from '#contract/core/define-resource';
import { type RouteDefinition, isTagged } from '../routes.ts';
import { permissionsOf } from '#server/core/auth/access';
import type { JsonSchema, Schemas } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /** The format of an object: `custom[season]=2`. */
  readonly style?: 'deepObject';
  readonly explode?: true;
  readonly example?: unknown;
}

const headerParameter = (
  name: string,
  description: string,
  schema: JsonSchema = { type: 'string' },
): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

export const ifNoneMatch = headerParameter(
  'If-None-Match',
  'One or more `ETag` values of earlier responses, separated by commas. An unchanged response returns 304 without a body.',
);

const idempotencyKey = headerParameter(
  'Idempotency-Key',
  'A unique text of yours, such as a UUID. If you repeat a request with the same key and body within 24 hours, the server returns the first ' +
    'record and creates no other. The same key with another body fails with 422.',
  { type: 'string', minLength: 1, maxLength: 255 },
);

const ifMatch = headerParameter(
  'If-Match',
  'The version on which the change is based: the `ETag` of the record, or its `version` as a tag, such as `"3"`. You can send several, ' +
    'separated by commas. `*` matches every version. If none matches, the request fails with 409. A `version` in the body takes precedence.',
);

const idInPath: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID of the record.',
  schema: { type: 'integer', minimum: 1 },
};

export const uploadInPath: Parameter = {
  name: 'upload',
  in: 'path',
  required: true,
  description: 'The ID of the upload: the part of its address after `/api/uploads/`.',
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

const revisionInPath: Parameter = {
  name: 'revision',
  in: 'path',
  required: true,
  description: 'The number of the content version.',
  schema: { type: 'integer', minimum: 0 },
};

const changeInPath: Parameter = {
  name: 'change',
  in: 'path',
  required: true,
  description: 'The ID of the change.',
  schema: { type: 'integer', minimum: 1, maximum: limits.maxInteger },
};

const commentInPath: Parameter = {
  ...changeInPath,
  name: 'comment',
  description: 'The ID of the comment.',
};

export const releaseInQuery: Parameter = {
  name: releaseParameter,
  in: 'query',
  required: false,
  description:
    'The ID of a release: reads the catalogue with its changes, and saves into it instead of live. Requires `releases:edit`.',
  schema: { type: 'integer', minimum: 1, maximum: limits.maxInteger },
};

/** Returns all parameters of an operation: everything that is sent outside the body. */
export function parametersOf(route: RouteDefinition, schemas: Schemas): Parameter[] {
  const isEdit =
    permissionsOf(route.access).length === 1 &&
    permissionsOf(route.access).some(
      (permission) => permission.endsWith(':edit') && !/^(?:settings|releases):/.test(permission),
    ) &&
    route.method !== 'GET' &&
    !route.isRepeatable;
  const isUpdate = (hasIdInPath(route) && route.method !== 'POST') || route.path.endsWith('/update');
  const query = route.query ? schemas.resolve(schemas.ofRequest(route.query)) : {};
  return [
    ...(hasIdInPath(route) ? [idInPath] : []),
    ...(route.path.includes(':upload') ? [uploadInPath] : []),
    ...(route.path.includes(':change') ? [changeInPath] : []),
    ...(route.path.includes(':comment') ? [commentInPath] : []),
    ...(route.path.includes(':revision') ? [revisionInPath] : []),
    ...Object.entries(query.properties ?? {}).map(
      ([name, { description, ...schema }]): Parameter => ({
        name,
        in: 'query',
        required: query.required?.includes(name) ?? false,
        description: description ?? '',
        schema,
        ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      }),
    ),
    ...(route.acceptsRelease ? [releaseInQuery] : []),
    ...(isTagged(route) ? [ifNoneMatch] : []),
    ...(isEdit && !isUpdate ? [idempotencyKey] : []),
    ...(isEdit && isUpdate ? [ifMatch] : []),
  ];
}
