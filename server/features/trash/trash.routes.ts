import { deletePermissions, resourcePermissions } from '#contract/core/permissions';
import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import {
  emptyTrashResult,
  emptyTrash,
  restoreResult,
  trashEndpoints,
  trashItem,
  trashMessages,
  trashQuery,
} from '#contract/trash/trash';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/features/audit-log/audit-log.routes';
import type { TrashService } from './trash.service.ts';

const tag = 'trash';

/** Routes that list, restore and permanently delete records in the trash. */
export function trashRoutes(trash: TrashService): RouteDefinition[] {
  return [
    defineRoute({
      ...trashEndpoints.list,
      tag,
      operationId: 'listTrash',
      summary: 'List deleted records',
      access: 'session',
      query: trashQuery,
      response: pageOf(trashItem),
      handle: async ({ query, user }) => {
        const { items, total } = await trash.list(query, user);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...trashEndpoints.get,
      tag,
      operationId: 'getTrashItem',
      summary: 'Get a deleted record',
      access: 'session',
      response: trashItem,
      handle: async ({ body, user }) => ({ data: await trash.get(idIn(body), user) }),
    }),
    defineRoute({
      ...trashEndpoints.restore,
      tag,
      operationId: 'restoreTrashItem',
      summary: 'Restore a deleted record',
      access: resourcePermissions,
      mayForbid: true,
      mayConflict: true,
      response: restoreResult,
      handle: async ({ body, authorize }) => ({
        data: await trash.restore(idIn(body), authorize),
        message: trashMessages.restored,
      }),
    }),
    defineRoute({
      ...trashEndpoints.remove,
      tag,
      operationId: 'deleteTrashItem',
      summary: 'Delete a record permanently',
      access: deletePermissions,
      proof: 'person',
      mayForbid: true,
      response: z.null(),
      handle: async ({ body, authorize }) => {
        await trash.remove(idIn(body), authorize);
        return { data: null, message: trashMessages.removed };
      },
    }),
    defineRoute({
      ...trashEndpoints.empty,
      tag,
      operationId: 'emptyTrash',
      summary: 'Empty the trash',
      access: deletePermissions,
      proof: 'person',
      body: emptyTrash,
      response: emptyTrashResult,
      handle: async ({ body, user, authorize }) => ({ data: await trash.empty(body.kind, user, authorize) }),
    }),
  ];
}
