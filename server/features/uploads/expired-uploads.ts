import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { assembleKind } from './assemble.jobs.ts';
import { deleteUpload } from './upload-rows.ts';

/** Deletes uploads that were not continued or used in time. Several processes can run it. @returns the number of deleted uploads */
export async function removeExpiredUploads(deps: {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: JobQueue;
}): Promise<number> {
  const { database, blobs, jobs } = deps;
  const now = new Date().toISOString();
  const expiredUploads = await database.kysely
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', now)
    // Completed uploads of an import wait for the others.
    .where((is) => is.or([is('import_id', 'is', null), is('state', '=', 'receiving')]))
    .execute();
  let removedCount = 0;
  for (const { id } of expiredUploads) {
    const keys = await inTransaction(database, async (trx) => {
      // Another request may have continued or deleted it since.
      const row = await trx
        .updateTable('uploads')
        .set({ lock_owner: null })
        .where('id', '=', id)
        .where('expires_at', '<', now)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      await jobs.cancelAll(assembleKind, [id], trx);
      return deleteUpload(trx, row);
    });
    if (!keys) continue;
    removedCount += 1;
    await Promise.allSettled(keys.map((key) => blobs.remove(key)));
  }
  return removedCount;
}
