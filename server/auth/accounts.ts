import type { Kysely } from 'kysely';
import { type Permission, allPermissions, isPermission } from '#contract/permissions';
import type { Schema } from '#server/db/schema';
import { AppError, conflict, invalid, notFound } from '#server/errors';
import { hashPassword, isPassword } from './passwords.ts';
import { newPassword } from './tokens.ts';

const MIN_PASSWORD_LENGTH = 8;

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

export interface AccountChange {
  readonly name?: string;
  readonly password?: string;
  readonly permissions?: readonly Permission[];
  readonly isSuspended?: boolean;
}

/** Addresses are compared without regard to case; the folded form is what is stored. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** Reads the JSON list a user row holds; names that are no longer known are dropped. */
export function readPermissions(stored: string): Permission[] {
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list)
    ? list.filter((entry): entry is Permission => typeof entry === 'string' && isPermission(entry))
    : [];
}

function checkPassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH)
    throw invalid({ password: `The password must have at least ${MIN_PASSWORD_LENGTH} characters.` });
}

/** The staff accounts: made and changed by the operator, never through the API. */
export function createAccounts(db: Kysely<Schema>) {
  async function add(account: NewAccount): Promise<void> {
    checkPassword(account.password);
    const now = new Date().toISOString();
    const result = await db
      .insertInto('users')
      .values({
        email: foldEmail(account.email),
        name: account.name,
        password_hash: await hashPassword(account.password),
        permissions: JSON.stringify(account.permissions),
        is_suspended: 0,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .onConflict((clash) => clash.column('email').doNothing())
      .executeTakeFirst();
    if (Number(result.numInsertedOrUpdatedRows ?? 0) === 0)
      throw conflict(`There is already an account for ${foldEmail(account.email)}.`);
  }

  /** A new password, other permissions or a suspension end every session of the account in the same transaction. */
  async function change(email: string, changes: AccountChange): Promise<void> {
    if (changes.password !== undefined) checkPassword(changes.password);
    const password_hash = changes.password === undefined ? undefined : await hashPassword(changes.password);
    await db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select(['id', 'version'])
        .where('email', '=', foldEmail(email))
        .executeTakeFirst();
      if (!user) throw notFound('account');
      await trx
        .updateTable('users')
        .set({
          ...(changes.name !== undefined && { name: changes.name }),
          ...(password_hash !== undefined && { password_hash }),
          ...(changes.permissions && { permissions: JSON.stringify(changes.permissions) }),
          ...(changes.isSuspended !== undefined && { is_suspended: changes.isSuspended ? 1 : 0 }),
          version: user.version + 1,
          updated_at: new Date().toISOString(),
        })
        .where('id', '=', user.id)
        .execute();
      const endsSessions =
        password_hash !== undefined || changes.permissions !== undefined || changes.isSuspended === true;
      if (endsSessions) await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    });
  }

  return {
    add,
    change,

    /**
     * Makes sure the configured admin can sign in. A given password is set when it is not the stored one.
     * @returns the password when this call generated it, for the one print at the first start.
     */
    async ensureAdmin(
      email: string,
      password: string | undefined,
      name: string,
    ): Promise<string | undefined> {
      const existing = await db
        .selectFrom('users')
        .select('password_hash')
        .where('email', '=', foldEmail(email))
        .executeTakeFirst();
      if (existing) {
        if (password !== undefined && !(await isPassword(password, existing.password_hash)))
          await change(email, { password });
        return undefined;
      }
      const first = password ?? newPassword();
      try {
        await add({ email, name, password: first, permissions: allPermissions });
      } catch (error) {
        // Another process of the same deployment was a moment faster; its account is the one that counts.
        if (error instanceof AppError && error.status === 409) return undefined;
        throw error;
      }
      return password === undefined ? first : undefined;
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
