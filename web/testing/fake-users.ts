import { builtInRoles } from '#contract/core/permissions';
import type { Role } from '#contract/users/roles';
import type { UserDetails } from '#contract/users/users';

const time = '2026-01-01T00:00:00.000Z';

/** Returns a user as in lists and on the page of the user. */
export const fakeUserEntry = (id: number, more: Partial<UserDetails> = {}): UserDetails => ({
  id,
  name: `Person ${id}`,
  email: `person-${id}@example.org`,
  avatar: null,
  role: { id: 4, name: 'Viewer' },
  added: [],
  removed: [],
  permissions: [],
  state: 'active',
  is_primary_admin: false,
  has_two_factor: false,
  last_seen_at: null,
  session_count: 1,
  invitation_expires_at: null,
  created_at: time,
  version: 1,
  updated_at: time,
  sessions: [],
  tokens: [],
  ...more,
});

export const fakeRoles: readonly Role[] = (['admin', 'editor', 'deleter', 'viewer'] as const).map(
  (name, index) => ({
    id: index + 1,
    name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    is_built_in: true,
    permissions: [...builtInRoles[name]],
    requires_two_factor: false,
    user_count: 1,
    version: 1,
    updated_at: time,
  }),
);

export const ok = (data: unknown) => ({ success: true, message: 'OK', data });

export const pageOf = (items: readonly unknown[]) =>
  ok({ items, total: items.length, objects: { total: items.length } });
