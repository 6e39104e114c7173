import {
  contributor,
  contributorEntry,
  contributorFiles,
  contributorMessages,
  contributorsEndpoints,
  contributorsQuery,
  contributorUpdate,
} from '#contract/contributors/contributors';
import { correctedPageOf } from '#contract/core/envelope';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { BookService } from '#server/features/books/books.service';
import { idIn, versionIn } from './contributor-requests.ts';

/** Routes of the people with any role on books. */
export function contributorRoutes({ authors }: BookService): RouteDefinition[] {
  return [
    defineRoute({
      ...contributorsEndpoints.list,
      tag: 'books',
      operationId: 'listContributors',
      summary: 'List contributors',
      access: 'session',
      query: contributorsQuery,
      response: correctedPageOf(contributorEntry),
      handle: async ({ query }) => {
        const { total, ...page } = await authors.listPeople(query);
        return { data: { ...page, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...contributorsEndpoints.get,
      tag: 'books',
      operationId: 'getContributor',
      summary: 'Get a contributor',
      access: 'session',
      response: contributor,
      readsRecord: true,
      handle: async ({ body }) => ({ data: await authors.getContributor(idIn(body)) }),
    }),
    defineRoute({
      ...contributorsEndpoints.update,
      tag: 'books',
      operationId: 'updateContributor',
      summary: 'Update a contributor',
      access: 'books:edit',
      encoding: 'multipart',
      files: contributorFiles,
      body: contributorUpdate,
      response: contributor,
      handle: async ({ body, request, user, authorize, files }) => ({
        data: await authors.changeContributor(
          { ...body, version: await versionIn(body, readIfMatch(request.headers['if-match']), authors) },
          { user, authorize, files },
        ),
        message: contributorMessages.updated,
      }),
    }),
  ];
}
