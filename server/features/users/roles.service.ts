import type { Kysely, Transaction } from 'kysely';
import type { PermissionHolders, Role, RoleCreate, RoleUpdate } from '#contract/users/roles';
import { limits } from '#contract/core/limits';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { foldText } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import {
  effectivePermissions,
  permissionsOf,
  readPermissions,
  storePermissions,
} from '#server/core/auth/permissions';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { editConflict, notFound, appError } from '#server/core/errors';
import {
  type CallContext,
  type UserChanges,
  changeUsers,
  requireManager,
  requireWithin,
} from './assert-permissions.ts';

const presentRoles = (db: Kysely<Schema>) =>
  db
    .selectFrom('roles')
    .selectAll('roles')
    .select((eb) =>
      eb
        .selectFrom('users')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('users.role_id', '=', 'roles.id')
        .where('users.deleted_at', 'is', null)
        .as('user_count'),
    );

type RoleRow = Awaited<ReturnType<ReturnType<typeof presentRoles>['executeTakeFirstOrThrow']>>;

const presentRole = (row: RoleRow): Role => ({
  id: row.id,
  name: row.name,
  is_built_in: row.is_built_in === 1,
  permissions: readPermissions(row.permissions),
  requires_two_factor: row.requires_two_factor === 1,
  user_count: row.user_count ?? 0,
  version: row.version,
  updated_at: row.updated_at,
});

/** Returns all permissions of the users with a role, from the role and from their overrides. */
async function permissionsOfHolders(
  trx: Transaction<Schema>,
  roleId: number,
  adminEmail: string,
): Promise<readonly Permission[]> {
  const holders = await trx
    .selectFrom('users')
    .select(['email', 'permissions'])
    .distinct()
    .where('role_id', '=', roleId)
    .where('deleted_at', 'is', null)
    .execute();
  return holders.flatMap((holder) => permissionsOf(holder, adminEmail));
}

/** Stores the permissions of all users with a role, computed from the role and their overrides. */
export async function renewPermissions(
  trx: Transaction<Schema>,
  roleId: number,
  role: readonly Permission[],
): Promise<void> {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'added', 'removed', 'permissions'])
    .where('role_id', '=', roleId)
    .where('deleted_at', 'is', null)
    .execute();
  const byPermissions = new Map<string, number[]>();
  for (const { id, added, removed, permissions } of users) {
    const exceptions = { added: readPermissions(added), removed: readPermissions(removed) };
    const effective = storePermissions(effectivePermissions(role, exceptions));
    if (effective !== permissions)
      byPermissions.set(effective, [...(byPermissions.get(effective) ?? []), id]);
  }
  for (const [permissions, ids] of byPermissions)
    for (const batch of batches(ids))
      await trx.updateTable('users').set({ permissions }).where('id', 'in', batch).execute();
}

/** Reads and changes built-in and custom roles. */
export function createRoleService({
  database,
  notices,
  adminEmail,
}: UserChanges & { readonly adminEmail: string }) {
  async function find(db: Kysely<Schema>, id: number): Promise<Role> {
    const row = await presentRoles(db).where('roles.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('role');
    return presentRole(row);
  }

  /** @throws AppError 404, 409 for a built-in role */
  async function findOwn(trx: Transaction<Schema>, id: number): Promise<Role> {
    const role = await find(trx, id);
    if (role.is_built_in) throw appError(knownErrors.builtInRole);
    return role;
  }

  /** @returns the key that makes names unique @throws AppError 409 */
  async function freeKey(trx: Transaction<Schema>, name: string, besides = 0): Promise<string> {
    const name_key = foldText(name);
    const other = await trx
      .selectFrom('roles')
      .select('name')
      .where('name_key', '=', name_key)
      .where('id', '!=', besides)
      .executeTakeFirst();
    if (other) throw appError(knownErrors.roleNameTaken(other.name));
    return name_key;
  }

  async function list(): Promise<Role[]> {
    const rows = await presentRoles(database.kysely).orderBy('roles.id').execute();
    return rows.map(presentRole);
  }

  return {
    list,

    get: (id: number) => find(database.kysely, id),

    /** Returns the users with each permission, from roles and from overrides. */
    async holders(): Promise<PermissionHolders[]> {
      const roles = await list();
      const groups = await database.kysely
        .selectFrom('users')
        .select((eb) => ['permissions', eb.fn.countAll<number>().as('count')])
        .where('deleted_at', 'is', null)
        .where('is_suspended', '=', 0)
        .where('email', '!=', adminEmail)
        .groupBy('permissions')
        .execute();
      const admin = await database.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', adminEmail)
        .where('is_suspended', '=', 0)
        .executeTakeFirst();
      const holders = groups.map(({ permissions, count }) => ({
        permissions: readPermissions(permissions),
        count,
      }));
      return allPermissions.map((permission) => ({
        permission,
        user_count: holders
          .filter(({ permissions }) => permissions.includes(permission))
          .reduce((sum, { count }) => sum + count, admin ? 1 : 0),
        roles: roles
          .filter(({ permissions }) => permissions.includes(permission))
          .map(({ id, name }) => ({ id, name })),
      }));
    },

    /** @throws AppError 403 for permissions that the caller lacks, 409 for a name that is taken */
    create: (
      { name, permissions, requires_two_factor = false }: RoleCreate,
      context: CallContext,
    ): Promise<Role> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        requireWithin(actor, permissions, knownErrors.beyondOwn);
        const { count } = await trx
          .selectFrom('roles')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= limits.maxRoles) throw appError(knownErrors.tooManyRoles(limits.maxRoles));
        const now = new Date().toISOString();
        const { id } = await trx
          .insertInto('roles')
          .values({
            name,
            name_key: await freeKey(trx, name),
            permissions: storePermissions(permissions),
            is_built_in: 0,
            requires_two_factor: requires_two_factor ? 1 : 0,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await log('role_created', null, `${name}: ${permissions.join(', ')}`);
        return find(trx, id);
      }),

    /**
     * Changes the permissions of a role and all its users in one transaction. Of a built-in role only the two-factor requirement can
     * change.
     * @throws AppError 403, 404, 409
     */
    update: (input: RoleUpdate, context: CallContext): Promise<Role> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const changesPermissions = input.name !== undefined || input.permissions !== undefined;
        const role = await (changesPermissions ? findOwn : find)(trx, input.id);
        if (input.version !== undefined && input.version !== role.version) throw editConflict('role');
        const {
          name = role.name,
          permissions = role.permissions,
          requires_two_factor: isRequired = role.requires_two_factor,
        } = input;
        const holders = await permissionsOfHolders(trx, role.id, adminEmail);
        requireWithin(actor, [...role.permissions, ...permissions, ...holders], knownErrors.beyondOwn);
        await trx
          .updateTable('roles')
          .set({
            name,
            name_key: await freeKey(trx, name, role.id),
            permissions: storePermissions(permissions),
            requires_two_factor: isRequired ? 1 : 0,
            version: role.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', role.id)
          .execute();
        await renewPermissions(trx, role.id, permissions);
        await requireManager(trx, adminEmail);
        const twoFactor = isRequired ? '; requires two-factor authentication' : '';
        await log('role_changed', null, `${name}: ${permissions.join(', ')}${twoFactor}`);
        return find(trx, role.id);
      }),

    /** @throws AppError 404, 409 while a user has it */
    remove: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const { name, user_count, permissions } = await findOwn(trx, id);
        requireWithin(actor, permissions, knownErrors.beyondOwn);
        if (user_count > 0) throw appError(knownErrors.roleInUse(user_count));
        await trx.deleteFrom('roles').where('id', '=', id).execute();
        await log('role_deleted', null, name);
      }),
  };
}

export type RoleService = ReturnType<typeof createRoleService>;
