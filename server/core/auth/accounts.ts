import type { Kysely, Transaction } from 'kysely';
import { limits } from '#contract/core/limits';
import type { AccountLink } from '#contract/auth/account-links';
import type { SecurityEventKind } from '#contract/users/security-events';
import type { UserState } from '#contract/users/users';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { foldText } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import { searchKeyOf } from '#server/core/db/folding';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Schema } from '#server/core/db/schema';
import { AppError, notFound, appError, fieldError } from '#server/core/errors';
import { endAccess } from './end-access.ts';
import { makeLink } from './links.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { effectivePermissions, permissionSetOf, readPermissions, storePermissions } from './permissions.ts';
import { noOrigin, recordSecurityEvent } from './security-log.ts';
import { removeFactors } from './two-factor.ts';
import { newPassword } from './tokens.ts';
import { stateOf } from './user-state.ts';

interface PermissionSet {
  /** The name of a role. */
  readonly role?: string;
  /** Single permissions instead of a role. */
  readonly permissions?: readonly Permission[];
}

export interface NewUser extends PermissionSet {
  readonly email: string;
  readonly name: string;
}

export interface NewAccount extends NewUser {
  readonly password: string;
}

export interface ListedAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** True if the user has permission overrides: permissions added to the role or removed from it. */
  readonly hasExceptions: boolean;
  readonly state: UserState;
  readonly lastSeenAt: string | null;
}

export interface AccountChange extends PermissionSet {
  readonly name?: string;
  readonly password?: string;
  readonly isSuspended?: boolean;
}

const fieldNames: Readonly<Record<keyof AccountChange, string>> = {
  name: 'Name',
  password: 'Password',
  isSuspended: 'Status',
  role: 'Role',
  permissions: 'Permissions',
};
const changedFields = (changes: AccountChange): string =>
  (Object.keys(changes) as (keyof AccountChange)[]).map((field) => fieldNames[field]).join(', ');

const PASSWORD_EXCEPTION_MS = 24 * 60 * 60_000;

/** Returns the stored form of an email address: trimmed and in lower case, since addresses are compared case-insensitively. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

function checkPassword(password: string): void {
  if (password.length < limits.minPasswordLength) throw fieldError('password', knownErrors.passwordTooShort);
}

/** Returns the role and permission columns of a user. @throws AppError 404 for an unknown role */
async function permissionsFor(db: Kysely<Schema>, { role: roleName, permissions }: PermissionSet) {
  const { role: name, added } =
    roleName === undefined ? permissionSetOf(permissions ?? []) : { role: roleName, added: [] };
  const role = await db
    .selectFrom('roles')
    .select(['id', 'permissions'])
    .where('name_key', '=', foldText(name))
    .executeTakeFirst();
  if (!role) throw notFound('role');
  const exceptions = { added, removed: [] };
  return {
    role_id: role.id,
    added: storePermissions(added),
    removed: '[]',
    permissions: storePermissions(effectivePermissions(readPermissions(role.permissions), exceptions)),
  };
}

/** Creates the services of the command line that manage user accounts. The user screens use `server/features/users`. */
export function createAccounts(db: Kysely<Schema>) {
  const changeAccount = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await lockForUserChange(trx);
      return work(trx);
    });

  const log = (
    trx: Transaction<Schema>,
    {
      kind,
      userId,
      detail,
    }: { readonly kind: SecurityEventKind; readonly userId: number; readonly detail: string },
  ) => recordSecurityEvent(trx, { kind, userId, actorId: null, origin: noOrigin, detail });

  /** Inserts a user and logs the event. @returns the id @throws AppError 404 for an unknown role, 409 for an address in use */
  async function insert(
    trx: Transaction<Schema>,
    account: NewUser,
    password_hash: string | undefined,
  ): Promise<number> {
    const now = new Date().toISOString();
    const email = foldEmail(account.email);
    const result = await trx
      .insertInto('users')
      .values({
        email,
        name: account.name,
        search_key: searchKeyOf(account.name, email),
        password_hash: password_hash ?? '',
        ...(await permissionsFor(trx, account)),
        is_suspended: 0,
        is_invited: password_hash === undefined ? 1 : 0,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .onConflict((clash) => clash.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!result) throw appError(knownErrors.accountExists(email));
    await log(trx, {
      kind: password_hash === undefined ? 'user_invited' : 'user_added',
      userId: result.id,
      detail: email,
    });
    return result.id;
  }

  async function add({ password, ...user }: NewAccount): Promise<void> {
    checkPassword(password);
    const password_hash = await hashPassword(password);
    await changeAccount((trx) => insert(trx, user, password_hash));
  }

  /** Adds a user, who sets the password with the returned link. @throws AppError 404, 409 */
  const invite = (user: NewUser): Promise<AccountLink> =>
    changeAccount(async (trx) => makeLink(trx, await insert(trx, user, undefined), 'invitation'));

  /** Returns all users, sorted by email address. */
  async function list(): Promise<ListedAccount[]> {
    const rows = await db
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .select(['users.email', 'users.name', 'users.is_suspended', 'users.is_invited', 'users.last_seen_at'])
      .select(['users.added', 'users.removed', 'roles.name as role'])
      .where('users.deleted_at', 'is', null)
      .orderBy('users.email')
      .execute();
    return rows.map((row) => ({
      email: row.email,
      name: row.name,
      role: row.role,
      hasExceptions: row.added !== '[]' || row.removed !== '[]',
      state: stateOf(row),
      lastSeenAt: row.last_seen_at,
    }));
  }

  /**
   * Changes an account. In the same transaction, a new password, new permissions or a suspension end its sessions.
   * A new password and a change of `isSuspended` also revoke its API tokens, so no earlier token works after a restore. @throws AppError 404, 422
   */
  async function change(email: string, changes: AccountChange): Promise<void> {
    if (changes.password !== undefined) checkPassword(changes.password);
    const password_hash = changes.password === undefined ? undefined : await hashPassword(changes.password);
    const changesPermissions = changes.role !== undefined || changes.permissions !== undefined;
    await changeAccount(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select(['id', 'version', 'email'])
        .where('email', '=', foldEmail(email))
        .executeTakeFirst();
      if (!user) throw notFound('account');
      await trx
        .updateTable('users')
        .set({
          ...(changes.name !== undefined && {
            name: changes.name,
            search_key: searchKeyOf(changes.name, user.email),
          }),
          ...(password_hash !== undefined && { password_hash, is_invited: 0 }),
          ...(changesPermissions && (await permissionsFor(trx, changes))),
          ...(changes.isSuspended !== undefined && { is_suspended: changes.isSuspended ? 1 : 0 }),
          version: user.version + 1,
          updated_at: new Date().toISOString(),
        })
        .where('id', '=', user.id)
        .execute();
      const endsTokens = password_hash !== undefined || changes.isSuspended !== undefined;
      if (endsTokens || changesPermissions) await endAccess(trx, user.id, { tokens: !endsTokens });
      await log(trx, {
        kind: 'user_changed',
        userId: user.id,
        detail: `${changedFields(changes)}, from the command line`,
      });
    });
  }

  return {
    add,
    change,
    invite,
    list,

    /**
     * Allows an account to sign in with its password for 24 hours when only sign-in providers are allowed.
     * @returns the end of this time in ISO format
     * @throws AppError 404
     */
    allowPassword: (email: string): Promise<string> =>
      changeAccount(async (trx) => {
        const password_allowed_until = new Date(Date.now() + PASSWORD_EXCEPTION_MS).toISOString();
        const user = await trx
          .updateTable('users')
          .set({ password_allowed_until })
          .where('email', '=', foldEmail(email))
          .returning('id')
          .executeTakeFirst();
        if (!user) throw notFound('account');
        await log(trx, {
          kind: 'user_changed',
          userId: user.id,
          detail: 'Password sign-in for 24 hours, from the command line',
        });
        return password_allowed_until;
      }),

    /** Removes all second factors of a user who lost them, and ends the user's sessions. @throws AppError 404 */
    resetTwoFactor: (email: string): Promise<void> =>
      changeAccount(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('email', '=', foldEmail(email))
          .executeTakeFirst();
        if (!user) throw notFound('account');
        await removeFactors(trx, user.id);
        await endAccess(trx, user.id, { tokens: true });
        await log(trx, { kind: 'two_factor_reset', userId: user.id, detail: 'From the command line' });
      }),

    /**
     * Creates the primary administrator if the account does not exist. Sets the given password if it differs from the stored one.
     * @returns the password if this call generated it, so that the first start can print it once
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
        // Another process of the same deployment created the account first; its password is the valid one.
        if (error instanceof AppError && error.status === 409) return undefined;
        throw error;
      }
      return password === undefined ? first : undefined;
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
