import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { joinKind } from './assemble.jobs.ts';
import { deleteUpload } from './upload-rows.ts';

/** Removes uploads that were neither gone on with nor used in time. Safe with several processes. @returns how many */
export async function removeExpiredUploads(deps: {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: JobQueue;
}): Promise<number> {
  const { database, blobs, jobs } = deps;
  const now = new Date().toISOString();
  const expired = await database.kysely
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', now)
    // Completed uploads of an import wait for the rest.
    .where((is) => is.or([is('import_id', 'is', null), is('state', '=', 'receiving')]))
    .execute();
  let removed = 0;
  for (const { id } of expired) {
    const keys = await inTransaction(database, async (trx) => {
      // Somebody may have gone on with it, or removed it, since.
      const row = await trx
        .updateTable('uploads')
        .set({ lock_owner: null })
        .where('id', '=', id)
        .where('expires_at', '<', now)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      await jobs.cancelAll(joinKind, [id], trx);
      return deleteUpload(trx, row);
    });
    if (!keys) continue;
    removed += 1;
    await Promise.allSettled(keys.map((key) => blobs.remove(key)));
  }
  return removed;
}
