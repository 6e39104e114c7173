import { countOf } from '#contract/core/format-count';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { jobMessages } from '#contract/jobs/jobs';
import { authorizeJob } from '#server/core/auth/authorize-owner';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createKey } from '#server/core/blobs/key';
import type { Database } from '#server/core/db/open';
import { deleteFiles } from '#server/core/db/files';
import type { UploadRow } from '#server/core/db/tables/uploads';
import { runInChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import type { LocalFile, Staging } from '#server/core/media/staging';
import { extensionFor, storedTypeOf } from '#server/core/media/stored-types';
import type { AssemblyOrder, AssemblyResult } from './assemble-child.ts';
import { type OnUploadReady, expiry, findUpload, partsOf } from './upload-rows.ts';
import { serverModule } from '#server/core/server-module';

export const assembleKind = 'assemble';

export interface AssemblyDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly onReady: OnUploadReady;
  readonly adminEmail: string;
}

const child = serverModule('features/uploads/assemble-child');
/** The next upload of a batch often ends soon. */
const idle = createIdleChildren(2_000);

/** Assembles the parts of an upload into one blob in a child process, and stores its hash. */
export function createAssembleJob(deps: AssemblyDeps): JobHandler {
  const { database, blobs, staging, onReady, adminEmail } = deps;

  /** @throws Error when a part is missing */
  async function openParts({ id }: UploadRow, openedParts: LocalFile[], signal: AbortSignal): Promise<void> {
    let size = 0;
    for (const { key, starts } of await partsOf(database.kysely, id)) {
      signal.throwIfAborted();
      const part = await staging.openLocalFile(blobs, key);
      if (!part || starts !== size) throw new Error(`A part of upload ${id} is missing.`);
      openedParts.push(part);
      size += part.size;
    }
  }

  return defineJob({
    kind: assembleKind,
    weight: 'light',
    payload: z.unknown(),
    async run({ jobId, subjectId, signal, progress }) {
      const row = await findUpload(database.kysely, subjectId);
      // The upload was deleted, or an earlier attempt has already assembled it.
      if (row?.state !== 'assembling') return {};
      const openedParts: LocalFile[] = [];
      let whole: LocalFile | undefined;
      try {
        await openParts(row, openedParts, signal);
        let sha256 = '';
        const assemble = async (target: string) =>
          staging.withFolder('assembly', async (folder) => {
            const path = join(folder, 'whole');
            const order: AssemblyOrder = {
              parts: openedParts.map((part) => part.path),
              path,
              size: row.size,
            };
            const options = {
              signal,
              idle,
              sandbox: { read: [dirname(target)], write: [folder] },
              progress: (doneBytes: number) => progress(doneBytes, jobMessages.assembling),
            };
            ({ sha256 } = (await runInChild(child, order, options)) as AssemblyResult);
            await rename(path, target);
          });
        whole = await staging.make(assemble);
        if (whole.size !== row.size)
          throw new Error(`Upload ${subjectId} has ${countOf(whole.size, 'byte')} instead of ${row.size}.`);
        const key = createKey(await extensionFor(whole.path));
        await blobs.put(key, whole.path, storedTypeOf(key));
        const keys = (await partsOf(database.kysely, subjectId)).map((part) => part.key);
        return {
          result: { upload_id: subjectId, sha256 },
          async commit(trx) {
            await authorizeJob(trx, jobId, { permission: 'books:edit', adminEmail });
            const ready = { state: 'ready', key, sha256, expires_at: expiry() } as const;
            const now = await trx
              .updateTable('uploads')
              .set(ready)
              .where('id', '=', subjectId)
              .where('state', '=', 'assembling')
              .returningAll()
              .executeTakeFirst();
            if (!now) throw new Error(`Upload ${subjectId} no longer exists.`);
            const created_at = new Date().toISOString();
            const file = { key, media_type: storedTypeOf(key), size: row.size, created_at };
            await trx.insertInto('files').values(file).execute();
            await trx.deleteFrom('upload_parts').where('upload_id', '=', subjectId).execute();
            await deleteFiles(trx, keys);
            await onReady(trx, now);
          },
          afterCommit: async () => void (await Promise.allSettled(keys.map((part) => blobs.remove(part)))),
          discard: () => blobs.remove(key),
        };
      } finally {
        await Promise.all([whole, ...openedParts].map(async (file) => file?.discard()));
      }
    },
  });
}
