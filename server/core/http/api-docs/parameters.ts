import { hasIdInPath } from '#contract/core/define-resource';
import { type RouteDefinition, isTagged } from '../routes.ts';
import { permissionsOf } from '../session.ts';
import type { JsonSchema, Schemas } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
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
  'The `ETag` of an earlier answer, or several with commas between: 304 without a body while it is still the same.',
);

const idempotencyKey = headerParameter(
  'Idempotency-Key',
  'A text of your own, such as a UUID. The same key, user and body give the same record and the same answer for 24 hours, so ' +
    'a create whose answer was lost can be sent again. The same key with another body: 422.',
  { type: 'string', minLength: 1, maxLength: 255 },
);

const ifMatch = headerParameter(
  'If-Match',
  'What the change is based on: the `ETag` of the record as it was read, or its `version` as a tag, `"3"`. Of several with commas ' +
    'between, one must fit; `*` fits every version. 409 when none fits. Where the body has a `version`, that one decides.',
);

const idInPath: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the record.',
  schema: { type: 'integer', minimum: 1 },
};

export const uploadInPath: Parameter = {
  name: 'upload',
  in: 'path',
  required: true,
  description: 'The id of the upload: what stands behind `/api/uploads/` in its address.',
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

const revisionInPath: Parameter = {
  name: 'revision',
  in: 'path',
  required: true,
  description: 'The number of a saved inside of the book.',
  schema: { type: 'integer', minimum: 0 },
};

/** Everything of a call that travels outside its body. */
export function parametersOf(route: RouteDefinition, schemas: Schemas): Parameter[] {
  const isEdit =
    permissionsOf(route.access).length === 1 &&
    permissionsOf(route.access).some((one) => one.endsWith(':edit') && !one.startsWith('settings:')) &&
    route.method !== 'GET' &&
    !route.isRepeatable;
  const isUpdate = (hasIdInPath(route) && route.method !== 'POST') || route.path.endsWith('/update');
  const query = route.query ? schemas.resolve(schemas.ofRequest(route.query)) : {};
  return [
    ...(hasIdInPath(route) ? [idInPath] : []),
    ...(route.path.includes(':upload') ? [uploadInPath] : []),
    ...(route.path.includes(':revision') ? [revisionInPath] : []),
    ...Object.entries(query.properties ?? {}).map(
      ([name, { description, ...schema }]): Parameter => ({
        name,
        in: 'query',
        required: query.required?.includes(name) ?? false,
        description: description ?? '',
        schema,
      }),
    ),
    ...(isTagged(route) ? [ifNoneMatch] : []),
    ...(isEdit && !isUpdate ? [idempotencyKey] : []),
    ...(isEdit && isUpdate ? [ifMatch] : []),
  ];
}
