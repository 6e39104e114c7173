import type { AccountNotices } from '#server/core/auth/account-notices';

/** For tests that are not about what users are told. */
export const noNotices: AccountNotices = {
  afterEvent: async () => undefined,
  notify: async () => undefined,
};
