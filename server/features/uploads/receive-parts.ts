import { type Hash, createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { uploadLimits } from '#contract/uploads/uploads';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createKey } from '#server/core/blobs/key';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { UploadRow } from '#server/core/db/tables/uploads';
import { inTransaction } from '#server/core/db/transaction';
import { AppError, appError, isRejection } from '#server/core/errors';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { LocalFile, Staging } from '#server/core/media/staging';
import { extensionFor, storedTypeOf } from '#server/core/media/stored-types';
import { assembleKind } from './assemble.jobs.ts';
import { releaseFiles } from './upload-lock.ts';
import { type OnUploadReady, expiry } from './upload-rows.ts';

export interface PartDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly jobs: JobQueue;
  readonly onReady: OnUploadReady;
  /** Called when the rest of an upload arrives in a single part. */
  readonly onNearlyReady: (row: UploadRow) => void;
}

/** The body of a request that is read in parts. */
interface BodyParts {
  nextPart(maxBytes: number): AsyncGenerator<Buffer>;
  /** Returns the error that ended the body early. */
  bodyError(): AppError | undefined;
}

interface Delivery {
  readonly row: UploadRow;
  readonly body: BodyParts;
  /** Runs first in each transaction. @throws AppError 401, 403 when the account can no longer upload */
  readonly authorize: (trx: Transaction<Schema>) => Promise<void>;
}

/**
 * Appends the body of a request to an upload, in parts. Each part is a blob. Its row is inserted in the transaction that increases
 * `received`. So a body that ends at any point keeps the received bytes, and no byte is counted twice. While one part is stored, the next
 * one is received. A file of a single part is ready at once.
 * @returns the number of received bytes
 * @throws AppError 401, 403, 409 for a concurrent request, 413 for more bytes than declared, 503, 507; 408, 422 for an incomplete body
 */
export async function receiveParts(deps: PartDeps, { row, body, authorize }: Delivery): Promise<number> {
  const { database, blobs, staging, jobs, onReady } = deps;
  const hash = row.received === 0 && row.size <= uploadLimits.partBytes ? createHash('sha256') : undefined;
  let receivedBytes = row.received;

  async function store(part: LocalFile): Promise<void> {
    const starts = receivedBytes;
    const sha256 = starts === 0 && part.size === row.size ? hash?.digest('hex') : undefined;
    const key = createKey(sha256 === undefined ? 'part' : await extensionFor(part.path));
    try {
      if (starts + part.size > row.size) throw appError(knownErrors.uploadBeyondSize);
      await blobs.put(key, part.path, storedTypeOf(key));
      const ends = starts + part.size;
      const ready = sha256 !== undefined && ({ state: 'ready', key, sha256 } as const);
      const save = async (trx: Transaction<Schema>) => {
        await authorize(trx);
        const now = await trx
          .updateTable('uploads')
          .set({
            received: ends,
            expires_at: expiry(),
            ...(ready || (ends === row.size && { state: 'assembling' })),
            // This is the last write, and a separate commit to release the lock would cost as much as this one.
            ...(ends === row.size && releaseFiles),
          })
          .where('id', '=', row.id)
          .where('received', '=', starts)
          .where('state', '=', 'receiving')
          .returningAll()
          .executeTakeFirst();
        if (!now) throw appError(knownErrors.uploadOvertaken);
        const created_at = new Date().toISOString();
        const file = { key, media_type: storedTypeOf(key), size: part.size, created_at };
        await trx.insertInto('files').values(file).execute();
        if (ready) return onReady(trx, now);
        const uploadPart = { upload_id: row.id, starts, length: part.size, key };
        await trx.insertInto('upload_parts').values(uploadPart).execute();
        if (ends === row.size) await enqueueAssembly(jobs, row, trx);
      };
      // Clients request the offset before they resume, so a part lost in a power failure is sent again.
      await inTransaction(database, save, ends === row.size ? database.kysely : database.relaxed);
      receivedBytes = ends;
    } catch (error) {
      // After a lost response the commit may have succeeded, so the sweeper checks the rows.
      if (isRejection(error)) await blobs.remove(key).catch(() => undefined);
      throw error;
    } finally {
      await part.discard();
    }
  }

  if (row.size - row.received <= uploadLimits.partBytes) deps.onNearlyReady(row);
  let currentStore: Promise<void> = Promise.resolve();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const bytes = body.nextPart(uploadLimits.partBytes);
      const part = await staging.receiveUnchanged(isFirst && hash ? hashChunks(bytes, hash) : bytes);
      // An unhandled rejection would end the process; the next `await` throws the error.
      await currentStore.catch(async (error: unknown) => {
        await part.discard();
        throw error;
      });
      if (part.size === 0) {
        await part.discard();
        break;
      }
      currentStore = store(part);
      currentStore.catch(() => undefined);
    }
  } finally {
    await currentStore.catch(() => undefined);
  }
  await currentStore;
  const bodyError = body.bodyError();
  if (bodyError && receivedBytes < row.size) throw bodyError;
  return receivedBytes;
}

async function* hashChunks(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Enqueues the assembly in the transaction that stores the last byte. */
export const enqueueAssembly = (jobs: JobQueue, row: UploadRow, trx: Transaction<Schema>) =>
  jobs.enqueue(
    { kind: assembleKind, subjectId: row.id, title: row.file_name, userId: row.user_id, priority: 3 },
    trx,
  );
