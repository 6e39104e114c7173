import type { Kysely, Transaction } from 'kysely';
import { limits } from '#contract/core/limits';
import {
  type LinkInfo,
  type LinkKind,
  type AccountLink,
  linkKinds,
  linkPath,
  linkNames,
} from '#contract/auth/account-links';
import { knownErrors } from '#contract/core/errors';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { appError } from '#server/core/errors';
import type { AccountNotices } from './account-notices.ts';
import { endAccess } from './end-access.ts';
import { type Origin, recordSecurityEvent } from './security-log.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './tokens.ts';

const HOUR_MS = 60 * 60 * 1000;
const hours: Readonly<Record<LinkKind, number>> = {
  invitation: limits.invitationHours,
  password: limits.passwordLinkHours,
};

const noLink = () => appError(knownErrors.linkInvalid);

/** Creates a link and preserves existing ones. The link sets the password once. */
export async function addLink(
  trx: Transaction<Schema>,
  userId: number,
  kind: LinkKind,
): Promise<AccountLink> {
  const token = newToken();
  const now = Date.now();
  const expires_at = new Date(now + hours[kind] * HOUR_MS).toISOString();
  await trx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      kind,
      created_at: new Date(now).toISOString(),
      expires_at,
    })
    .execute();
  return { kind, path: linkPath(kind, token), expires_at, is_mailed: false };
}

/** Creates a link and deletes all existing links of the user. */
export async function makeLink(
  trx: Transaction<Schema>,
  userId: number,
  kind: LinkKind,
): Promise<AccountLink> {
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
  return addLink(trx, userId, kind);
}

/** Creates the service of the links that set a password. */
export function createLinks({
  database,
  notices,
}: {
  readonly database: Database;
  readonly notices: AccountNotices;
}) {
  async function projection(db: Kysely<Schema>, token: string) {
    const row = await db
      .selectFrom('account_links')
      .innerJoin('users', 'users.id', 'account_links.user_id')
      .select(['users.id', 'users.name', 'users.email', 'account_links.kind', 'account_links.expires_at'])
      .where('account_links.token_hash', '=', hashToken(token))
      .where('account_links.expires_at', '>', new Date().toISOString())
      .where('users.is_suspended', '=', 0)
      .executeTakeFirst();
    const kind = linkKinds.find((candidate) => candidate === row?.kind);
    if (!row || !kind) throw noLink();
    return { ...row, kind };
  }

  return {
    /** @throws AppError 404 if the link was used, has expired or is unknown */
    async read(token: string): Promise<LinkInfo> {
      const { kind, name, email, expires_at } = await projection(database.kysely, token);
      return { kind, name, email, expires_at };
    },

    /**
     * Sets the password and deletes the link. One of several concurrent calls succeeds. All access of the account ends.
     * @throws AppError 404 as above; 422 for a weak password, after which the link remains valid
     */
    async use(token: string, password: string, origin: Origin): Promise<{ email: string }> {
      const { name, email } = await projection(database.kysely, token);
      await requireStrongPassword(password, [name, email]);
      const password_hash = await hashPassword(password);
      return inTransaction(database, async (trx) => {
        await lockForUserChange(trx);
        const user = await projection(trx, token);
        await trx
          .updateTable('users')
          .set((eb) => ({
            password_hash,
            is_invited: 0,
            version: eb('version', '+', 1),
            updated_at: new Date().toISOString(),
          }))
          .where('id', '=', user.id)
          .execute();
        await endAccess(trx, user.id);
        await recordSecurityEvent(trx, {
          kind: 'link_used',
          userId: user.id,
          actorId: user.id,
          origin,
          detail: linkNames[user.kind],
        });
        if (user.kind === 'password') await notices.afterEvent(trx, 'link_used', { userId: user.id });
        return { email: user.email };
      });
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
