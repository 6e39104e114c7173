import { searchEndpoint, searchGroups, searchQuery } from '#contract/search';
import type { Database } from '#server/db/open';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { searchAll } from './search.ts';

/** One search over the records of all kinds. */
export function searchRoutes(database: Database): RouteDefinition[] {
  return [
    defineRoute({
      ...searchEndpoint,
      tag: 'search',
      operationId: 'searchEverything',
      summary: 'Search records of all kinds',
      access: 'session',
      query: searchQuery,
      answer: searchGroups,
      handle: async ({ query }) => ({ data: await searchAll(database, query.search) }),
    }),
  ];
}
