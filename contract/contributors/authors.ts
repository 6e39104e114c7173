import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { always, documentedAs, namedSchema } from '#contract/core/schema-notes';

/*
 * Authors are created by the books that refer to them and deleted with the last of these books. A bulk edit (`bulk.ts`) merges two authors:
 * it assigns the books of one to the other.
 */

export const authorsEndpoints = {
  list: { method: 'GET', path: '/books/authors' },
  get: { method: 'GET', path: '/books/authors/:id' },
  rename: { method: 'PUT', path: '/books/authors/:id' },
} as const;

export const authorOrders = ['book_count', 'name'] as const;

/** Returns the parameters of a list of people that can be sorted by these fields. */
export const listParameters = <const Order extends string>(orders: readonly [Order, ...Order[]]) => ({
  ...fields.listKeys,
  search: fields.listKeys.search.describe(
    'Only contributors with these words, or their beginnings, in the name, sort name or other names. Case and accents are ignored. Only the eight longest words are used. A blank value has no effect.',
  ),
  similar: fields.optionalBoolean.describe(
    'True lists only possible duplicates: contributors with similar names.',
  ),
  sort_by_field: documentedAs(
    fields.filterText(40).transform((text) => orders.find((order) => order === text)),
    z.enum(orders),
  ).describe('The sort field; ties are sorted by ID. With other values, most books come first.'),
  sort_direction: documentedAs(fields.filterText(10), z.enum(['asc', 'desc'])).describe(
    'The direction of `sort_by_field`. The default is `asc`.',
  ),
});

/** Combines the two parameters of the order. */
export const orderOf = <Order extends string>(
  by: Order | undefined,
  direction: string | undefined,
): { readonly by: Order; readonly direction: 'asc' | 'desc' } | undefined =>
  by === undefined ? undefined : { by, direction: direction?.toLowerCase() === 'desc' ? 'desc' : 'asc' };

export const authorsQuery = z.object(listParameters(authorOrders)).transform((raw) => {
  const { sort_by_field, sort_direction, ...rest } = fields.foldSearch(raw);
  return { ...rest, similar: raw.similar === true, sort: orderOf(sort_by_field, sort_direction) };
});
export type AuthorsQuery = z.output<typeof authorsQuery>;

/** Maximum number of authors with a similar name in a response. */
export const MAX_SIMILAR = 10;

const reference = {
  id: responseFields.id,
  name: z.string().describe('The name of the author. It is unique.'),
  book_count: responseFields.count.describe('The number of books.'),
};

/** Another person with a similar name. */
export const similarAuthor = namedSchema('SimilarAuthor', z.object(reference));

export const authorEntry = namedSchema(
  'AuthorEntry',
  z.object({
    ...reference,
    version: always(responseFields.count).describe('Increases when the author is renamed.'),
    similar: always(z.array(similarAuthor)).describe(
      `Other authors whose names differ only in case, accents, punctuation or word order, most books first. At most ${MAX_SIMILAR}.`,
    ),
  }),
);
export type AuthorEntry = z.infer<typeof authorEntry>;

export const authorRename = namedSchema(
  'AuthorRename',
  z.object({
    id: fields.id,
    version: fields.version,
    name: fields
      .requiredText(limits.maxNameLength, messages.nameRequired)
      .describe('The new name of the author. Fails with 409 if another author has it.'),
  }),
);
export type AuthorRename = z.output<typeof authorRename>;

export const authorMessages = { updated: 'Author updated successfully' } as const;
