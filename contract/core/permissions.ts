/** The seven resources, by the name used for permissions and store slices. */
export const resourceNames = [
  'books',
  'categories',
  'sub-categories',
  'collections',
  'story-books',
  'mobile-configs',
  'challenges',
] as const;
export type ResourceName = (typeof resourceNames)[number];

/** Permissions beyond the catalogue: users, settings and reports. */
export const productPermissions = ['users:manage', 'settings:edit', 'reports:read'] as const;

export type ResourcePermission = `${ResourceName}:edit` | `${ResourceName}:delete`;
export type Permission = ResourcePermission | (typeof productPermissions)[number];

export const resourcePermissions: readonly ResourcePermission[] = resourceNames.flatMap((name) => [
  `${name}:edit` as const,
  `${name}:delete` as const,
]);

export const editPermissions = resourcePermissions.filter((permission) => permission.endsWith(':edit'));
export const deletePermissions = resourcePermissions.filter((permission) => permission.endsWith(':delete'));

export const allPermissions: readonly Permission[] = [...resourcePermissions, ...productPermissions];

/** The built-in roles, which never change. `lectern user add --role` accepts them and custom roles. */
export const builtInRoles = {
  admin: allPermissions,
  editor: editPermissions,
  deleter: deletePermissions,
  viewer: [],
} as const satisfies Record<string, readonly Permission[]>;
export type BuiltInRole = keyof typeof builtInRoles;

export function isPermission(value: string): value is Permission {
  return (allPermissions as readonly string[]).includes(value);
}
