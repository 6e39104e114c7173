import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';

interface RetainedAccess {
  /** The session that remains valid: that of the owner who sends the request. */
  readonly sessionId?: number;
  /** True if API tokens, preview links and calendar addresses remain valid. */
  readonly tokens?: boolean;
}

/**
 * Ends all access to an account: sessions, API tokens, preview links, calendar addresses, password links and sign-ins that wait for a second step. Every change
 * that invalidates earlier secrets calls this function, so that no kind of access is missed.
 */
export async function endAccess(
  trx: Transaction<Schema>,
  userId: number,
  retainedAccess: RetainedAccess = {},
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', retainedAccess.sessionId ?? 0)
    .execute();
  if (retainedAccess.tokens !== true) {
    await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
    await trx.deleteFrom('preview_links').where('user_id', '=', userId).execute();
    await trx.deleteFrom('release_calendars').where('user_id', '=', userId).execute();
  }
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
  await trx.deleteFrom('auth_challenges').where('user_id', '=', userId).execute();
}
