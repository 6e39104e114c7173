import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';

/**
 * Returns the id of the backup that is not deleted, so that the catalogue can always be restored: the newest one that passed a restore
 * test, or the newest one if none did.
 */
export async function findProtected(db: Kysely<Schema>): Promise<number | undefined> {
  const newestFirst = db
    .selectFrom('backups')
    .select('id')
    .where('finished_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const testedBackup = await newestFirst
    .where('tested_at', 'is not', null)
    .where('test_error', 'is', null)
    .executeTakeFirst();
  return (testedBackup ?? (await newestFirst.executeTakeFirst()))?.id;
}
