import type { UserState } from '#contract/users/users';

/** Returns the status of a user, which decides whether the user can sign in. */
export const stateOf = (row: { readonly is_suspended: number; readonly is_invited: number }): UserState =>
  row.is_suspended === 1 ? 'suspended' : row.is_invited === 1 ? 'invited' : 'active';
