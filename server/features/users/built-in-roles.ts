import { builtInRoles } from '#contract/core/permissions';
import { storePermissions } from '#server/core/auth/permissions';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { renewPermissions } from './roles.service.ts';

/**
 * Updates the built-in roles and the permissions of their users when the server starts. Administrators thereby get permissions that are new
 * in this version.
 */
export async function renewBuiltInRoles(database: Database): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockForUserChange(trx);
    for (const [name_key, rolePermissions] of Object.entries(builtInRoles)) {
      const permissions = storePermissions(rolePermissions);
      const changedRole = await trx
        .updateTable('roles')
        .set({ permissions })
        .where('name_key', '=', name_key)
        .where('is_built_in', '=', 1)
        .where('permissions', '!=', permissions)
        .returning('id')
        .executeTakeFirst();
      if (changedRole) await renewPermissions(trx, changedRole.id, rolePermissions);
    }
  });
}
