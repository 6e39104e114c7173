import type { UserEntry } from '#contract/users/users';

/** Returns the changes of a user as text for the security log. */
export function differences(before: UserEntry, after: UserEntry): string {
  const parts: string[] = [];
  if (before.name !== after.name) parts.push(`name: ${before.name} → ${after.name}`);
  if (before.email !== after.email) parts.push(`address: ${before.email} → ${after.email}`);
  if (before.role.id !== after.role.id) parts.push(`role: ${before.role.name} → ${after.role.name}`);
  const gained = after.permissions.filter((permission) => !before.permissions.includes(permission));
  const lost = before.permissions.filter((permission) => !after.permissions.includes(permission));
  if (gained.length > 0) parts.push(`gained ${gained.join(', ')}`);
  if (lost.length > 0) parts.push(`lost ${lost.join(', ')}`);
  return parts.join('; ');
}
