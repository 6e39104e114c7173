import type { Transaction } from 'kysely';
import { isEmail } from '#contract/auth/auth';
import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import type { AccountNotices } from '#server/core/auth/account-notices';
import { readPermissions, storePermissions } from '#server/core/auth/permissions';
import type { ProviderConfig } from '#server/core/auth/provider-config';
import type { ProviderClaims } from '#server/core/auth/providers';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import { appError } from '#server/core/errors';
import { requireManager } from '#server/features/users/assert-permissions';

/** A verified response of a provider, for the transaction that finds its user. */
export interface ProviderUser {
  readonly config: ProviderConfig;
  readonly claims: ProviderClaims;
  readonly origin: Origin;
  readonly adminEmail: string;
  readonly notices: AccountNotices;
}

const findUser = (trx: Transaction<Schema>, column: 'id' | 'email', value: string | number) =>
  trx
    .selectFrom('users')
    .selectAll()
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * Returns the role for the groups of a user; undefined when the configuration maps no groups.
 * @throws AppError 403 for a user in none of the groups, when there is no role for others
 */
async function mappedRole(trx: Transaction<Schema>, { config, claims }: ProviderUser) {
  if (!config.roles) return undefined;
  const groups = new Set(claims.groups);
  const names = Object.entries(config.roles).flatMap(([group, role]) => (groups.has(group) ? [role] : []));
  const role = await firstRole(trx, [
    ...names,
    ...(config.default_role === undefined ? [] : [config.default_role]),
  ]);
  if (!role) throw appError(knownErrors.providerRoleMissing);
  return role;
}

/** Returns the first existing role with one of these names. */
async function firstRole(trx: Transaction<Schema>, names: readonly string[]) {
  for (const name of names) {
    const role = await trx
      .selectFrom('roles')
      .select(['id', 'name', 'permissions'])
      .where('name_key', '=', foldText(name))
      .executeTakeFirst();
    if (role) return role;
  }
  return undefined;
}

/** Links an account at a provider to a user, writes to the security log and notifies the user. @throws AppError 409 */
export async function linkIdentity(
  trx: Transaction<Schema>,
  userId: number,
  { config, claims, origin, notices }: Omit<ProviderUser, 'adminEmail'>,
): Promise<void> {
  const { issuer, subject, email } = claims;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('user_identities')
    .values({
      user_id: userId,
      issuer,
      subject,
      email,
      created_at: new Date().toISOString(),
      last_used_at: null,
    })
    .onConflict((clash) => clash.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) === 0) throw appError(knownErrors.identityTaken);
  const kind = 'identity_linked';
  await recordSecurityEvent(trx, { kind, userId, actorId: userId, origin, detail: config.name });
  await notices.afterEvent(trx, kind, { userId });
}

async function createUser(trx: Transaction<Schema>, user: ProviderUser): Promise<number> {
  const { config, claims, origin } = user;
  const role =
    (await mappedRole(trx, user)) ??
    (await firstRole(trx, config.default_role === undefined ? [] : [config.default_role]));
  if (!role) throw appError(knownErrors.providerRoleMissing);
  const now = new Date().toISOString();
  const { email } = claims;
  const name = (claims.name || email).slice(0, limits.maxNameLength);
  const { id } = await trx
    .insertInto('users')
    .values({
      email,
      name,
      search_key: searchKeyOf(name, email),
      password_hash: '',
      role_id: role.id,
      permissions: storePermissions(readPermissions(role.permissions)),
      is_suspended: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const detail = `${email}, at the first sign-in with ${config.name}`;
  await recordSecurityEvent(trx, { kind: 'user_added', userId: id, actorId: null, origin, detail });
  return id;
}

/** Links the account with the same verified address, or creates one, if the configuration allows it. @throws AppError 403 */
async function firstSignIn(trx: Transaction<Schema>, user: ProviderUser): Promise<number> {
  const { config, claims } = user;
  if (!config.link_by_email && !config.create_accounts) throw appError(knownErrors.providerAccountMissing);
  if (!claims.isEmailVerified || !isEmail(claims.email)) throw appError(knownErrors.providerEmailUnverified);
  const existingUser = await findUser(trx, 'email', claims.email);
  if (!existingUser) {
    if (!config.create_accounts) throw appError(knownErrors.providerAccountMissing);
    const id = await createUser(trx, user);
    await linkIdentity(trx, id, user);
    return id;
  }
  if (!config.link_by_email || existingUser.is_suspended === 1)
    throw appError(knownErrors.providerAccountMissing);
  // Another subject with the same address: the provider may have assigned the address to another person.
  const earlierIdentity = await trx
    .selectFrom('user_identities')
    .select('id')
    .where('user_id', '=', existingUser.id)
    .where('issuer', '=', claims.issuer)
    .executeTakeFirst();
  if (earlierIdentity) throw appError(knownErrors.providerAccountMissing);
  await linkIdentity(trx, existingUser.id, user);
  if (existingUser.is_invited === 1) {
    await trx.updateTable('users').set({ is_invited: 0 }).where('id', '=', existingUser.id).execute();
    await trx.deleteFrom('account_links').where('user_id', '=', existingUser.id).execute();
  }
  return existingUser.id;
}

/** Sets the role for the groups of a user. Overrides of single permissions end when the role changes. @throws AppError 403, 409 */
async function applyRole(trx: Transaction<Schema>, row: UserRow, user: ProviderUser): Promise<void> {
  if (row.email === user.adminEmail) return;
  const role = await mappedRole(trx, user);
  if (!role || role.id === row.role_id) return;
  await trx
    .updateTable('users')
    .set({
      role_id: role.id,
      added: '[]',
      removed: '[]',
      permissions: storePermissions(readPermissions(role.permissions)),
      version: row.version + 1,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', row.id)
    .execute();
  await requireManager(trx, user.adminEmail);
  const detail = `Role ${role.name}, by the groups of ${user.config.name}`;
  await recordSecurityEvent(trx, {
    kind: 'user_changed',
    userId: row.id,
    actorId: null,
    origin: user.origin,
    detail,
  });
}

/**
 * Returns the user of a provider's response. Issuer and subject identify the user; the address is used for the first sign-in only.
 * @throws AppError 403 when no user can sign in
 */
export async function accountOfProvider(trx: Transaction<Schema>, user: ProviderUser): Promise<UserRow> {
  const { claims } = user;
  const identity = await trx
    .selectFrom('user_identities')
    .select(['id', 'user_id'])
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst();
  const userId = identity?.user_id ?? (await firstSignIn(trx, user));
  const row = await findUser(trx, 'id', userId);
  if (!row || row.is_suspended === 1) throw appError(knownErrors.providerAccountMissing);
  await applyRole(trx, row, user);
  await trx
    .updateTable('user_identities')
    .set({ last_used_at: new Date().toISOString(), email: claims.email })
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .execute();
  return (await findUser(trx, 'id', userId)) ?? row;
}
