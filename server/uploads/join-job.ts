import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jobMessages } from '#contract/jobs';
import type { BlobStore } from '#server/blobs/blob-store';
import { createKey } from '#server/blobs/key';
import type { Database } from '#server/db/open';
import { deleteFiles } from '#server/db/files';
import { type JobHandler, defineJob } from '#server/jobs/job';
import type { Staging } from '#server/media/staging';
import { extensionFor, storedTypeOf } from '#server/media/stored-kinds';
import { type OnUploadReady, expiry, findUpload, partsOf } from './upload-rows.ts';

export const joinKind = 'join';

export interface JoinDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly onReady: OnUploadReady;
}

/** Makes one blob of the parts of an upload, and knows its hash afterwards. Reading and writing, no processor to speak of. */
export function createJoinJob(deps: JoinDeps): JobHandler {
  const { database, blobs, staging, onReady } = deps;

  return defineJob({
    kind: joinKind,
    weight: 'light',
    doneNote: null,
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const row = await findUpload(database.kysely, subjectId);
      // Cancelled, or joined by an attempt whose end was not heard of.
      if (row?.state !== 'joining') return {};
      const parts = await partsOf(database.kysely, subjectId);
      const hash = createHash('sha256');
      let done = 0;

      async function* content(): AsyncGenerator<Buffer> {
        for (const part of parts) {
          signal.throwIfAborted();
          const stream = await blobs.open(part.key);
          if (!stream || part.starts !== done) throw new Error(`A part of upload ${subjectId} is missing.`);
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            hash.update(chunk);
            done += chunk.length;
            yield chunk;
          }
          progress(row ? done / row.size : 0, jobMessages.joining);
        }
      }

      const whole = await staging.receivePart(content());
      try {
        if (done !== row.size)
          throw new Error(`Upload ${subjectId} has ${done} bytes instead of ${row.size}.`);
        const key = createKey(await extensionFor(whole.path));
        const sha256 = hash.digest('hex');
        await blobs.put(key, whole.path, storedTypeOf(key));
        const keys = parts.map((part) => part.key);
        return {
          result: { upload_id: subjectId, sha256 },
          async commit(trx) {
            const ready = { state: 'ready', key, sha256, expires_at: expiry() } as const;
            const now = await trx
              .updateTable('uploads')
              .set(ready)
              .where('id', '=', subjectId)
              .where('state', '=', 'joining')
              .returningAll()
              .executeTakeFirst();
            if (!now) throw new Error(`Upload ${subjectId} has gone.`);
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
        await whole.discard();
      }
    },
  });
}
