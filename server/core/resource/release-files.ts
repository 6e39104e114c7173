import type { Transaction } from 'kysely';
import { deleteFiles } from '#server/core/db/files';
import { type FileOwner, keepFiles } from '#server/core/db/retained-files';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseFiles } from './lifecycle.ts';

/** The default of the setting TRASH_DAYS. */
const TRASH_DAYS = 30;

export interface RetentionPolicy {
  /** The days for which deleted records and replaced files can be restored. 0 deletes them immediately. */
  readonly trashDays?: number | undefined;
}

export const retainsDeleted = ({ trashDays = TRASH_DAYS }: RetentionPolicy): boolean => trashDays > 0;

/** Retains or deletes the files that a record no longer uses. */
export async function releaseFiles(
  trx: Transaction<Schema>,
  {
    retention: keeping,
    keys,
    owner,
  }: { readonly retention: RetentionPolicy; readonly keys: readonly string[]; readonly owner: FileOwner },
): Promise<ReleaseFiles> {
  if (retainsDeleted(keeping)) return { discarded: [], retained: await keepFiles(trx, keys, owner) };
  await deleteFiles(trx, keys);
  return { discarded: keys, retained: [] };
}
