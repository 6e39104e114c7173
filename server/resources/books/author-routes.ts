import { authorEntry, authorsEndpoint, authorsQuery } from '#contract/authors';
import { pageOf } from '#contract/envelope';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { BookService } from './books.service.ts';

/** What books have beside the five calls of every resource. */
export function authorRoutes(service: BookService): RouteDefinition[] {
  return [
    defineRoute({
      ...authorsEndpoint,
      tag: 'books',
      operationId: 'listAuthors',
      summary: 'List authors',
      access: 'session',
      query: authorsQuery,
      answer: pageOf(authorEntry),
      handle: async ({ query }) => {
        const { items, total } = await service.listAuthors(query);
        return { data: { items, total, objects: { total } } };
      },
    }),
  ];
}
