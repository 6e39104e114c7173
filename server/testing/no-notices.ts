import type { AccountNotices } from '#server/core/auth/account-notices';

/** Sends no notices, for tests that do not check them. */
export const noNotices: AccountNotices = {
  afterEvent: async () => undefined,
  notify: async () => undefined,
};
