import type { Transaction } from 'kysely';
import { deleteFiles } from '#server/core/db/files';
import { type FileOwner, keepFiles } from '#server/core/db/retained-files';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseFiles } from './lifecycle.ts';

/** Of the setting TRASH_DAYS, unless given. */
const TRASH_DAYS = 30;

export interface RetentionPolicy {
  /** The days for which deleted records and replaced files can be restored; 0: they are deleted at once. */
  readonly trashDays?: number | undefined;
}

export const retainsDeleted = ({ trashDays = TRASH_DAYS }: RetentionPolicy): boolean => trashDays > 0;

/** Files that a record does not name any more: kept for a restore, or gone. */
export async function releaseFiles(
  trx: Transaction<Schema>,
  {
    keeping,
    keys,
    owner,
  }: { readonly keeping: RetentionPolicy; readonly keys: readonly string[]; readonly owner: FileOwner },
): Promise<ReleaseFiles> {
  if (retainsDeleted(keeping)) return { discarded: [], retained: await keepFiles(trx, keys, owner) };
  await deleteFiles(trx, keys);
  return { discarded: keys, retained: [] };
}
