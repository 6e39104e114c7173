import { createSelector } from '@reduxjs/toolkit';
import { allPermissions, isPermission, type Permission } from '#contract/permissions';
import type { Settings } from '#contract/settings';
import type { AuthState } from './auth-slice.ts';

interface PermissionSources {
  readonly auth: AuthState;
  readonly settings: Settings;
}

const fold = (email: string): string => email.trim().toLowerCase();

/** What the signed-in user may do: the server's word, or the allow-list when the server sends no permissions. */
export const selectPermissions: (state: PermissionSources) => ReadonlySet<Permission> = createSelector(
  [(state: PermissionSources) => state.auth.user, (state: PermissionSources) => state.settings.admin_emails],
  (user, adminEmails): ReadonlySet<Permission> => {
    if (user?.permissions) return new Set(user.permissions.filter(isPermission));
    const isListed = user !== null && adminEmails.some((email) => fold(email) === fold(user.email));
    return new Set(isListed ? allPermissions : []);
  },
);
