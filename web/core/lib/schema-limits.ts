import { z } from 'zod';

/** The longest text that gets through a schema, by all the steps that it is made of. */
function longest(schema: unknown): number {
  if (schema instanceof z.ZodPipe) return Math.min(longest(schema.in), longest(schema.out));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return longest(schema.unwrap());
  return (schema instanceof z.ZodString && schema.maxLength) || Number.POSITIVE_INFINITY;
}

/** The longest text that an object's schema accepts in a field; undefined where it sets no limit. */
export function maxLengthOf(schema: unknown, field: string): number | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const length = longest((schema.shape as Record<string, unknown>)[field]);
  return Number.isFinite(length) ? length : undefined;
}

/** The errors of a value by its schema: the first message of each path, paths with dots: `items.0.book_code`. */
export function schemaErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  return errors;
}
