import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { named, withKeywords } from '#contract/core/schema-notes';
import { permissionList, userName, sentPermissions } from './user-fields.ts';
import { allPermissions } from '#contract/core/permissions';

export const role = named(
  'Role',
  z.object({
    id: answers.id,
    name: answers.name,
    is_built_in: z.boolean().describe('Built-in roles are always there and never change.'),
    permissions: permissionList.describe('What whoever has it may do.'),
    requires_two_factor: z
      .boolean()
      .describe('Whether whoever has it sets up a second factor at the next sign-in, and uses it at each.'),
    user_count: answers.count.describe('How many users have it, and so how many a change touches.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Rises with every change.'),
    updated_at: answers.time,
  }),
);
export type Role = z.infer<typeof role>;

const requires_two_factor = fields.optionalBoolean.describe(
  'Whether whoever has it needs a second factor, from the next sign-in on. Absent: as it is, at first not. The only thing that can be changed of a built-in role.',
);

const name = userName.describe('What people call it. No two roles have the same.');

export const roleCreate = named(
  'RoleCreate',
  z.object({
    name,
    permissions: sentPermissions.describe('What whoever has it may do.'),
    requires_two_factor,
  }),
);
export type RoleCreate = z.output<typeof roleCreate>;

export const roleUpdate = named(
  'RoleUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: name.optional(),
    permissions: sentPermissions
      .optional()
      .describe('All that whoever has it may do, from now on. Absent: as it is.'),
    requires_two_factor,
  }),
);
export type RoleUpdate = z.output<typeof roleUpdate>;

/** Users and roles with one permission. */
export const permissionHolders = named(
  'PermissionHolders',
  z.object({
    permission: z.enum(allPermissions).describe('What it is about.'),
    user_count: answers.count.describe(
      'How many users may, suspended ones left out. `GET /users?permission=` lists them.',
    ),
    roles: z.array(z.object({ id: answers.id, name: answers.name })).describe('The roles that hold it.'),
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
