import type { Permission } from '#contract/permissions';
import { useAppSelector } from '../store/hooks.ts';
import { selectPermissions } from '../store/permissions.ts';

/** Whether the signed-in user may do this. The server decides again; here it only hides what would be refused. */
export function usePermission(permission: Permission): boolean {
  return useAppSelector(selectPermissions).has(permission);
}
