import { z } from 'zod';

/** What a schema lets through in the end, without what prepares or excuses the value. */
function innermost(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return innermost(schema.out);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return innermost(schema.unwrap());
  return schema;
}

/** The longest text that an object's schema accepts in a field; undefined where it sets no limit. */
export function maxLengthOf(schema: unknown, field: string): number | undefined {
  const object = innermost(schema);
  if (!(object instanceof z.ZodObject)) return undefined;
  const text = innermost((object.shape as Record<string, unknown>)[field]);
  return text instanceof z.ZodString ? (text.maxLength ?? undefined) : undefined;
}

/** What a schema finds wrong with a value, the first message of each path, paths with dots: `items.0.book_code`. */
export function schemaErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  return errors;
}
