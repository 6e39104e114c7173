import type { z } from 'zod';

/** Data about a schema for the API reference. Parsing and serialization ignore it. */
export interface Note {
  /** The name of the schema in the reference: `Book`. */
  readonly id?: string;
  /** The schema to document if the actual one is more tolerant. */
  readonly apiSchema?: z.ZodType;
  /** True if this server always sends the key and clients accept responses without it. */
  readonly always?: true;
  /** Keywords of JSON Schema: `format`, `minimum`. */
  readonly keywords?: Readonly<Record<string, unknown>>;
}

const notes = new WeakMap<z.core.$ZodType, Note>();

/** Returns the note of a schema. Copies that zod makes for a description or a refinement inherit it, except for the name. */
export function schemaNoteOf(schema: z.core.$ZodType): Note {
  const { parent } = schema._zod;
  if (!parent) return notes.get(schema) ?? {};
  const { id: _name, ...inherited } = schemaNoteOf(parent);
  return { ...inherited, ...notes.get(schema) };
}

/** Returns a copy of a schema with a note. The shared schema is unchanged. */
function addNote<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  const copy = schema.clone();
  notes.set(copy, note);
  return copy;
}

/** Sets the name of a schema in the API reference. */
export const namedSchema = <Schema extends z.ZodType>(id: string, schema: Schema): Schema =>
  addNote(schema, { id });

/** Sets the schema that the API reference documents instead. */
export const documentedAs = <Schema extends z.ZodType>(schema: Schema, apiSchema: z.ZodType): Schema =>
  addNote(schema, { apiSchema });

/** Marks a response key that this server always sends and clients treat as optional. */
export const always = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> =>
  addNote(schema.optional(), { always: true });

export const withKeywords = <Schema extends z.ZodType>(
  schema: Schema,
  keywords: NonNullable<Note['keywords']>,
): Schema => addNote(schema, { keywords });
