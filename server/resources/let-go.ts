import type { Transaction } from 'kysely';
import { deleteFiles } from '#server/db/files';
import { type FileOwner, keepFiles } from '#server/db/kept-files';
import type { Schema } from '#server/db/schema';
import type { LetGo } from './record-life.ts';

/** Of the setting TRASH_DAYS, unless given. */
const TRASH_DAYS = 30;

export interface Keeping {
  /** How long deleted records and replaced files can come back; 0: they go at once. */
  readonly trashDays?: number | undefined;
}

export const keepsDeleted = ({ trashDays = TRASH_DAYS }: Keeping): boolean => trashDays > 0;

/** Files that a record does not name any more: kept for a restore, or gone. */
export async function letGo(
  trx: Transaction<Schema>,
  keeping: Keeping,
  keys: readonly string[],
  owner: FileOwner,
): Promise<LetGo> {
  if (keepsDeleted(keeping)) return { dropped: [], withheld: await keepFiles(trx, keys, owner) };
  await deleteFiles(trx, keys);
  return { dropped: keys, withheld: [] };
}
