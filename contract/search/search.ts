import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { type RecordName, orderedRecordNames } from '#contract/core/record-types';
import { namedSchema } from '#contract/core/schema-notes';

/** Search over all kinds of records for the command menu: the best few results of each kind. */
export const searchEndpoint = { method: 'GET', path: '/search' } as const;

/** Searchable kinds of records, in the order of the response. */
export const searchedKinds = orderedRecordNames;
export type SearchedKind = RecordName;

/** Maximum number of results per kind. */
export const MAX_HITS = 5;

export const searchQuery = z
  .object({
    search: fields.listKeys.search.describe(
      'The text to find in names, titles and codes. Case and accents are ignored. Digits also match the ID of a record. A blank value returns no results.',
    ),
    q: fields.listKeys.q,
  })
  .transform(fields.foldSearch);
export type SearchQuery = z.output<typeof searchQuery>;

export const searchHit = namedSchema(
  'SearchHit',
  z.object({
    kind: z.enum(searchedKinds).describe('The type, by the name of its resource.'),
    id: responseFields.id,
    name: responseFields.name,
    code: z.string().describe('The code. Empty for records without a code.'),
    detail: z
      .string()
      .describe(
        'A detail that distinguishes records with the same name, such as the author of a book. Often empty.',
      ),
    thumbnail_url: responseFields.thumbnailUrl,
  }),
);
export type SearchHit = z.infer<typeof searchHit>;

export const searchGroups = z.array(
  namedSchema(
    'SearchGroup',
    z.object({
      kind: z.enum(searchedKinds).describe('The type of its items.'),
      items: z
        .array(searchHit)
        .describe(`At most ${MAX_HITS} results. Names that start with the text come first.`),
      did_you_mean: responseFields.didYouMean,
    }),
  ),
);
export type SearchGroup = z.infer<typeof searchGroups>[number];

/** The number of books per language. Accepts the parameters of the list of books. */
export const languageCountsEndpoint = { method: 'GET', path: '/books/languages' } as const;

export const languageCounts = z.array(
  namedSchema(
    'LanguageCount',
    z.object({
      language: responseFields.language,
      total: responseFields.count.describe('The number of books in the language.'),
    }),
  ),
);
export type LanguageCount = z.infer<typeof languageCounts>[number];
