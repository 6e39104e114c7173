import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';
import { permissionList, userName, inputPermissions } from './user-fields.ts';
import { allPermissions, productPermissionTypes } from '#contract/core/permissions';
import { describedIn } from '#contract/core/registry';

export const role = namedSchema(
  'Role',
  z.object({
    id: responseFields.id,
    name: responseFields.name,
    is_built_in: z.boolean().describe('True for a built-in role, which can’t be changed or deleted.'),
    permissions: permissionList.describe('The permissions of users with the role.'),
    requires_two_factor: z
      .boolean()
      .describe('True if users with the role must use two-factor authentication.'),
    user_count: responseFields.count.describe('The number of users with the role.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change.'),
    updated_at: responseFields.time,
  }),
);
export type Role = z.infer<typeof role>;

const requires_two_factor = fields.optionalBoolean.describe(
  'True requires two-factor authentication from the next sign-in. If absent, it stays unchanged. The default is `false`. Built-in roles can change only this field.',
);

const name = userName.describe('The name of the role. It is unique.');

export const roleCreate = namedSchema(
  'RoleCreate',
  z.object({
    name,
    permissions: inputPermissions.describe('The permissions of users with the role.'),
    requires_two_factor,
  }),
);
export type RoleCreate = z.output<typeof roleCreate>;

export const roleUpdate = namedSchema(
  'RoleUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: name.optional(),
    permissions: inputPermissions
      .optional()
      .describe('All permissions of the role. If absent, they stay unchanged.'),
    requires_two_factor,
  }),
);
export type RoleUpdate = z.output<typeof roleUpdate>;

/** Users and roles with one permission. */
export const permissionHolders = namedSchema(
  'PermissionHolders',
  z.object({
    permission: z.enum(allPermissions).describe(`The permission. ${describedIn(productPermissionTypes)}`),
    user_count: responseFields.count.describe(
      'The number of active users with the permission. `GET /users?permission=` lists them.',
    ),
    roles: z
      .array(z.object({ id: responseFields.id, name: responseFields.name }))
      .describe('The roles with the permission.'),
  }),
);
export type PermissionHolders = z.infer<typeof permissionHolders>;

export const roleEndpoints = {
  list: { method: 'GET', path: '/roles' },
  get: { method: 'GET', path: '/roles/:id' },
  create: { method: 'POST', path: '/roles' },
  update: { method: 'PUT', path: '/roles/:id' },
  remove: { method: 'DELETE', path: '/roles/:id' },
  permissions: { method: 'GET', path: '/roles/permissions' },
} as const;

export const roleMessages = {
  created: 'Role created successfully',
  updated: 'Role updated successfully',
  deleted: 'Role deleted successfully',
} as const;
