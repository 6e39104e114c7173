import type { User } from '#contract/auth/auth';
import {
  allPermissions,
  isPermission,
  type Permission,
  type ResourceName,
  resourceNames,
} from '#contract/core/permissions';
import { isOnAllowList } from './allow-list.ts';
import type { AuthState } from './auth.slice.ts';

interface PermissionSources {
  readonly auth: AuthState;
}

type UserPermissions = Pick<User, 'email' | 'permissions'>;

const none: ReadonlySet<Permission> = new Set();
const permissionSets = new WeakMap<UserPermissions, ReadonlySet<Permission>>();

/** Returns the permissions that the server sent, otherwise those of the allow-list of the page. */
function permissionsOf(user: UserPermissions | null): ReadonlySet<Permission> {
  if (!user) return none;
  const before = permissionSets.get(user);
  if (before) return before;
  const listedPermissions =
    user.permissions?.filter(isPermission) ?? (isOnAllowList(user.email) ? allPermissions : []);
  const permissions = new Set(listedPermissions);
  permissionSets.set(user, permissions);
  return permissions;
}

/** Returns true if the user may not create and update the records of a resource. */
export const lacksEditPermission = (user: UserPermissions | null, resource: ResourceName): boolean =>
  !permissionsOf(user).has(`${resource}:edit`);

/** Returns true if the user may not delete the records of a resource. */
export const lacksDeletePermission = (user: UserPermissions | null, resource: ResourceName): boolean =>
  !permissionsOf(user).has(`${resource}:delete`);

const isOfResource = (resource: string): resource is ResourceName =>
  resourceNames.some((name) => name === resource);

/** Returns true if the user lacks a permission that is known only at run time. */
export function lacksPermission(user: UserPermissions | null, permission: Permission): boolean {
  const [resource = '', action] = permission.split(':');
  if (isOfResource(resource) && action === 'edit') return lacksEditPermission(user, resource);
  if (isOfResource(resource) && action === 'delete') return lacksDeletePermission(user, resource);
  return !permissionsOf(user).has(permission);
}

/** Returns all permissions of the signed-in user, for granting them to others. Permission checks use the functions above. */
export const selectPermissions = (state: PermissionSources): ReadonlySet<Permission> =>
  permissionsOf(state.auth.user);
