import { createSweeper } from '#server/core/blobs/sweeper';
import { referencedFiles } from '#server/core/db/files';
import { retainedFiles } from '#server/core/db/retained-files';
import { type Core, defineFeature } from '#server/app/feature';
import { type VttOf, registerDownloads } from '#server/core/http/downloads';
import { deleteOldIdempotencyKeys } from '#server/core/http/idempotency';

/** Stored files under /media, and the removal of files without a record and of old idempotency keys. */
export function createFilesFeature({
  config,
  database,
  blobs,
  staging,
  vttOf,
}: Core & { readonly vttOf: VttOf }) {
  const { kysely: db } = database;
  const sweeper = createSweeper({
    blobs,
    staging,
    isReferenced: (keys) => referencedFiles(db, keys),
    findRetained: (keys) => retainedFiles(db, keys),
  });
  return defineFeature({
    name: 'files',
    register: ({ app }) => registerDownloads(app, { blobs, offload: config.mediaOffload, vttOf }),
    async cleanUp(log) {
      await deleteOldIdempotencyKeys(db);
      const removedCount = await sweeper.runOnce();
      if (removedCount > 0) log.info({ removed: removedCount }, 'removed orphaned files');
    },
  });
}
