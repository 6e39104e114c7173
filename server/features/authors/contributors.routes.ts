import { authorEntry, authorsQuery } from '#contract/authors/authors';
import { contributorsEndpoints } from '#contract/contributors/contributors';
import { correctedPageOf } from '#contract/core/envelope';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { BookService } from '#server/features/books/books.service';

/** Routes of the people with any role on books. */
export function contributorRoutes({ authors }: BookService): RouteDefinition[] {
  return [
    defineRoute({
      ...contributorsEndpoints.list,
      tag: 'books',
      operationId: 'listContributors',
      summary: 'List contributors',
      access: 'session',
      query: authorsQuery,
      response: correctedPageOf(authorEntry),
      handle: async ({ query }) => {
        const { total, ...page } = await authors.listPeople(query);
        return { data: { ...page, total, objects: { total } } };
      },
    }),
  ];
}
