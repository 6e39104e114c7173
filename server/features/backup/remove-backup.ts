import type { Database } from '#server/core/db/open';
import { listNameOf, openBackupStore } from './backup-store.ts';

/** Deletes the archive of a backup, then its row. The next backup deletes shared files without references. */
export async function removeBackup(
  { kysely }: Pick<Database, 'kysely'>,
  backupStoreUrl: string,
  name: string,
): Promise<void> {
  const store = await openBackupStore(backupStoreUrl);
  try {
    await store.remove(name);
    await store.remove(listNameOf(name));
  } finally {
    store.close();
  }
  await kysely.deleteFrom('backups').where('name', '=', name).execute();
}
