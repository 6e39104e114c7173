import { createSelector } from '@reduxjs/toolkit';
import { allPermissions, isPermission, type Permission } from '#contract/permissions';
import type { AuthState } from './auth-slice.ts';

interface PermissionSources {
  readonly auth: AuthState;
}

const fold = (email: string): string => email.trim().toLowerCase();

/** What the signed-in user may do: the server's word, or the allow-list when the server sends no permissions. */
export const selectPermissions: (state: PermissionSources) => ReadonlySet<Permission> = createSelector(
  [(state: PermissionSources) => state.auth.user],
  (user): ReadonlySet<Permission> => {
    if (user?.permissions) return new Set(user.permissions.filter(isPermission));
    const isListed = user?.admin_emails?.some((email) => fold(email) === fold(user.email)) ?? false;
    return new Set(isListed ? allPermissions : []);
  },
);
