import { z } from 'zod';

/** Returns the maximum text length that all steps of a schema accept. */
function longest(schema: unknown): number {
  if (schema instanceof z.ZodPipe) return Math.min(longest(schema.in), longest(schema.out));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return longest(schema.unwrap());
  return (schema instanceof z.ZodString && schema.maxLength) || Number.POSITIVE_INFINITY;
}

/** Returns the maximum text length of a field in an object schema; undefined if there is no limit. */
export function maxLengthOf(schema: unknown, field: string): number | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const length = longest((schema.shape as Record<string, unknown>)[field]);
  return Number.isFinite(length) ? length : undefined;
}

/** Returns the validation errors of a value: the first message of each path. Path segments are joined by dots: `items.0.book_code`. */
export function schemaErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  return errors;
}
