import { z } from 'zod';
import {
  authorEntry,
  authorMessages,
  authorRename,
  authorsEndpoints,
  authorsQuery,
} from '#contract/authors/authors';
import { correctedPageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import { editConflict } from '#server/core/errors';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { BookService } from '#server/features/books/books.service';

const idIn = (body: unknown): number => z.object({ id: fields.id }).safeParse(body).data?.id ?? 0;

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
      handle: async ({ body, request, authorize }) => {
        const versions = body.version === undefined ? readIfMatch(request.headers['if-match']) : undefined;
        const storedVersion = versions && (await authors.get(body.id)).version;
        if (storedVersion !== undefined && !versions?.includes(storedVersion)) throw editConflict('author');
        const version = body.version ?? storedVersion;
        return {
          data: await authors.rename({ ...body, version }, authorize),
          message: authorMessages.updated,
        };
      },
    }),
  ];
}
