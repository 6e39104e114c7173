import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import {
  view,
  viewCreate,
  viewEndpoints,
  viewMessages,
  viewUpdate,
  viewsQuery,
} from '#contract/saved-views/saved-views';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { ViewService } from './saved-views.service.ts';

const tag = 'views';
const access = 'session';
const idIn = (body: unknown): number => z.object({ id: fields.id }).safeParse(body).data?.id ?? 0;

/** Routes of saved views. */
export function viewRoutes(service: ViewService): RouteDefinition[] {
  return [
    defineRoute({
      ...viewEndpoints.list,
      tag,
      operationId: 'listViews',
      summary: 'List views',
      access,
      query: viewsQuery,
      response: pageOf(view),
      handle: async ({ user, query }) => {
        const items = await service.list(user, query);
        return { data: { items, total: items.length, objects: { total: items.length } } };
      },
    }),
    defineRoute({
      ...viewEndpoints.get,
      tag,
      operationId: 'getView',
      summary: 'Get a view',
      access,
      response: view,
      readsRecord: true,
      handle: async ({ user, body }) => ({ data: await service.get(idIn(body), user) }),
    }),
    defineRoute({
      ...viewEndpoints.create,
      tag,
      operationId: 'createView',
      summary: 'Create a view',
      access: 'user',
      mayForbid: true,
      mayConflict: true,
      body: viewCreate,
      encoding: 'json',
      response: view,
      handle: async (call) => ({
        data: await service.create(call.body, call),
        message: viewMessages.created,
      }),
    }),
    defineRoute({
      ...viewEndpoints.update,
      tag,
      operationId: 'updateView',
      summary: 'Update a view',
      access: 'user',
      mayForbid: true,
      mayConflict: true,
      body: viewUpdate,
      encoding: 'json',
      response: view,
      handle: async (call) => {
        const [version = call.body.version] = readIfMatch(call.request.headers['if-match']) ?? [];
        const data = await service.update({ ...call.body, version }, call);
        return { data, message: viewMessages.updated };
      },
    }),
    defineRoute({
      ...viewEndpoints.remove,
      tag,
      operationId: 'deleteView',
      summary: 'Delete a view',
      access: 'user',
      mayForbid: true,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: viewMessages.deleted };
      },
    }),
  ];
}
