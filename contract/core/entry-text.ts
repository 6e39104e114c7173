import { z } from 'zod';
import { documentedAs } from './schema-notes.ts';

/* Lists that are stored as one text, which people can also type. */

/** An invalid entry of such a list. */
export class EntryError extends Error {}

/** Returns the value of JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A list in a request, as a list or as text. An empty list or text removes the entries; absent changes nothing.
 * @param read returns the stored text, and throws EntryError for an invalid list
 * @param apiSchema the schema in the API reference
 */
export const entriesInput = (read: (value: unknown) => string, apiSchema: z.ZodType) =>
  documentedAs(
    z.preprocess(
      (value) => value ?? undefined,
      z
        .unknown()
        .transform((value, context) => {
          if (value === undefined) return undefined;
          try {
            return read(value);
          } catch (error) {
            if (!(error instanceof EntryError)) throw error;
            context.addIssue({ code: 'custom', message: error.message });
            return z.NEVER;
          }
        })
        .pipe(z.string().optional()),
    ),
    apiSchema,
  );
