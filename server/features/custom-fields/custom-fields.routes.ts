import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import {
  type CustomField,
  customField,
  customFieldCreate,
  customFieldEndpoints,
  customFieldMessages,
  customFieldOrder,
  customFieldUpdate,
  customFieldUsage,
} from '#contract/custom-fields/custom-fields';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { CustomFieldService } from './custom-fields.service.ts';

const tag = 'custom-fields';
const access = 'settings:edit';
const idIn = (body: unknown): number => z.object({ id: fields.id }).safeParse(body).data?.id ?? 0;

const toPage = (items: CustomField[]) => ({ items, total: items.length, objects: { total: items.length } });

/** Routes of the custom fields of books. All users can read them. */
export function customFieldRoutes(service: CustomFieldService): RouteDefinition[] {
  return [
    defineRoute({
      ...customFieldEndpoints.list,
      tag,
      operationId: 'listCustomFields',
      summary: 'List custom fields',
      access: 'session',
      response: pageOf(customField),
      handle: async () => ({ data: toPage(await service.list()) }),
    }),
    defineRoute({
      ...customFieldEndpoints.get,
      tag,
      operationId: 'getCustomField',
      summary: 'Get a custom field',
      access: 'session',
      response: customFieldUsage,
      handle: async ({ body }) => ({ data: await service.get(idIn(body)) }),
    }),
    defineRoute({
      ...customFieldEndpoints.create,
      tag,
      operationId: 'createCustomField',
      summary: 'Create a custom field',
      access,
      mayConflict: true,
      body: customFieldCreate,
      encoding: 'json',
      response: customField,
      handle: async (call) => ({
        data: await service.create(call.body, call),
        message: customFieldMessages.created,
      }),
    }),
    defineRoute({
      ...customFieldEndpoints.update,
      tag,
      operationId: 'updateCustomField',
      summary: 'Update a custom field',
      access,
      body: customFieldUpdate,
      encoding: 'json',
      response: customField,
      handle: async (call) => {
        const [version = call.body.version] = readIfMatch(call.request.headers['if-match']) ?? [];
        const data = await service.update({ ...call.body, version }, call);
        return { data, message: customFieldMessages.updated };
      },
    }),
    defineRoute({
      ...customFieldEndpoints.reorder,
      tag,
      operationId: 'updateCustomFieldOrder',
      summary: 'Set the order of custom fields',
      access,
      body: customFieldOrder,
      encoding: 'json',
      response: pageOf(customField),
      handle: async (call) => ({
        data: toPage(await service.reorder(call.body.ids, call)),
        message: customFieldMessages.reordered,
      }),
    }),
    defineRoute({
      ...customFieldEndpoints.remove,
      tag,
      operationId: 'deleteCustomField',
      summary: 'Delete a custom field',
      access,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: customFieldMessages.deleted };
      },
    }),
  ];
}
