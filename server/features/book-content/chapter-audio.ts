import type { Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { inspectAudio } from '#server/core/media/audio';
import type { Staging } from '#server/core/media/staging';

/** A completed upload that becomes the audio of a chapter. */
export interface UploadedAudio {
  readonly key: string;
  readonly seconds: number;
  readonly fileName: string;
}

interface AudioDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

const findReady = (db: Database['kysely'] | Transaction<Schema>, id: string, userId: number) =>
  db
    .selectFrom('uploads')
    .select(['key', 'file_name'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .where('import_id', 'is', null)
    .executeTakeFirst();

/**
 * Reads the type and duration of completed uploads of an account. Unknown ones are skipped. @throws AppError 415, 422 for files without
 * audio
 */
export async function inspectUploads(
  { database, blobs, staging }: AudioDeps,
  ids: readonly string[],
  userId: number,
): Promise<ReadonlyMap<string, UploadedAudio>> {
  const uploadsByName = new Map<string, UploadedAudio>();
  for (const id of new Set(ids)) {
    const row = /^[\da-f]{32}$/.test(id) ? await findReady(database.kysely, id, userId) : undefined;
    const stream = row?.key ? await blobs.open(row.key) : undefined;
    if (!row?.key || !stream) continue;
    const stagedFile = await staging.receiveStored('audio', stream);
    try {
      const { seconds } = await inspectAudio(stagedFile.path);
      uploadsByName.set(id, { key: row.key, seconds, fileName: row.file_name });
    } finally {
      await stagedFile.discard();
    }
  }
  return uploadsByName;
}

/** Returns a completed upload. @throws AppError 415, 422 */
export async function knownUpload(deps: AudioDeps, id: string, userId: number): Promise<UploadedAudio> {
  const upload = (await inspectUploads(deps, [id], userId)).get(id);
  if (!upload) throw fieldError('upload_id', knownErrors.uploadNotReady);
  return upload;
}

/** Marks uploads as used, in the transaction that references their files. @throws AppError 422 when one was deleted */
export async function useUploads(
  trx: Transaction<Schema>,
  audios: ReadonlyMap<string, UploadedAudio>,
): Promise<void> {
  for (const [id, { key }] of audios) {
    const { numDeletedRows } = await trx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('key', '=', key)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw fieldError('upload_id', knownErrors.uploadNotReady);
  }
}
