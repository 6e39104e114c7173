import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { always, documentedAs, named } from '#contract/core/schema-notes';

/*
 * Authors are created by the books that name them and deleted with the last of these. A bulk edit (`bulk.ts`) merges
 * two of them: it assigns the books of one to the other.
 */

export const authorsEndpoints = {
  list: { method: 'GET', path: '/books/authors' },
  get: { method: 'GET', path: '/books/authors/:id' },
  rename: { method: 'PUT', path: '/books/authors/:id' },
} as const;

export const authorOrders = ['book_count', 'name'] as const;

export const authorsQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only authors of whose names a word begins with each of these words (of more than eight, the longest), whatever their ' +
        'case and accents. Blank counts as absent.',
    ),
    similar: fields.optionalBoolean.describe('Whether to list only authors whose names are nearly equal.'),
    sort_by_field: documentedAs(
      fields.filterText(40).transform((text) => authorOrders.find((order) => order === text)),
      z.enum(authorOrders),
    ).describe('What to sort by; equal ones by id. Anything else: those with the most books first.'),
    sort_direction: documentedAs(fields.filterText(10), z.enum(['asc', 'desc'])).describe(
      'The direction of `sort_by_field`; `asc` unless given.',
    ),
  })
  .transform((raw) => {
    const { sort_by_field, sort_direction, ...rest } = fields.foldSearch(raw);
    const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
    return {
      ...rest,
      similar: raw.similar === true,
      sort: sort_by_field === undefined ? undefined : { by: sort_by_field, direction },
    };
  });
export type AuthorsQuery = z.output<typeof authorsQuery>;

/** Maximum number of authors with a similar name in a response. */
export const MAX_SIMILAR = 10;

const reference = {
  id: answers.id,
  name: z.string().describe('Authors are told apart by their names.'),
  book_count: answers.count.describe('How many books.'),
};

export const authorEntry = named(
  'AuthorEntry',
  z.object({
    ...reference,
    version: always(answers.count).describe('Rises when the author is renamed.'),
    similar: always(z.array(named('SimilarAuthor', z.object(reference)))).describe(
      'Other authors whose names differ only in case, accents, punctuation or the order of words, those with the most books first; ' +
        `at most ${MAX_SIMILAR}.`,
    ),
  }),
);
export type AuthorEntry = z.infer<typeof authorEntry>;

export const authorRename = named(
  'AuthorRename',
  z.object({
    id: fields.id,
    version: fields.version,
    name: fields
      .requiredText(limits.maxNameLength, messages.nameRequired)
      .describe('The name that all books of the author show from now on. 409 when another author has it.'),
  }),
);
export type AuthorRename = z.output<typeof authorRename>;

export const authorMessages = { updated: 'Author updated successfully' } as const;
