import { type BuiltInRole, type Permission, allPermissions, builtInRoles } from '#contract/core/permissions';

/* The permissions of a user: those of the role, plus added and minus removed permissions. */

/** Parses a stored JSON list and ignores unknown permissions. The result has the order of `allPermissions`. */
export function readPermissions(json: string): Permission[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? allPermissions.filter((permission) => list.includes(permission)) : [];
}

/** Returns the permissions of a user: all for the primary administrator, the stored ones for others. */
export const permissionsOf = (
  { email, permissions }: { readonly email: string; readonly permissions: string },
  adminEmail: string,
): readonly Permission[] => (email === adminEmail ? allPermissions : readPermissions(permissions));

/** Returns the permissions of an API token: those it was created with, limited to the current permissions of its owner. */
export function permissionsWithin(ownPermissions: readonly Permission[], scope: string): Permission[] {
  const createdPermissions = readPermissions(scope);
  return ownPermissions.filter((permission) => createdPermissions.includes(permission));
}

/** Returns the stored text of a set of permissions. Equal sets have equal texts. */
export function storePermissions(permissions: Iterable<Permission>): string {
  const permissionSet = new Set(permissions);
  return JSON.stringify(allPermissions.filter((permission) => permissionSet.has(permission)));
}

export interface Exceptions {
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
}

/** Returns the overrides that change something for this role. */
export function exceptionsFrom(role: readonly Permission[], { added, removed }: Exceptions): Exceptions {
  return {
    added: added.filter((permission) => !role.includes(permission)),
    removed: removed.filter((permission) => role.includes(permission)),
  };
}

export function effectivePermissions(
  role: readonly Permission[],
  { added, removed }: Exceptions,
): Permission[] {
  return allPermissions.filter(
    (permission) =>
      (role.includes(permission) || added.includes(permission)) && !removed.includes(permission),
  );
}

/** Returns the built-in role with exactly these permissions. If there is none, returns `viewer` with all of them added. */
export function permissionSetOf(permissions: readonly Permission[]): {
  role: BuiltInRole;
  added: readonly Permission[];
} {
  const storedPermissions = storePermissions(permissions);
  const names = Object.keys(builtInRoles) as BuiltInRole[];
  const role = names.find((name) => storePermissions(builtInRoles[name]) === storedPermissions);
  return role ? { role, added: [] } : { role: 'viewer', added: permissions };
}
