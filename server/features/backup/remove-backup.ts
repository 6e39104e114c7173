import type { Database } from '#server/core/db/open';
import { openBackupStore } from './backup-store.ts';

/** Removes the file of a backup, then its row. */
export async function removeBackup(
  { kysely }: Pick<Database, 'kysely'>,
  backupStoreUrl: string,
  name: string,
): Promise<void> {
  const store = await openBackupStore(backupStoreUrl);
  try {
    await store.remove(name);
  } finally {
    store.close();
  }
  await kysely.deleteFrom('backups').where('name', '=', name).execute();
}
