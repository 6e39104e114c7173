import { z } from 'zod';
import * as responseFields from './responses.ts';
import { always, namedSchema } from './schema-notes.ts';

/** The `message` of every response. */
const message = namedSchema('Message', z.string().describe('A message to show to users.'));

/** The error response: `{success, message, data}`, with one message per field path in `errors`. */
export const errorResponse = namedSchema(
  'Failure',
  z.object({
    success: z.literal(false),
    message,
    data: z.null().describe('Always null.'),
    code: always(z.string()).describe(
      'The stable error code, such as `books.not_found`. Use the code, not the message, in conditions.',
    ),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .describe('A message for each invalid field, by its path, such as `items.0.book_code`.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Additional data of the error, if its operation describes it.'),
  }),
);
export type ErrorResponse = z.infer<typeof errorResponse>;

export interface Page<Item> {
  items: Item[];
  total: number;
  /** The corrected search that the items match, if the searched text itself has no results. */
  did_you_mean?: string | undefined;
}

export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), message, data });
}

/** The response with status 200 and a negative result. `message` has the reason. */
export const negativeResponse = namedSchema(
  'NegativeResponse',
  z.object({
    success: z.literal(false),
    message: z.string().describe('The reason, as a message to show to users.'),
    data: z.null().describe('Always null.'),
  }),
);

/** Returns the schema of a page of a list. The total is repeated under `objects`, where some clients expect it. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: responseFields.count.describe('The total number of items on all pages.'),
    objects: z
      .object({ total: responseFields.count })
      .describe('The same total, for clients that read it here.'),
  });
}

/** Returns the schema of a page of a list whose searches match with one typo if they have no other results. */
export const correctedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ did_you_mean: responseFields.didYouMean });

/** Returns true for a JSON object, which is neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
};

/**
 * Reads a list response of any server that follows the specification. The items are in `data.items`, else in `items`, else `data` is the
 * array. The total is in `data.objects.total`, `data.total`, `objects.total` or `total`. Otherwise it is the number of items.
 */
export function readPage<Item>(response: unknown): Page<Item> {
  const outer = isRecord(response) ? response : {};
  const inner = isRecord(outer['data']) ? outer['data'] : {};
  const items = [inner['items'], outer['items'], outer['data']].find(Array.isArray) ?? [];
  const totals = [
    isRecord(inner['objects']) ? inner['objects']['total'] : undefined,
    inner['total'],
    isRecord(outer['objects']) ? outer['objects']['total'] : undefined,
    outer['total'],
  ].map(countOf);
  const correction = inner['did_you_mean'];
  return {
    items: items as Item[],
    total: totals.find((total) => total !== undefined) ?? items.length,
    ...(typeof correction === 'string' && { did_you_mean: correction }),
  };
}

/** Returns the trimmed message of a response body, or undefined. */
export function readMessage(response: unknown): string | undefined {
  const text = isRecord(response) ? response['message'] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Returns false only if the body contains `success: false`. Without this key, the HTTP status decides. */
export function readSuccess(response: unknown): boolean {
  return !(isRecord(response) && response['success'] === false);
}

/** Returns the saved item of a create or update response if it has an ID. */
export function readItem<Item extends { id: number }>(response: unknown): Item | undefined {
  const data = isRecord(response) ? response['data'] : undefined;
  return isRecord(data) && typeof data['id'] === 'number' ? (data as unknown as Item) : undefined;
}
