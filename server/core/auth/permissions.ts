import { type BuiltInRole, type Permission, allPermissions, builtInRoles } from '#contract/core/permissions';

/* The permissions of a user: those of a role, with some added and some removed. */

/** Reads a stored JSON list; names that are no longer known are dropped. In the order of `allPermissions`. */
export function readPermissions(stored: string): Permission[] {
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? allPermissions.filter((permission) => list.includes(permission)) : [];
}

/** Returns the permissions of a user: all for the primary administrator, the stored ones for others. */
export const permissionsOf = (
  { email, permissions }: { readonly email: string; readonly permissions: string },
  adminEmail: string,
): readonly Permission[] => (email === adminEmail ? allPermissions : readPermissions(permissions));

/** Returns the permissions of an API token: those that it was created for, as far as its owner has them. */
export function permissionsWithin(owned: readonly Permission[], scope: string): Permission[] {
  const created = readPermissions(scope);
  return owned.filter((permission) => created.includes(permission));
}

/** The text that is stored of a set of permissions: equal sets have equal texts. */
export function storePermissions(permissions: Iterable<Permission>): string {
  const permissionSet = new Set(permissions);
  return JSON.stringify(allPermissions.filter((permission) => permissionSet.has(permission)));
}

export interface Exceptions {
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
}

/** Exceptions without those that change nothing beside this role. */
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

/** The built-in role that holds just these permissions; else the one without any, with all of them added. */
export function permissionSetOf(permissions: readonly Permission[]): {
  role: BuiltInRole;
  added: readonly Permission[];
} {
  const stored = storePermissions(permissions);
  const names = Object.keys(builtInRoles) as BuiltInRole[];
  const role = names.find((name) => storePermissions(builtInRoles[name]) === stored);
  return role ? { role, added: [] } : { role: 'viewer', added: permissions };
}
