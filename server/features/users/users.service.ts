import type { Kysely, Transaction } from 'kysely';
import { linkNames, type AccountLink } from '#contract/auth/account-links';
import type {
  InvitedUser,
  UserDetails,
  UserEntry,
  UserInvite,
  UserUpdate,
  UsersQuery,
} from '#contract/users/users';
import type { Permission } from '#contract/core/permissions';
import { deletedUserName } from '#contract/personal-data/personal-data';
import { knownErrors } from '#contract/core/errors';
import { foldEmail } from '#server/core/auth/accounts';
import { endAccess } from '#server/core/auth/end-access';
import { makeLink } from '#server/core/auth/links';
import {
  type Exceptions,
  effectivePermissions,
  exceptionsFrom,
  permissionsOf,
  readPermissions,
  storePermissions,
} from '#server/core/auth/permissions';
import { removeFactors } from '#server/core/auth/two-factor';
import type { Credential, SessionUser } from '#server/core/auth/sessions';
import { stateOf } from '#server/core/auth/user-state';
import { deleteFiles } from '#server/core/db/files';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import { editConflict, forbidden, notFound, appError, fieldError } from '#server/core/errors';
import { linkEmail } from '#server/core/mail/emails';
import { type Mail, removeRecipient } from '#server/core/mail/mail';
import type { FileStorage } from '#server/core/media/file-storage';
import {
  type CallContext,
  type UserChanges,
  changeUsers,
  requireManager,
  requireWithin,
} from './assert-permissions.ts';
import { identitiesOf, ownerOfIdentity, unlinkIdentity } from '#server/features/auth/identities';
import { sessionsOf, tokensOf } from './credentials.ts';
import { differences } from './differences.ts';
import { type UserRow, listUsers, presentUser, readUser } from './user-rows.ts';

/** The own password and two-factor methods are changed in the profile, which requires the current password. @throws AppError 403 */
function requireOther(actor: SessionUser, id: number): void {
  if (actor.id === id) throw forbidden(knownErrors.ownAccount);
}

const primaryAdminProtected = () => appError(knownErrors.primaryAdmin);

interface UserDeps extends UserChanges {
  readonly files: FileStorage;
  readonly adminEmail: string;
  readonly productName: () => string;
  readonly mail: Mail;
  /** Returns the name of a sign-in provider. */
  readonly nameOfIssuer: (issuer: string) => string;
}

/** Removes drafts, private views and messages of a user, and the details of security events, which contain names and addresses. */
async function removePersonalRows(
  trx: Transaction<Schema>,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  await trx.deleteFrom('list_views').where('user_id', '=', id).where('is_shared', '=', 0).execute();
  await trx.deleteFrom('book_content_autosaves').where('user_id', '=', id).execute();
  await trx.deleteFrom('book_content_editors').where('user_id', '=', id).execute();
  await trx.deleteFrom('record_presence').where('user_id', '=', id).execute();
  await trx.deleteFrom('notifications').where('user_id', '=', id).execute();
  await removeRecipient(trx, email);
  await trx.updateTable('security_events').set({ detail: '' }).where('user_id', '=', id).execute();
}

/** Reads and changes users, for callers who can manage users. */
export function createUserService(deps: UserDeps) {
  const { database, notices, files, adminEmail, productName, mail, nameOfIssuer } = deps;
  /** @throws AppError 404 */
  async function find(db: Kysely<Schema>, id: number): Promise<UserRow> {
    const row = await readUser(db, id);
    if (!row) throw notFound('user');
    return row;
  }

  /** Returns a user that the caller can change. @throws AppError 403, 404 */
  async function findWithin(trx: Transaction<Schema>, actor: SessionUser, id: number): Promise<UserRow> {
    const row = await find(trx, id);
    requireWithin(actor, permissionsOf(row, adminEmail), knownErrors.mayDoMore);
    return row;
  }

  async function rolePermissions(trx: Transaction<Schema>, id: number): Promise<Permission[]> {
    const role = await trx.selectFrom('roles').select('permissions').where('id', '=', id).executeTakeFirst();
    if (!role) throw fieldError('role_id', knownErrors.noRole);
    return readPermissions(role.permissions);
  }

  /**
   * Rejects an address that is taken. The address of the primary administrator gives all permissions, so it is rejected too.
   * @throws AppError 409
   */
  async function requireFree(trx: Transaction<Schema>, email: string, besides = 0): Promise<void> {
    if (email === adminEmail) throw primaryAdminProtected();
    const other = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('id', '!=', besides)
      .executeTakeFirst();
    if (other) throw appError(knownErrors.emailTaken(email));
  }

  async function userEntry(db: Kysely<Schema>, id: number): Promise<UserEntry> {
    return presentUser(await find(db, id), adminEmail);
  }

  const nextVersion = ({ version }: UserRow) => ({
    version: version + 1,
    updated_at: new Date().toISOString(),
  });

  function setSuspended(id: number, context: CallContext, isSuspended: boolean): Promise<UserEntry> {
    return changeUsers({ database, notices }, context, async (trx, actor, log) => {
      const row = await findWithin(trx, actor, id);
      await trx
        .updateTable('users')
        .set({ is_suspended: isSuspended ? 1 : 0, ...nextVersion(row) })
        .where('id', '=', id)
        .execute();
      // API tokens are revoked on restore too, because they may be related to the reason for the suspension.
      await endAccess(trx, id);
      if (isSuspended) await requireManager(trx, adminEmail);
      await log(isSuspended ? 'user_suspended' : 'user_restored', id);
      return userEntry(trx, id);
    });
  }

  /** Returns the columns for a changed address or name. @throws AppError 409 */
  async function nameColumns(trx: Transaction<Schema>, row: UserRow, input: UserUpdate) {
    const name = input.name ?? row.name;
    const email = input.email === undefined ? row.email : foldEmail(input.email);
    if (email !== row.email) {
      if (row.email === adminEmail) throw primaryAdminProtected();
      await requireFree(trx, email, row.id);
      // Earlier links were sent to the previous address.
      await trx.deleteFrom('account_links').where('user_id', '=', row.id).execute();
    }
    return { name, email, search_key: searchKeyOf(name, email) };
  }

  /** Returns the columns for a changed role or changed overrides. @throws AppError 403, 409, 422 */
  async function permissionColumns(
    trx: Transaction<Schema>,
    {
      actor,
      row,
      changes: { role_id = row.role_id, ...input },
    }: { readonly actor: SessionUser; readonly row: UserRow; readonly changes: UserUpdate },
  ) {
    const role = await rolePermissions(trx, role_id);
    const exceptions: Exceptions = exceptionsFrom(role, {
      added: input.added ?? readPermissions(row.added),
      removed: input.removed ?? readPermissions(row.removed),
    });
    const permissions = effectivePermissions(role, exceptions);
    const columns = {
      role_id,
      added: storePermissions(exceptions.added),
      removed: storePermissions(exceptions.removed),
      permissions: storePermissions(permissions),
    };
    const isSame = row.role_id === role_id && row.added === columns.added && row.removed === columns.removed;
    if (!isSame && row.email === adminEmail) throw primaryAdminProtected();
    requireWithin(actor, permissions, knownErrors.beyondOwn);
    return columns;
  }

  /** Sends a link by email if emails are configured. @returns the link */
  async function sendLink(
    trx: Transaction<Schema>,
    {
      actor,
      to,
      address,
      link,
    }: {
      readonly actor: SessionUser;
      readonly to: { readonly id: number; readonly name: string; readonly email: string };
      readonly address: string;
      readonly link: AccountLink;
    },
  ): Promise<AccountLink> {
    const letter = linkEmail({ product: productName(), address, to, kind: link.kind, actor });
    return { ...link, is_mailed: await mail.send(trx, letter) };
  }

  return {
    list: (query: UsersQuery) => listUsers(database.kysely, query, adminEmail),

    async get(id: number, current: Credential): Promise<UserDetails> {
      const [user, sessions, tokens, identities] = await Promise.all([
        userEntry(database.kysely, id),
        sessionsOf(database.kysely, id, current),
        tokensOf(database.kysely, id),
        identitiesOf(database.kysely, id, nameOfIssuer),
      ]);
      return { ...user, sessions, tokens, identities };
    },

    /** @throws AppError 403 for a role with more permissions than the caller, 409 for an address that is taken, 422 */
    invite: (
      { name, email: invitedAddress, role_id }: UserInvite,
      context: CallContext,
      address: string,
    ): Promise<InvitedUser> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const email = foldEmail(invitedAddress);
        const role = await rolePermissions(trx, role_id);
        requireWithin(actor, role, knownErrors.beyondOwn);
        await requireFree(trx, email);
        const now = new Date().toISOString();
        const { id } = await trx
          .insertInto('users')
          .values({
            email,
            name,
            search_key: searchKeyOf(name, email),
            password_hash: '',
            role_id,
            permissions: storePermissions(role),
            is_suspended: 0,
            is_invited: 1,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const link = await sendLink(trx, {
          actor,
          to: { id, name, email },
          address,
          link: await makeLink(trx, id, 'invitation'),
        });
        await log('user_invited', id, email);
        return { user: await userEntry(trx, id), link };
      }),

    /** Updates a user without ending sessions, because permissions are read for every request. @throws AppError 403, 404, 409, 422 */
    update: (input: UserUpdate, context: CallContext): Promise<UserEntry> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const row = await findWithin(trx, actor, input.id);
        if (input.version !== undefined && input.version !== row.version) throw editConflict('user');
        await trx
          .updateTable('users')
          .set({
            ...(await nameColumns(trx, row, input)),
            ...(await permissionColumns(trx, { actor, row, changes: input })),
            ...nextVersion(row),
          })
          .where('id', '=', row.id)
          .execute();
        await requireManager(trx, adminEmail);
        const after = await userEntry(trx, row.id);
        // The email is sent to the old address, because the new one may belong to an attacker.
        if (after.email !== row.email)
          await notices.notify(trx, [row], `The address of your account was changed to ${after.email}.`);
        await log('user_changed', row.id, differences(presentUser(row, adminEmail), after));
        return after;
      }),

    suspend: (id: number, context: CallContext) => setSuspended(id, context, true),
    restore: (id: number, context: CallContext) => setSuspended(id, context, false),

    /**
     * Creates an invitation, or a password reset link for a user with a password. Earlier links are revoked. @throws AppError 403, 404, 409
     */
    makeLink: (id: number, context: CallContext, address: string): Promise<AccountLink> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        requireOther(actor, id);
        const row = await findWithin(trx, actor, id);
        const state = stateOf(row);
        if (state === 'suspended') throw appError(knownErrors.userSuspended);
        const kind = state === 'invited' ? 'invitation' : 'password';
        await log('link_created', id, linkNames[kind]);
        return sendLink(trx, { actor, to: row, address, link: await makeLink(trx, id, kind) });
      }),

    /** Deletes a user. The row remains with another name, for references. @throws AppError 403, 404, 409 */
    async remove(id: number, context: CallContext): Promise<void> {
      const discardedKeys = await changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const row = await findWithin(trx, actor, id);
        if (row.email === adminEmail) throw primaryAdminProtected();
        const keys = [row.avatar_key, row.thumbnail_key].filter((key) => key !== null);
        await trx
          .updateTable('users')
          .set({
            email: `deleted:${id}`,
            name: deletedUserName(id),
            search_key: '',
            password_hash: '',
            avatar_key: null,
            thumbnail_key: null,
            permissions: '[]',
            added: '[]',
            removed: '[]',
            preferences: '{}',
            is_suspended: 1,
            deleted_at: new Date().toISOString(),
            ...nextVersion(row),
          })
          .where('id', '=', id)
          .execute();
        await endAccess(trx, id);
        await removeFactors(trx, id);
        await trx.deleteFrom('user_identities').where('user_id', '=', id).execute();
        await trx.deleteFrom('known_browsers').where('user_id', '=', id).execute();
        await trx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute();
        await removePersonalRows(trx, row);
        await deleteFiles(trx, keys);
        await requireManager(trx, adminEmail);
        await log('user_deleted', id);
        return keys;
      });
      await files.remove(discardedKeys);
    },

    /** Removes the two-factor methods of a user who lost them, so that the password suffices. @throws AppError 403, 404 */
    resetTwoFactor: (id: number, context: CallContext): Promise<UserEntry> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        requireOther(actor, id);
        await findWithin(trx, actor, id);
        await removeFactors(trx, id);
        await endAccess(trx, id, { tokens: true });
        await log('two_factor_reset', id);
        return userEntry(trx, id);
      }),

    /** Ends every session, and revokes every API token and password link of a user. */
    signOut: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        await findWithin(trx, actor, id);
        await endAccess(trx, id);
        await log('sessions_ended', id, 'All sessions and API tokens');
      }),

    /** @throws AppError 403, 404 */
    endSession: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const session = await trx
          .selectFrom('sessions')
          .select('user_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (!session) throw notFound('session');
        await findWithin(trx, actor, session.user_id);
        await trx.deleteFrom('sessions').where('id', '=', id).execute();
        await log('sessions_ended', session.user_id, 'One session');
      }),

    /** Unlinks a provider account and ends sessions opened through it. @throws AppError 403, 404 */
    unlinkProvider: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const userId = await ownerOfIdentity(trx, id);
        requireOther(actor, userId);
        await findWithin(trx, actor, userId);
        const issuer = await unlinkIdentity(trx, { id, userId });
        await log('identity_unlinked', userId, nameOfIssuer(issuer));
      }),

    /** @throws AppError 403, 404 */
    revokeToken: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const token = await trx
          .selectFrom('access_tokens')
          .select(['user_id', 'name'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!token) throw notFound('token');
        await findWithin(trx, actor, token.user_id);
        await trx.deleteFrom('access_tokens').where('id', '=', id).execute();
        await log('token_revoked', token.user_id, token.name);
      }),
  };
}

export type UserService = ReturnType<typeof createUserService>;
