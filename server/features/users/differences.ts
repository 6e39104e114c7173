import type { UserEntry } from '#contract/users/users';

/** Returns the changes of a user as text for the security log. */
export function differences(before: UserEntry, after: UserEntry): string {
  const texts: string[] = [];
  if (before.name !== after.name) texts.push(`Name: ${before.name} → ${after.name}`);
  if (before.email !== after.email) texts.push(`Email: ${before.email} → ${after.email}`);
  if (before.role.id !== after.role.id) texts.push(`Role: ${before.role.name} → ${after.role.name}`);
  const addedPermissions = after.permissions.filter((permission) => !before.permissions.includes(permission));
  const removedPermissions = before.permissions.filter(
    (permission) => !after.permissions.includes(permission),
  );
  if (addedPermissions.length > 0) texts.push(`Permissions added: ${addedPermissions.join(', ')}`);
  if (removedPermissions.length > 0) texts.push(`Permissions removed: ${removedPermissions.join(', ')}`);
  return texts.join('; ');
}
