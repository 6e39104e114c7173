import { books } from '#contract/books/books';
import {
  languageCounts,
  languageCountsEndpoint,
  searchEndpoint,
  searchGroups,
  searchQuery,
} from '#contract/search/search';
import type { Database } from '#server/core/db/open';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { countByLanguage } from '#server/features/books/language-counts';
import { searchAll } from './search.ts';

/** Route of the search over all record types. */
export function searchRoutes(database: Database): RouteDefinition[] {
  return [
    defineRoute({
      ...searchEndpoint,
      tag: 'search',
      operationId: 'searchFullText',
      summary: 'Search records',
      access: 'session',
      query: searchQuery,
      response: searchGroups,
      handle: async ({ query }) => ({ data: await searchAll(database, query.search) }),
    }),
    defineRoute({
      ...languageCountsEndpoint,
      tag: 'books',
      operationId: 'countBooksByLanguage',
      summary: 'Count books by language',
      description:
        'Takes the filters of the book list; `language` has no effect. Languages without books are omitted.',
      access: 'session',
      query: books.query,
      response: languageCounts,
      handle: async ({ query }) => ({ data: await countByLanguage(database, query) }),
    }),
  ];
}
