import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';
import {
  comment,
  commentCreate,
  commentEndpoints,
  commentMessages,
  commentUpdate,
  comments,
  mentionableUsers,
} from '#contract/releases/comments';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { CommentService } from './comments.service.ts';

const tag = 'releases';
const edit = { tag, access: 'releases:edit' } as const;

const releaseId = namedSchema('ReleaseCommentsOf', z.object({ id: fields.id }));
const commentId = namedSchema('ReleaseCommentId', z.object({ id: fields.id, comment: fields.id }));

/** Routes of comments on releases. */
export function commentRoutes(service: CommentService): RouteDefinition[] {
  return [
    defineRoute({
      ...commentEndpoints.list,
      tag,
      access: 'session',
      operationId: 'listReleaseComments',
      summary: 'List the comments on a release',
      response: comments,
      handle: async ({ body }) => {
        const items = await service.list(releaseId.safeParse(body).data?.id ?? 0);
        return { data: { items, total: items.length } };
      },
    }),
    defineRoute({
      ...commentEndpoints.create,
      ...edit,
      operationId: 'createReleaseComment',
      summary: 'Add a comment to a release',
      body: commentCreate,
      encoding: 'json',
      mayConflict: true,
      response: comment,
      handle: async ({ body, authorize }) => ({
        data: await service.create(body, authorize),
        message: commentMessages.created,
      }),
    }),
    defineRoute({
      ...commentEndpoints.update,
      ...edit,
      operationId: 'updateReleaseComment',
      summary: 'Update your comment on a release',
      body: commentUpdate,
      encoding: 'json',
      mayConflict: true,
      response: comment,
      handle: async ({ body, authorize }) => ({
        data: await service.update(body, authorize),
        message: commentMessages.updated,
      }),
    }),
    defineRoute({
      ...commentEndpoints.remove,
      ...edit,
      operationId: 'deleteReleaseComment',
      summary: 'Delete a comment on a release',
      response: z.null(),
      handle: async ({ body, authorize }) => {
        const { id = 0, comment: which = 0 } = commentId.safeParse(body).data ?? {};
        await service.remove(id, which, authorize);
        return { data: null, message: commentMessages.deleted };
      },
    }),
    defineRoute({
      ...commentEndpoints.users,
      ...edit,
      operationId: 'listReleaseUsers',
      summary: 'List the users who can be mentioned in comments',
      response: mentionableUsers,
      handle: async () => {
        const items = await service.mentionableUsers();
        return { data: { items, total: items.length } };
      },
    }),
  ];
}
