import { z } from 'zod';
import { isRecord } from '#contract/core/envelope';

/**
 * Completes a record of a server that follows the specification. Texts, lists and booleans of `schema` that are missing or null become
 * blank, empty and false. Missing numbers and objects stay missing, since 0 is a meaningful value. Keys outside `schema` are not changed.
 */
export function complete(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional)
    return value === undefined || (value === null && !(schema.unwrap() instanceof z.ZodNullable))
      ? undefined
      : complete(schema.unwrap(), value);
  if (schema instanceof z.ZodNullable) return value == null ? null : complete(schema.unwrap(), value);
  if (schema instanceof z.ZodString)
    return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  if (schema instanceof z.ZodBoolean) return [true, 1, '1', 'true'].some((yes) => yes === value);
  if (schema instanceof z.ZodArray) {
    const entries: unknown[] = Array.isArray(value) ? value : [];
    return entries.filter((entry) => entry != null).map((entry) => complete(schema.element, entry));
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value ?? undefined;
  const completeValue = { ...value };
  for (const [key, fieldSchema] of Object.entries(schema.shape)) {
    const completedField = complete(fieldSchema, value[key]);
    if (completedField === undefined) delete completeValue[key];
    else completeValue[key] = completedField;
  }
  return completeValue;
}
