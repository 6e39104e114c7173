import type { UserState } from '#contract/users/users';

/** Whether somebody can sign in. */
export const stateOf = (row: { readonly is_suspended: number; readonly is_invited: number }): UserState =>
  row.is_suspended === 1 ? 'suspended' : row.is_invited === 1 ? 'invited' : 'active';
