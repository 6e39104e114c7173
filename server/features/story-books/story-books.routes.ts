import { storyReference, validateItemEndpoint, validatedItem } from '#contract/story-books/story-books';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { StoryBookService } from './story-books.service.ts';
import { isProblem } from './story-references.ts';

/** Routes of story books in addition to those of every resource. */
export function storyBookRoutes(service: StoryBookService): RouteDefinition[] {
  return [
    defineRoute({
      ...validateItemEndpoint,
      tag: 'story-books',
      operationId: 'validateStoryItem',
      summary: 'Validate a story item',
      access: 'session',
      noPermissionBecause: 'It writes nothing.',
      body: storyReference,
      encoding: 'json',
      response: validatedItem,
      mayReject: true,
      handle: async ({ body }) => {
        const reference = await service.check(body);
        return isProblem(reference)
          ? { errorInfo: reference.errorInfo.message }
          : { data: { book_name: reference.book_name } };
      },
    }),
  ];
}
