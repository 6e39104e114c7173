import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { UploadRow } from '#server/core/db/tables/uploads';
import { fieldError } from '#server/core/errors';
import type { WriteContext } from '#server/core/resource/resource-service';
import type { Staging } from '#server/core/media/staging';
import { deleteUpload, findUpload } from './upload-rows.ts';

export interface TakeUploadDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

/** An upload whose last byte has just arrived is assembled within this time. */
const JOIN_WITHIN_MS = 20_000;
const POLL_MS = 100;
const field = 'audio_upload';

/** Returns a completed upload of the account; undefined when there is none with this id. @throws AppError 422 */
async function wholeUpload(
  { kysely: db }: Database,
  id: string,
  userId: number,
): Promise<UploadRow | undefined> {
  const until = performance.now() + JOIN_WITHIN_MS;
  for (;;) {
    const row = await findUpload(db, id);
    if (!row || row.user_id !== userId) return undefined;
    if (row.import_id !== null) throw fieldError(field, knownErrors.uploadOfImport);
    if (row.state === 'ready') return row;
    if (row.state !== 'assembling' || performance.now() > until)
      throw fieldError(field, knownErrors.uploadUnfinished);
    await delay(POLL_MS);
  }
}

/** Returns a context for a used upload, in which only the stored response of an equal request is accepted. */
const onlyRepeated = (context: WriteContext): WriteContext => ({
  ...context,
  async findStoredResult(trx) {
    const earlier = await context.findStoredResult?.(trx);
    if (earlier === undefined) throw fieldError(field, knownErrors.uploadUnknown);
    return earlier;
  },
});

/** Deletes the upload, which can be used once. @returns the keys of its blobs, for removal after the commit @throws AppError 422 */
async function endUpload(trx: Transaction<Schema>, row: UploadRow): Promise<string[]> {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set({ lock_requested: 0 })
    .where('id', '=', row.id)
    .where('import_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fieldError(field, knownErrors.uploadUnknown);
  return deleteUpload(trx, row);
}

/**
 * Runs a write whose audio is a completed upload. The upload is deleted in the transaction of the write, so it is used once, and remains
 * when the write fails.
 * @throws AppError 422 when the upload does not exist; errors of the write
 */
async function withUpload<Result>(
  { database, blobs, staging }: TakeUploadDeps,
  {
    id,
    context,
    write,
  }: {
    readonly id: string;
    readonly context: WriteContext;
    readonly write: (context: WriteContext) => Promise<Result>;
  },
): Promise<Result> {
  if (context.files.has('audio')) throw fieldError(field, knownErrors.fileAndUpload);
  const row = await wholeUpload(database, id, context.user.id);
  const stream = row?.key ? await blobs.open(row.key) : undefined;
  if (!row || !stream) {
    if (context.findStoredResult) return write(onlyRepeated(context));
    throw fieldError(field, knownErrors.uploadUnknown);
  }
  const { findStoredResult } = context;
  const stagedFile = await staging.receiveStored('audio', stream);
  let freedKeys: string[] = [];
  try {
    const result = await write({
      ...context,
      files: new Map([...context.files, ['audio', stagedFile]]),
      async authorize(trx) {
        await context.authorize(trx);
        if (!findStoredResult) freedKeys = await endUpload(trx, row);
      },
      ...(findStoredResult && {
        // A concurrent equal request used the upload, so its response is returned.
        async findStoredResult(trx: Transaction<Schema>) {
          const earlier = await findStoredResult(trx);
          if (earlier === undefined) freedKeys = await endUpload(trx, row);
          return earlier;
        },
      }),
    });
    await Promise.allSettled(freedKeys.map((key) => blobs.remove(key)));
    return result;
  } finally {
    await stagedFile.discard();
  }
}

interface NamesUpload {
  readonly audio_upload?: string | undefined;
}

export interface AudioWrites<Item, Create, Update> {
  create(input: Create, context: WriteContext): Promise<Item>;
  update(input: Update, context: WriteContext): Promise<Item>;
}

/** Returns the same writes with support for uploads as audio. `onAudio` is called for each item that was saved with audio. */
export function takingUploads<
  Item extends { readonly id: number; readonly name: string },
  Create extends NamesUpload,
  Update extends NamesUpload,
>(
  { create, update }: AudioWrites<Item, Create, Update>,
  deps: TakeUploadDeps,
  onAudio: (item: Item, userId: number) => Promise<void>,
): AudioWrites<Item, Create, Update> {
  const withUploads =
    <Input extends NamesUpload>(write: (input: Input, context: WriteContext) => Promise<Item>) =>
    async (input: Input, context: WriteContext): Promise<Item> => {
      const { audio_upload: id = '' } = input;
      const item =
        id === ''
          ? await write(input, context)
          : await withUpload(deps, { id, context, write: (own) => write(input, own) });
      if (id !== '' || context.files.has('audio')) await onAudio(item, context.user.id);
      return item;
    };
  return { create: withUploads(create), update: withUploads(update) };
}
