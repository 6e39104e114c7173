import { z } from 'zod';
import * as answers from './responses.ts';
import { always, named } from './schema-notes.ts';

/** Error response: `{success, message, data}`, with one message per field path in `errors`. */
export const errorResponse = named(
  'Failure',
  z.object({
    success: z.literal(false),
    message: z.string().describe('A sentence for people.'),
    data: z.null().describe('Nothing.'),
    code: always(z.string()).describe(
      'The stable name of the failure, such as `books.not_found`: branch on it, not on the sentence.',
    ),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .describe('A sentence for each refused field, by its dotted path: `items.0.book_code`.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What else is to be known of it, where the call says so.'),
  }),
);
export type ErrorResponse = z.infer<typeof errorResponse>;

export interface Page<Item> {
  items: Item[];
  total: number;
}

export function answerOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), message: z.string().describe('A sentence for people.'), data });
}

/** Response with status 200 and a negative result; `message` gives the reason. */
export const negativeResponse = named(
  'NegativeResponse',
  z.object({
    success: z.literal(false),
    message: z.string().describe('A sentence that says why.'),
    data: z.null().describe('Nothing.'),
  }),
);

/** A page of a list. The total is repeated under `objects`, where some clients expect it. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: answers.count.describe('How many items all pages hold together.'),
    objects: z.object({ total: answers.count }).describe('The same total, where some clients look for it.'),
  });
}

/** True for a JSON object, which is neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
};

/**
 * Reads a list response of any server written from the specification. Items come from `data.items`, else `items`,
 * else an array `data`; the total from `data.objects.total`, `data.total`, `objects.total`, `total`, else the items'
 * length.
 */
export function readPage<Item>(answer: unknown): Page<Item> {
  const outer = isRecord(answer) ? answer : {};
  const inner = isRecord(outer['data']) ? outer['data'] : {};
  const items = [inner['items'], outer['items'], outer['data']].find(Array.isArray) ?? [];
  const totals = [
    isRecord(inner['objects']) ? inner['objects']['total'] : undefined,
    inner['total'],
    isRecord(outer['objects']) ? outer['objects']['total'] : undefined,
    outer['total'],
  ].map(countOf);
  return { items: items as Item[], total: totals.find((total) => total !== undefined) ?? items.length };
}

/** The message of a response body, trimmed; undefined when there is none. */
export function readMessage(answer: unknown): string | undefined {
  const message = isRecord(answer) ? answer['message'] : undefined;
  return typeof message === 'string' && message.trim() !== '' ? message.trim() : undefined;
}

/** False only when the body says `success: false`. Without this key the HTTP status decides. */
export function readSuccess(answer: unknown): boolean {
  return !(isRecord(answer) && answer['success'] === false);
}

/** The saved item of a create or update response, if there is one with an id. */
export function readItem<Item extends { id: number }>(answer: unknown): Item | undefined {
  const data = isRecord(answer) ? answer['data'] : undefined;
  return isRecord(data) && typeof data['id'] === 'number' ? (data as unknown as Item) : undefined;
}
