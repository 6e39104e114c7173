import type { Kysely } from 'kysely';
import { type Permission, allPermissions } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import { permissionsOf, storePermissions } from './permissions.ts';

export interface Administrator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Returns the active users with all permissions, and the primary administrator. */
export const findAdministrators = (db: Kysely<Schema>, adminEmail: string): Promise<Administrator[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('is_suspended', '=', 0)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('permissions', '=', storePermissions(allPermissions)), eb('email', '=', adminEmail)]),
    )
    .execute();

/** Returns the active users with a permission, by name. */
export async function findUsersWith(
  db: Kysely<Schema>,
  permission: Permission,
  adminEmail: string,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'permissions'])
    .where('is_suspended', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return users
    .filter((user) => permissionsOf(user, adminEmail).includes(permission))
    .map(({ id, name }) => ({ id, name }));
}
