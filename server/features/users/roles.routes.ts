import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import {
  permissionHolders,
  role,
  roleCreate,
  roleEndpoints,
  roleMessages,
  roleUpdate,
} from '#contract/users/roles';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/core/http/id-in';
import type { RoleService } from './roles.service.ts';
import { wholeList } from './whole-list.ts';

const tag = 'roles';
const access = 'users:manage';
const proof = 'person';

/** Routes of roles and their permissions. */
export function roleRoutes(service: RoleService): RouteDefinition[] {
  return [
    defineRoute({
      ...roleEndpoints.list,
      tag,
      operationId: 'listRoles',
      summary: 'List roles',
      access,
      response: pageOf(role),
      handle: async () => wholeList(await service.list()),
    }),
    defineRoute({
      ...roleEndpoints.permissions,
      tag,
      operationId: 'listPermissions',
      summary: 'List permissions',
      access,
      response: pageOf(permissionHolders),
      handle: async () => wholeList(await service.holders()),
    }),
    defineRoute({
      ...roleEndpoints.get,
      tag,
      operationId: 'getRole',
      summary: 'Get a role',
      access,
      response: role,
      readsRecord: true,
      handle: async ({ body }) => ({ data: await service.get(idIn(body)) }),
    }),
    defineRoute({
      ...roleEndpoints.create,
      tag,
      operationId: 'createRole',
      summary: 'Create a role',
      access,
      proof,
      body: roleCreate,
      response: role,
      handle: async (call) => ({
        data: await service.create(call.body, call),
        message: roleMessages.created,
      }),
    }),
    defineRoute({
      ...roleEndpoints.update,
      tag,
      operationId: 'updateRole',
      summary: 'Update a role',
      access,
      proof,
      body: roleUpdate,
      response: role,
      handle: async (call) => {
        const [version = call.body.version] = readIfMatch(call.request.headers['if-match']) ?? [];
        const data = await service.update({ ...call.body, version }, call);
        return { data, message: roleMessages.updated };
      },
    }),
    defineRoute({
      ...roleEndpoints.remove,
      tag,
      operationId: 'deleteRole',
      summary: 'Delete a role',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: roleMessages.deleted };
      },
    }),
  ];
}
