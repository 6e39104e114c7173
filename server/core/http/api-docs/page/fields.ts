import type { JsonSchema } from '../json-schema.ts';
import { escape, inline } from './markup.ts';

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const list = (texts: readonly string[], last: string): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`;

/** Returns a description of the values that a schema accepts. Named schemas are links. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, oneOf, format } = schema;
  if ($ref) return `<a href="#schema-${nameOf($ref)}">${nameOf($ref)}</a>`;
  const options = anyOf ?? oneOf;
  if (options) return list(options.map(typeOf), 'or');
  if ('const' in schema) return `<code>${escape(JSON.stringify(schema['const']))}</code>`;
  const values = schema['enum'];
  if (Array.isArray(values))
    return list(
      values.map(
        (value) => `<code>${escape(typeof value === 'string' ? value : JSON.stringify(value))}</code>`,
      ),
      'or',
    );
  if (Array.isArray(type))
    return list(
      type.map((item: string) => typeOf({ ...schema, type: item })),
      'or',
    );
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (type === 'object') return 'object';
  if (type === 'null') return '<code>null</code>';
  if (format === 'binary') return 'file';
  if (format === 'date-time') return 'time';
  if (format === 'uri-reference') return 'address';
  if (format === 'email') return 'email address';
  if (type === 'string') return 'text';
  if (type === 'integer') return 'whole number';
  if (type === 'boolean') return '<code>true</code> or <code>false</code>';
  return typeof type === 'string' ? escape(type) : 'anything';
}

/** Returns descriptions of the bounds of a value. */
function boundsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, minItems, maxItems } = schema as Record<string, number | undefined>;
  return [
    ...(minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1
      ? [`${minimum} to ${maximum}`]
      : []),
    ...(minimum !== undefined && (maximum === undefined || maximum >= 2 ** 31 - 1)
      ? [`at least ${minimum}`]
      : []),
    ...(schema['pattern'] === '\\S' ? ['not blank'] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minItems ? [`at least ${minItems}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(schema['default'] === undefined ? [] : [`${JSON.stringify(schema['default'])} unless given`]),
  ];
}

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  readonly location?: string;
}

/** Returns the HTML of a list of fields: name, type, bounds and description. Fields of unnamed objects are nested. */
export function fieldList(fields: readonly Field[]): string {
  const rows = fields.map(({ name, schema, description, isRequired, location }) => {
    const bounds = boundsOf(schema);
    const inner = fieldsOf(schema.type === 'array' ? (schema.items ?? {}) : schema);
    return `<div class="field"><dt><code>${escape(name)}</code>${isRequired ? '<span class="required">required</span>' : ''}</dt>
<dd><span class="type">${[typeOf(schema), ...(location ? [`in the ${location}`] : []), ...bounds.map(escape)].join(', ')}</span>${
      description ? `<p>${inline(description)}</p>` : ''
    }${inner.length > 0 ? fieldList(inner) : ''}</dd></div>`;
  });
  return `<dl class="fields">${rows.join('')}</dl>`;
}

/** Returns the fields of an object schema. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description,
    isRequired: required.includes(name),
  }));
}

/** Returns the HTML of a named schema with its fields or its alternatives. */
export function schemaBlock(name: string, schema: JsonSchema): string {
  const texts = fieldsOf(schema);
  const options = schema.oneOf ?? schema.anyOf;
  return `<article class="schema" id="schema-${name}" aria-labelledby="schema-${name}-name"><h3 id="schema-${name}-name"><a href="#schema-${name}">${name}</a></h3>${
    options ? `<p>One of ${list(options.map(typeOf), 'or')}.</p>` : fieldList(texts)
  }</article>`;
}
