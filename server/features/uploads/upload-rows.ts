import { formatCount } from '#contract/core/format-count';
import { randomBytes } from 'node:crypto';
import { type Kysely, type Transaction, sql } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Upload } from '#contract/uploads/uploads';
import { uploadLimits } from '#contract/uploads/uploads';
import { formatBytes } from '#contract/core/format-bytes';
import { deleteFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { UploadRow } from '#server/core/db/tables/uploads';
import { appError, notFound } from '#server/core/errors';

const HOUR_MS = 3_600_000;

export const expiry = (): string => new Date(Date.now() + uploadLimits.lifeHours * HOUR_MS).toISOString();

/** Called in the transaction that completes an upload. */
export type OnUploadReady = (trx: Transaction<Schema>, ready: UploadRow) => Promise<void>;

/** Returns an upload as the API presents it. */
export function toUpload(row: UploadRow): Upload {
  const { id, file_name, size, received, state, sha256, error, import_id, created_at, expires_at } = row;
  return { id, file_name, size, received, state, sha256, error, import_id, created_at, expires_at };
}

export interface NewUpload {
  readonly userId: number;
  readonly size: number;
  readonly fileName: string;
  readonly importId: number | null;
  /** The value of the header. */
  readonly metadata: string;
}

/** Checks that the import belongs to the user and still receives files. @throws AppError 404 */
async function assertOwnImport(db: Kysely<Schema>, { userId, importId }: NewUpload): Promise<void> {
  if (importId === null) return;
  const ownImport = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', importId)
    .where('user_id', '=', userId)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  if (!ownImport) throw notFound('import');
}

/**
 * Inserts an upload in a transaction.
 * @throws AppError 413 when the account would exceed the number of uploads or its quota; 404 for the import of another user
 */
export async function insertUpload(
  db: Kysely<Schema>,
  input: NewUpload,
  quotaBytes: number,
): Promise<UploadRow> {
  // The update locks the row, because concurrent transactions would not see each other's uploads.
  await db
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', input.userId)
    .execute();
  await assertOwnImport(db, input);
  const { held, count } = await db
    .selectFrom('uploads')
    .select([sql<number>`coalesce(sum(size), 0)`.as('held'), sql<number>`count(*)`.as('count')])
    .where('user_id', '=', input.userId)
    .executeTakeFirstOrThrow();
  if (count >= uploadLimits.maxUploads)
    throw appError(knownErrors.tooManyUploads(formatCount(uploadLimits.maxUploads)));
  if (held + input.size > quotaBytes) throw appError(knownErrors.quotaExceeded(formatBytes(quotaBytes)));
  return db
    .insertInto('uploads')
    .values({
      id: randomBytes(16).toString('hex'),
      user_id: input.userId,
      import_id: input.importId,
      file_name: input.fileName,
      metadata: input.metadata,
      size: input.size,
      received: 0,
      state: 'receiving',
      lock_requested: 0,
      created_at: new Date().toISOString(),
      expires_at: expiry(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findUpload(db: Kysely<Schema>, id: string): Promise<UploadRow | undefined> {
  // Other texts are no ids, and PostgreSQL rejects a NUL byte.
  if (!/^[\da-f]{32}$/.test(id)) return undefined;
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

export const partsOf = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('upload_parts').selectAll().where('upload_id', '=', id).orderBy('starts').execute();

/** Deletes an upload and its rows. @returns the keys of blobs without a reference, for removal after the commit */
export async function deleteUpload(db: Kysely<Schema>, row: UploadRow): Promise<string[]> {
  const parts = await partsOf(db, row.id);
  await db.deleteFrom('upload_parts').where('upload_id', '=', row.id).execute();
  await db.deleteFrom('uploads').where('id', '=', row.id).execute();
  const keys = [...parts.map(({ key }) => key), ...(row.key === null ? [] : [row.key])];
  await deleteFiles(db, keys);
  return keys;
}
