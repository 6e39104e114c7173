import { useCallback } from 'react';
import type { Permission, ResourceName } from '#contract/core/permissions';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { lacksDeletePermission, lacksEditPermission, lacksPermission } from '#web/core/store/permissions.ts';

/* The server checks permissions again. The browser only hides actions that would be rejected. */

/** Returns true if the signed-in user may create and update the records of a resource. */
export const useCanEdit = (resource: ResourceName): boolean =>
  useAppSelector(({ auth }) => !lacksEditPermission(auth.user, resource));

/** Returns true if the signed-in user may delete the records of a resource. */
export const useCanDelete = (resource: ResourceName): boolean =>
  useAppSelector(({ auth }) => !lacksDeletePermission(auth.user, resource));

/** Returns true if the signed-in user has a permission that belongs to no resource. */
export const usePermission = (permission: Exclude<Permission, `${ResourceName}:${string}`>): boolean =>
  useAppSelector(({ auth }) => !lacksPermission(auth.user, permission));

/** Returns a function that checks a permission which is known only at the time of the call. */
export function useHasPermission(): (permission: Permission) => boolean {
  const user = useAppSelector(({ auth }) => auth.user);
  return useCallback((permission: Permission) => !lacksPermission(user, permission), [user]);
}
