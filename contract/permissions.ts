/** The seven resources, by the name their permissions and their store carry. */
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

export type Permission = `${ResourceName}:edit` | `${ResourceName}:delete`;

export const allPermissions: readonly Permission[] = resourceNames.flatMap((name) => [
  `${name}:edit` as const,
  `${name}:delete` as const,
]);

/** What `lectern user add --role` may name. */
export const roles: Readonly<Record<string, readonly Permission[]>> = {
  admin: allPermissions,
  editor: allPermissions.filter((permission) => permission.endsWith(':edit')),
  remover: allPermissions.filter((permission) => permission.endsWith(':delete')),
  viewer: [],
};

export function isPermission(value: string): value is Permission {
  return (allPermissions as readonly string[]).includes(value);
}
