import { z } from 'zod';
import { documentedAs } from './schema-notes.ts';

/* Lists and objects that are stored as one text, which people can also type. */

/** An invalid value. */
export class StructuredTextError extends Error {}

/** Returns the value of JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A list or object in a request, as it is or as text. An empty list or text removes it; absent changes nothing; null is invalid.
 * @param read returns the stored text, and throws StructuredTextError for an invalid value
 * @param apiSchema the schema in the API reference
 */
export const structuredInput = (read: (value: unknown) => string, apiSchema: z.ZodType) =>
  documentedAs(
    z
      .unknown()
      .optional()
      .transform((value, context) => {
        if (value === undefined) return undefined;
        try {
          return read(value);
        } catch (error) {
          if (!(error instanceof StructuredTextError)) throw error;
          context.addIssue({ code: 'custom', message: error.message });
          return z.NEVER;
        }
      })
      .pipe(z.string().optional()),
    apiSchema,
  );
