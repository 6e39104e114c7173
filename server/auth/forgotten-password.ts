import type { ForgottenPassword } from '#contract/people/links';
import type { Database } from '#server/db/open';
import { foldEmail } from './accounts.ts';
import { type Origin, recordHappening } from './security-log.ts';

/**
 * Somebody who cannot sign in asks for a new password. The answer, and the work done for it, are the same whether or not there
 * is such an account: those who manage users see in the security log who asked, and make the link.
 */
export async function askForPassword(
  { kysely: db }: Database,
  email: string,
  origin: Origin,
): Promise<ForgottenPassword> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', foldEmail(email))
    .executeTakeFirst();
  await recordHappening(db, { kind: 'password_forgotten', userId: user?.id ?? null, actorId: null, origin });
  return { is_mailed: false };
}
