import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { named } from '#contract/core/schema-notes';

/** Search over all kinds of records for the command menu: the best few results of each kind. */
export const searchEndpoint = { method: 'GET', path: '/search' } as const;

/** Searchable kinds of records, in the order of the response. */
export const searchedKinds = [
  'books',
  'authors',
  'categories',
  'sub-categories',
  'collections',
  'story-books',
  'challenges',
  'mobile-configs',
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** Maximum number of results per kind. */
export const MAX_HITS = 5;

export const searchQuery = z
  .object({
    search: fields.listKeys.search.describe(
      'Finds names, titles and codes that contain this text, whatever its case and accents; digits alone also the record ' +
        'with this id. Blank finds nothing.',
    ),
    q: fields.listKeys.q,
  })
  .transform(fields.foldSearch);
export type SearchQuery = z.output<typeof searchQuery>;

export const searchHit = named(
  'SearchHit',
  z.object({
    kind: z.enum(searchedKinds).describe('What it is, by the name of its resource.'),
    id: answers.id,
    name: answers.name,
    code: z.string().describe('Empty for what has no code.'),
    detail: z.string().describe('What tells it from others of this name: the author of a book; often empty.'),
    thumbnail_url: answers.thumbnailUrl,
  }),
);
export type SearchHit = z.infer<typeof searchHit>;

export const searchGroups = z.array(
  named(
    'SearchGroup',
    z.object({
      kind: z.enum(searchedKinds).describe('The kind of all its items.'),
      items: z.array(searchHit).describe(`At most ${MAX_HITS}; names that begin with the text come first.`),
    }),
  ),
);
export type SearchGroup = z.infer<typeof searchGroups>[number];

/** Number of books per language. Takes the parameters of the list of books. */
export const languageCountsEndpoint = { method: 'GET', path: '/books/languages' } as const;

export const languageCounts = z.array(
  named(
    'LanguageCount',
    z.object({ language: answers.language, total: answers.count.describe('How many books of it.') }),
  ),
);
export type LanguageCount = z.infer<typeof languageCounts>[number];
