import type { RouteDefinition } from '../routes.ts';
import type { JsonSchema, Schemas } from './json-schema.ts';

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
  readonly example?: unknown;
}

const fileTypes = {
  image: 'image/png, image/jpeg, image/webp, image/gif, image/avif',
  audio: 'audio/mpeg, audio/mp4, audio/ogg, audio/flac, audio/wav',
} as const;

const fileFormats = {
  image: 'JPEG, PNG, WebP, GIF or AVIF',
  audio: 'MP3, M4A, M4B, Ogg, Opus, FLAC or WAV',
} as const;

/** Returns the request body in the encodings that the reference shows: JSON, and a form if the operation accepts files. */
export function bodyOf(route: RouteDefinition, schemas: Schemas): RequestBody | undefined {
  if (!route.body) return undefined;
  const whole = schemas.ofRequest(route.body);
  const inPath = Array.from(route.path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const json = inPath.length > 0 ? without(inPath, whole, schemas) : whole;
  const files = Object.entries(route.files ?? {});
  const takesForm = route.encoding === 'multipart' || files.length > 0;
  return {
    required: true,
    content: {
      'application/json': { schema: json },
      ...(takesForm && { 'multipart/form-data': formOf(json, files, schemas) }),
    },
  };
}

const nameOf = ({ $ref = '' }: JsonSchema): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Returns the schema without the fields that are in the path. */
function without(names: readonly string[], schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { properties: all = {}, required: needed = [], ...rest } = schemas.resolve(schema);
  const properties = Object.fromEntries(Object.entries(all).filter(([key]) => !names.includes(key)));
  const requiredNames = needed.filter((key) => !names.includes(key));
  return schemas.add(nameOf(schema), {
    ...rest,
    properties,
    ...(requiredNames.length > 0 && { required: requiredNames }),
  });
}

/** Returns the same fields in form notation: `author[name]`, repeated `book_codes[]`, `items[]` as JSON each, and files. */
function formOf(json: JsonSchema, files: [string, 'image' | 'audio'][], schemas: Schemas): MediaType {
  const { properties = {}, required = [] } = schemas.resolve(json);
  const fields: Record<string, JsonSchema> = {};
  const encoding: Record<string, { contentType: string }> = {};
  const mandatory: string[] = [];

  for (const [key, field] of Object.entries(properties)) {
    const { type, properties: members, items } = schemas.resolve(field);
    if (members) {
      for (const [child, schema] of Object.entries(members)) fields[`${key}[${child}]`] = schema;
    } else if (type === 'array') {
      fields[`${key}[]`] = field;
      if (required.includes(key)) mandatory.push(`${key}[]`);
      if (schemas.resolve(items ?? {}).type !== 'string')
        encoding[`${key}[]`] = { contentType: 'application/json' };
    } else {
      fields[key] = field;
      if (required.includes(key)) mandatory.push(key);
    }
  }
  for (const [field, kind] of files) {
    const removal = `remove_${field}`;
    const absent = removal in fields ? `the stored file stays, unless \`${removal}\` is true` : 'none';
    fields[field] = {
      type: 'string',
      format: 'binary',
      description: `A file: ${fileFormats[kind]}, told by its content. Absent: ${absent}.`,
    };
    encoding[field] = { contentType: fileTypes[kind] };
  }
  const form: JsonSchema = {
    type: 'object',
    properties: fields,
    ...(mandatory.length > 0 && { required: mandatory }),
  };
  return {
    schema: schemas.add(`${nameOf(json)}Form`, form),
    ...(Object.keys(encoding).length > 0 && { encoding }),
  };
}
