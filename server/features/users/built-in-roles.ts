import { builtInRoles } from '#contract/core/permissions';
import { storePermissions } from '#server/core/auth/permissions';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { renewPermissions } from './roles.service.ts';

/**
 * When the server starts: the built-in roles hold what this version says, and so does everybody who has one. A version that
 * knows more permissions than the last one thereby gives them to its administrators.
 */
export async function renewBuiltInRoles(database: Database): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockForUserChange(trx);
    for (const [name_key, rolePermissions] of Object.entries(builtInRoles)) {
      const permissions = storePermissions(rolePermissions);
      const changed = await trx
        .updateTable('roles')
        .set({ permissions })
        .where('name_key', '=', name_key)
        .where('is_built_in', '=', 1)
        .where('permissions', '!=', permissions)
        .returning('id')
        .executeTakeFirst();
      if (changed) await renewPermissions(trx, changed.id, rolePermissions);
    }
  });
}
