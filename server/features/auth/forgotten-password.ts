import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { ForgottenPassword } from '#contract/auth/account-links';
import { foldEmail } from '#server/core/auth/accounts';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { linkEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';

/** Longer than the work for an existing account, so that response times do not reveal accounts. */
const RESPONSE_MS = 250;
/** Minimum time between two emails. Repeated requests send no further email, and revoke no recent link. */
const EMAIL_PAUSE_MS = 15 * 60_000;

export interface ForgottenPasswordDeps {
  readonly database: Database;
  readonly mail: Mail;
  readonly productName: () => string;
  /** The configured public address, else blank. It is never read from the request, because an attacker could forge links. */
  readonly publicUrl: () => string;
  /** True where users sign in with providers only. */
  readonly isPasswordOff: boolean;
}

/**
 * Handles a password reset request. The response is the same whether the account exists or not. The link is sent by email when emails and
 * the public address are configured. Otherwise user managers see the request in the security log and create the link.
 */
export async function requestPasswordReset(
  { database, mail, productName, publicUrl, isPasswordOff }: ForgottenPasswordDeps,
  email: string,
  origin: Origin,
): Promise<ForgottenPassword> {
  const address = publicUrl().replace(/\/+$/, '');
  const is_mailed = mail.isOn && address !== '' && !isPasswordOff;
  const send = async (trx: Transaction<Schema>, user: Account) => {
    if (user.is_suspended === 1 || (await hasFreshLink(trx, user.id))) return;
    const kind = user.is_invited === 1 ? 'invitation' : 'password';
    await mail.send(trx, linkEmail({ product: productName(), address, to: user, kind, actor: null }));
  };
  const work = inTransaction(database, async (trx) => {
    if (is_mailed) await lockForUserChange(trx);
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'is_invited', 'is_suspended'])
      .where('email', '=', foldEmail(email))
      .executeTakeFirst();
    const userId = user?.id ?? null;
    await recordSecurityEvent(trx, { kind: 'password_reset_requested', userId, actorId: null, origin });
    if (user && is_mailed) await send(trx, user);
  });
  await Promise.all([work, is_mailed ? pause(RESPONSE_MS) : undefined]);
  return { is_mailed };
}

interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly is_invited: number;
  readonly is_suspended: number;
}

async function hasFreshLink(trx: Transaction<Schema>, userId: number): Promise<boolean> {
  const fresh = await trx
    .selectFrom('account_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(Date.now() - EMAIL_PAUSE_MS).toISOString())
    .executeTakeFirst();
  if (fresh) return true;
  const waitingEmail = await trx
    .selectFrom('emails')
    .select('id')
    .where('link_user_id', '=', userId)
    .executeTakeFirst();
  return waitingEmail !== undefined;
}
