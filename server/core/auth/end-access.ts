import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';

interface RetainedAccess {
  /** The session that makes the call, where the owner makes it. */
  readonly sessionId?: number;
  /** True where the owner wants API tokens to stay valid. */
  readonly tokens?: boolean;
}

/**
 * Ends every way into an account: sessions, API tokens, password links and sign-ins that wait for a second step. Every change
 * that must lock out whoever knows an earlier secret calls it, so that none of them is forgotten.
 */
export async function endAccess(
  trx: Transaction<Schema>,
  userId: number,
  keptAccess: RetainedAccess = {},
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptAccess.sessionId ?? 0)
    .execute();
  if (keptAccess.tokens !== true)
    await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
  await trx.deleteFrom('auth_challenges').where('user_id', '=', userId).execute();
}
