import {
  authorEntry,
  authorMessages,
  authorRename,
  authorsEndpoints,
  authorsQuery,
} from '#contract/contributors/authors';
import { correctedPageOf } from '#contract/core/envelope';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { BookService } from '#server/features/books/books.service';
import { idIn, versionIn } from './contributor-requests.ts';

/** Routes that read and rename authors. */
export function authorRoutes({ authors }: BookService): RouteDefinition[] {
  return [
    defineRoute({
      ...authorsEndpoints.list,
      tag: 'books',
      operationId: 'listAuthors',
      summary: 'List authors',
      access: 'session',
      query: authorsQuery,
      response: correctedPageOf(authorEntry),
      handle: async ({ query }) => {
        const { total, ...page } = await authors.list(query);
        return { data: { ...page, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...authorsEndpoints.get,
      tag: 'books',
      operationId: 'getAuthor',
      summary: 'Get an author',
      access: 'session',
      response: authorEntry,
      readsRecord: true,
      handle: async ({ body }) => ({ data: await authors.get(idIn(body)) }),
    }),
    defineRoute({
      ...authorsEndpoints.rename,
      tag: 'books',
      operationId: 'renameAuthor',
      summary: 'Rename an author',
      access: 'books:edit',
      body: authorRename,
      response: authorEntry,
      handle: async ({ body, request, authorize }) => ({
        data: await authors.rename(
          { ...body, version: await versionIn(body, readIfMatch(request.headers['if-match']), authors) },
          authorize,
        ),
        message: authorMessages.updated,
      }),
    }),
  ];
}
