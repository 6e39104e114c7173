import type { z } from 'zod';

/** What the API reference says of a schema and zod does not know. The server's parsing and answering never read it. */
export interface Note {
  /** The name of the schema in the reference: `Book`. */
  readonly id?: string;
  /** What a caller sends or receives, where the schema itself is looser: a request is read tolerantly, and our own client reads answers of other servers. */
  readonly wire?: z.ZodType;
  /** This server always sends the key; our own client does without it. */
  readonly always?: true;
  /** Keywords of JSON Schema: `format`, `minimum`. */
  readonly keywords?: Readonly<Record<string, unknown>>;
}

const notes = new WeakMap<z.core.$ZodType, Note>();

/** The note of a schema. Copies that zod makes (for a description, for a refinement) inherit it, but not the name. */
export function schemaNoteOf(schema: z.core.$ZodType): Note {
  const { parent } = schema._zod;
  if (!parent) return notes.get(schema) ?? {};
  const { id: _name, ...inherited } = schemaNoteOf(parent);
  return { ...inherited, ...notes.get(schema) };
}

/** A copy with a note, so that a shared schema stays as it is elsewhere. */
function noted<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  const copy = schema.clone();
  notes.set(copy, note);
  return copy;
}

/** Gives a schema its name in the API reference. */
export const named = <Schema extends z.ZodType>(id: string, schema: Schema): Schema => noted(schema, { id });

/** Says what stands in the API reference in place of a schema. */
export const documentedAs = <Schema extends z.ZodType>(schema: Schema, wire: z.ZodType): Schema =>
  noted(schema, { wire });

/** A key of an answer that this server always sends, though our client reads answers without it. */
export const always = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> =>
  noted(schema.optional(), { always: true });

export const withKeywords = <Schema extends z.ZodType>(
  schema: Schema,
  keywords: NonNullable<Note['keywords']>,
): Schema => noted(schema, { keywords });
