import { countOf } from '#contract/core/format-count';
import { type Transaction, sql } from 'kysely';
import { importLimits } from '#contract/imports/import-limits';
import type { ImportCreate } from '#contract/imports/imports';
import { formatBytes } from '#contract/core/format-bytes';
import { defaultLanguage } from '#contract/core/languages';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { batchesInChunks } from '#server/core/db/batches';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import { fieldError, fieldErrors } from '#server/core/errors';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { printableName } from '#server/core/media/file-name';
import { fileNameOf } from './proposal/names.ts';
import { readJobKind } from './imports.repository.ts';
import { expiryFrom } from './parse.jobs.ts';

/** Inserts an import whose files are complete or still being uploaded. */
export async function insertImport(
  jobs: JobQueue,
  {
    trx,
    userId,
    state,
    discarded,
  }: {
    readonly trx: Transaction<Schema>;
    readonly userId: number | null;
    readonly state: 'receiving' | 'reading';
    readonly discarded: readonly {
      path: string;
      size: number;
      key: string | null;
      sha256: string | null;
      upload_id: string | null;
    }[];
  },
): Promise<number> {
  const now = new Date();
  const name = nameOfBatch(discarded.map(({ path }) => path));
  const { id } = await trx
    .insertInto('imports')
    .values({
      user_id: userId,
      batch_id: null,
      state,
      name,
      author: '',
      language: defaultLanguage,
      search_key: searchKeyOf(name, ''),
      thumbnail_key: null,
      chapter_count: 0,
      duration: 0,
      text_count: 0,
      file_count: discarded.length,
      size: discarded.reduce((sum, { size }) => sum + size, 0),
      warning_count: 0,
      problems: '[]',
      error: null,
      proposal: null,
      book_id: null,
      version: 1,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      expires_at: expiryFrom(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = discarded.map((file, position) => ({
    ...file,
    import_id: id,
    position,
    kind: 'other',
    seconds: null,
    problem: null,
  }));
  for await (const batch of batchesInChunks(rows))
    await trx.insertInto('import_files').values(batch).execute();
  if (state === 'reading') await jobs.enqueue({ kind: readJobKind, subjectId: id, title: name, userId }, trx);
  return id;
}

/** Returns the uploads of a new import. Each belongs to the caller and to no other import. @throws AppError 422 */
export async function takeUploads(trx: Transaction<Schema>, userId: number, files: ImportCreate['files']) {
  if (files.length === 0) throw fieldError('files', knownErrors.importNothingChosen);
  const ids = files.map(({ upload_id }) => upload_id);
  if (new Set(ids).size < ids.length) throw fieldError('files', knownErrors.duplicateImportUpload);
  const rows = new Map<string, { id: string; size: number; state: string; import_id: number | null }>();
  for await (const batch of batchesInChunks(ids))
    for (const row of await trx
      .selectFrom('uploads')
      .select(['id', 'size', 'state', 'import_id'])
      .where('id', 'in', batch)
      .where('user_id', '=', userId)
      .execute())
      rows.set(row.id, row);
  const errors = new Map<string, ErrorInfo>();
  const uploads = files.map(({ upload_id, path }, index) => {
    const row = rows.get(upload_id);
    const field = `files.${index}.upload_id`;
    if (!row) errors.set(field, knownErrors.uploadUnknown);
    else if (row.import_id !== null) errors.set(field, knownErrors.importUploadTaken);
    return { path: plainPath(path), upload_id, size: row?.size ?? 0, state: row?.state };
  });
  if (errors.size > 0) throw fieldErrors(errors);
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
  if (bytes > importLimits.maxBatchBytes)
    throw fieldError('files', knownErrors.importTooLarge(formatBytes(importLimits.maxBatchBytes)));
  return uploads;
}

/** Starts to parse an import when its last file is complete. */
export async function readWhenComplete(
  jobs: JobQueue,
  trx: Transaction<Schema>,
  importId: number,
): Promise<void> {
  // The update locks the row. Of two uploads that end at once, the second one sees that it is the last.
  await trx
    .updateTable('imports')
    .set({ updated_at: new Date().toISOString() })
    .where('id', '=', importId)
    .execute();
  const missingUpload = await trx
    .selectFrom('import_files')
    .innerJoin('uploads', 'uploads.id', 'import_files.upload_id')
    .select('uploads.id')
    .where('import_files.import_id', '=', importId)
    .where('uploads.state', '!=', 'ready')
    // Files are uploaded in order, so an incomplete one is usually at the end.
    .orderBy('import_files.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (missingUpload) return;
  const startedImport = await trx
    .updateTable('imports')
    .set({ state: 'reading', version: sql`version + 1`, updated_at: new Date().toISOString() })
    .where('id', '=', importId)
    .where('state', '=', 'receiving')
    .returning(['name', 'user_id'])
    .executeTakeFirst();
  if (startedImport)
    await jobs.enqueue(
      { kind: readJobKind, subjectId: importId, title: startedImport.name, userId: startedImport.user_id },
      trx,
    );
}

/** Returns a path on one line, with `/` between folders and without `.`, `..` and empty parts. */
export const plainPath = (path: string): string =>
  printableName(path)
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/') || 'file';

/** Returns the folder that contains all files, else the name of the only file, else the number of files. */
function nameOfBatch(paths: readonly string[]): string {
  const [first = ''] = paths;
  const [top = ''] = first.split('/');
  if (paths.length === 1) return fileNameOf(first);
  const isFolder = first.includes('/') && paths.every((path) => path.startsWith(`${top}/`));
  return isFolder ? top : countOf(paths.length, 'file');
}
