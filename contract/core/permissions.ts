import { type ResourceName, resourceNames } from './record-types.ts';

export { type ResourceName, resourceNames } from './record-types.ts';

interface PermissionInfo {
  /** The name on screens. */
  readonly label: string;
  /** The requests that it allows, for the API reference. */
  readonly description: string;
}

/** The actions of the permissions of every resource: `books:edit`. */
export const permissionActions = {
  edit: { label: 'Edit', description: 'permits to create and change records of its type' },
  delete: { label: 'Delete', description: 'permits to delete records of its type' },
} as const satisfies Readonly<Record<string, PermissionInfo>>;
export type PermissionAction = keyof typeof permissionActions;
const actionNames = Object.keys(permissionActions) as readonly PermissionAction[];

/** Permissions beyond the catalogue: users, settings and reports. */
export const productPermissionTypes = {
  'users:manage': {
    label: 'Manage users and roles',
    description: 'permits to manage users, roles and their access',
  },
  'settings:edit': { label: 'Edit settings', description: 'permits to change settings and manage backups' },
  'releases:edit': {
    label: 'Prepare releases',
    description: 'permits to create releases and to save changes into them',
  },
  'releases:publish': {
    label: 'Publish releases',
    description: 'permits to publish, schedule and roll back releases',
  },
  'reports:read': {
    label: 'View reports and the audit log',
    description: 'permits to read reports and changes of all users',
  },
} as const satisfies Readonly<Record<`${string}:${string}`, PermissionInfo>>;
export type ProductPermission = keyof typeof productPermissionTypes;
export const productPermissions = Object.keys(productPermissionTypes) as readonly ProductPermission[];

export type ResourcePermission = `${ResourceName}:${PermissionAction}`;
export type Permission = ResourcePermission | ProductPermission;

export const resourcePermissions: readonly ResourcePermission[] = resourceNames.flatMap((name) =>
  actionNames.map((action) => `${name}:${action}` as const),
);

export const editPermissions = resourcePermissions.filter((permission) => permission.endsWith(':edit'));
export const deletePermissions = resourcePermissions.filter((permission) => permission.endsWith(':delete'));

export const allPermissions: readonly Permission[] = [...resourcePermissions, ...productPermissions];

/** The built-in roles, which never change. `lectern user add --role` accepts them and custom roles. */
export const builtInRoles = {
  admin: allPermissions,
  editor: [...editPermissions, 'releases:edit'],
  deleter: deletePermissions,
  viewer: [],
} as const satisfies Record<string, readonly Permission[]>;
export type BuiltInRole = keyof typeof builtInRoles;

export function isPermission(value: string): value is Permission {
  return (allPermissions as readonly string[]).includes(value);
}

/** Returns the resource and the action of a permission, for example `books` and `edit`. */
export const splitPermission = (
  permission: ResourcePermission,
): { readonly resource: ResourceName; readonly action: PermissionAction } => {
  const [resource, action] = permission.split(':');
  return { resource: resource as ResourceName, action: action as PermissionAction };
};

export const isProductPermission = (permission: Permission): permission is ProductPermission =>
  Object.hasOwn(productPermissionTypes, permission);
