import { z } from 'zod';
import { schemaNoteOf } from '#contract/core/schema-notes';

export interface JsonSchema {
  [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';
export const refTo = (name: string): JsonSchema => ({ $ref: `${prefix}${name}` });

/** Converts schemas of the contract to schemas of the API reference, and collects the named ones. */
export type Schemas = ReturnType<typeof createSchemas>;

export function createSchemas() {
  const schemasById = new Map<string, JsonSchema>();
  const sources = new Map<string, z.core.$ZodType>();

  function convert(schema: z.core.$ZodType, io: Direction): JsonSchema {
    const { id } = schemaNoteOf(schema);
    return id === undefined ? build(schema, io) : refer(id, schema, io);
  }

  function refer(id: string, schema: z.core.$ZodType, io: Direction): JsonSchema {
    if (sources.get(id) !== schema) {
      sources.set(id, schema);
      const cachedSchema = schemasById.get(id);
      const newSchema = build(schema, io);
      if (cachedSchema && JSON.stringify(cachedSchema) !== JSON.stringify(newSchema))
        throw new Error(`Two schemas of the reference are called ${id}.`);
      schemasById.set(id, newSchema);
    }
    return refTo(id);
  }

  function build(root: z.core.$ZodType, io: Direction): JsonSchema {
    const { $schema: _dialect, ...json } = z.toJSONSchema(root, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        const { id, apiSchema } = schemaNoteOf(zodSchema);
        if (id !== undefined && zodSchema !== root) {
          replace(jsonSchema, refer(id, zodSchema, io));
          if (schemasById.get(id)?.description === jsonSchema.description) delete jsonSchema.description;
        } else if (apiSchema) replace(jsonSchema, convert(apiSchema, io));
        if (!jsonSchema.$ref) refine(zodSchema, jsonSchema, io);
      },
    });
    return json as JsonSchema;
  }

  return {
    named: schemasById,
    /** Returns the schema of a request. */
    ofRequest: (schema: z.ZodType) => convert(schema, 'input'),
    /** Returns the schema of a response. */
    ofResponse: (schema: z.ZodType) => convert(schema, 'output'),
    /** Adds a named schema that the contract does not contain, and returns a reference to it. */
    add(name: string, schema: JsonSchema): JsonSchema {
      schemasById.set(name, schema);
      return refTo(name);
    },
    /** Returns the schema that a reference points to, or the schema itself. */
    resolve(schema: JsonSchema): JsonSchema {
      return schema.$ref ? (schemasById.get(schema.$ref.slice(prefix.length)) ?? {}) : schema;
    },
  };
}

function refine(schema: z.core.$ZodType, json: Record<string, unknown>, io: Direction): void {
  const { apiSchema, keywords } = schemaNoteOf(schema);
  withoutNoise(json);
  Object.assign(json, keywords);
  const { def } = schema._zod;
  if (isObject(def) && !apiSchema) requireKeys(def.shape, json, io);
  if (isTaggedUnion(def)) addDiscriminator(def, json);
}

const isObject = (def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef => def.type === 'object';
const isTaggedUnion = (def: z.core.$ZodTypeDef): def is z.core.$ZodDiscriminatedUnionDef =>
  def.type === 'union' && 'discriminator' in def;

/** Replaces a schema with another one and preserves its description. */
function replace(json: Record<string, unknown>, schema: JsonSchema): void {
  const { description } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, schema, description !== undefined && { description });
}

/** Removes keywords without information: safe-integer bounds, patterns of a format, closed objects. */
function withoutNoise(json: Record<string, unknown>): void {
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['format'] !== undefined) delete json['pattern'];
  if (json['additionalProperties'] === false) delete json['additionalProperties'];
  if (json['propertyNames'] !== undefined) delete json['propertyNames'];
  if (json['description'] === '') delete json['description'];
}

/**
 * Sets the required keys. A request key is required if the schema rejects its absence. A response key is required if the server always
 * sends it.
 */
function requireKeys(shape: z.core.$ZodShape, json: Record<string, unknown>, io: Direction): void {
  const requiredFields = Object.entries(shape).filter(([, field]) =>
    io === 'input'
      ? !z.safeParse(field, undefined).success
      : field._zod.optout !== 'optional' || schemaNoteOf(field).always,
  );
  if (requiredFields.length > 0) json['required'] = requiredFields.map(([key]) => key);
  else delete json['required'];
}

function addDiscriminator(def: z.core.$ZodDiscriminatedUnionDef, json: Record<string, unknown>): void {
  const options = def.options.map((option): [string, string] => {
    const tag = isObject(option._zod.def) ? option._zod.def.shape[def.discriminator] : undefined;
    const [value] = tag?._zod.values ?? [];
    return [String(value), `${prefix}${schemaNoteOf(option).id}`];
  });
  json['oneOf'] = options.map(([, $ref]) => ({ $ref }));
  delete json['anyOf'];
  json['discriminator'] = { propertyName: def.discriminator, mapping: Object.fromEntries(options) };
}
