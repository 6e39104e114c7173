import { type Transaction, sql } from 'kysely';
import { z } from 'zod';
import { importLimits } from '#contract/imports/import-limits';
import { defaultLanguage } from '#contract/core/languages';
import { knownErrors } from '#contract/core/errors';
import { authorizeJob } from '#server/core/auth/authorize-owner';
import { searchKeyOf } from '#server/core/db/folding';
import { batchesInChunks } from '#server/core/db/batches';
import { deleteFiles, insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { ImportRow } from '#server/core/db/tables/imports';
import { appError } from '#server/core/errors';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import type { FileRow } from '#server/core/media/file-storage';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { enqueueAnalyses } from '#server/features/audio/audio-analysis-rows';
import { hasEdition } from '#server/features/books/book-editions';
import type { BatchBook, BatchContent, KeepDeps } from './books-of-batch.ts';
import { findDuplicates } from './duplicates.ts';
import { withKnownSubjects } from './known-subjects.ts';
import { fileNameOf } from './proposal/names.ts';
import { warning } from './proposal/warnings.ts';
import type { UnreadFile } from './proposal/read-file.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import type { UploadedFile } from './uploaded-file.ts';
import { prepareReader } from './file-parser.ts';
import { ParseError } from './parsers/parse-error.ts';
import { readJobKind } from './imports.repository.ts';
import type { InspectedFile } from './read-batch.ts';
import { columnsOfProposal } from './save-proposal.ts';
import { createUnpackQuota } from './unpack-space.ts';

export interface ReadJobDeps extends KeepDeps {
  readonly database: Database;
  readonly jobs: JobQueue;
  /** Bytes that the imports of one user may have unpacked at the same time. */
  readonly quotaBytes: number;
  readonly adminEmail: string;
}

/** Parsing is most of the work; the rest is storing the proposals. */
const READING_SHARE = 0.8;
/** Loads the parsers of archives and markup with the first import. */
const openReaders = async () => {
  const [{ readBatch }, { booksOfBatch }] = await Promise.all([
    import('./read-batch.ts'),
    import('./books-of-batch.ts'),
  ]);
  return { readBatch, booksOfBatch };
};
/** Rows inserted before control returns to the event loop. The database may run in this thread. */
const ROWS_PER_CHUNK = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

export const expiryFrom = (now: Date): string =>
  new Date(now.getTime() + importLimits.proposalDays * DAY_MS).toISOString();

async function uploadedFiles({ database, blobs }: ReadJobDeps, importId: number): Promise<UploadedFile[]> {
  const rows = await database.kysely
    .selectFrom('import_files')
    .leftJoin('uploads', 'uploads.id', 'import_files.upload_id')
    .select([
      'import_files.path',
      'import_files.sha256',
      'import_files.key',
      'uploads.key as upload_key',
      'uploads.sha256 as upload_hash',
    ])
    .where('import_files.import_id', '=', importId)
    .orderBy('import_files.position')
    .execute();
  return Promise.all(
    rows.map(async ({ path, sha256, key, upload_key, upload_hash }) => {
      const blob = key ?? upload_key;
      const stats = blob === null ? undefined : await blobs.stat(blob);
      if (!stats) throw appError(knownErrors.importFileMissing(path));
      return { path, size: stats.size, sha256: sha256 ?? upload_hash, key: blob, staged: null };
    }),
  );
}

/** Returns the import of a book. The first book uses the uploaded import; each further book gets an import of the same batch. */
async function positionFor(trx: Transaction<Schema>, batch: ImportRow, isFirst: boolean): Promise<number> {
  if (isFirst) return batch.id;
  const { id: _id, batch_id, ...rest } = batch;
  const { id } = await trx
    .insertInto('imports')
    .values({ ...rest, batch_id: batch_id ?? batch.id, proposal: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a category that does not exist here. The book may have been exported by another server. */
async function withKnownCategory(
  trx: Transaction<Schema>,
  proposal: StoredProposal,
): Promise<StoredProposal> {
  const { category_code, sub_category_code } = proposal;
  if (category_code === null) return proposal;
  const category = await trx
    .selectFrom('categories')
    .select('id')
    .where('code', '=', category_code)
    .executeTakeFirst();
  if (!category) return { ...proposal, category_code: null, sub_category_code: null };
  const sub = await trx
    .selectFrom('sub_categories')
    .select('id')
    .where('code', '=', sub_category_code ?? '')
    .where('category_id', '=', category.id)
    .executeTakeFirst();
  return sub ? proposal : { ...proposal, sub_category_code: null };
}

/** Replaces a first edition that does not exist here with a warning. */
async function withKnownEdition(
  trx: Transaction<Schema>,
  { edition_of, ...proposal }: StoredProposal,
): Promise<StoredProposal> {
  if (!edition_of) return proposal;
  if (await hasEdition(trx, edition_of)) return { ...proposal, edition_of };
  const { name, code } = edition_of;
  const message = `The book is an edition of “${name}” (${code}), which is not in the catalogue.`;
  return { ...proposal, warnings: [...proposal.warnings, warning('edition', message)] };
}

async function storeBook(trx: Transaction<Schema>, id: number, book: BatchBook): Promise<void> {
  const { files, covers, texts } = book;
  const withCategory = await withKnownCategory(trx, book.proposal);
  const withSubjects = await withKnownSubjects(trx, withCategory, book.subjects);
  const proposal = await withKnownEdition(trx, withSubjects);
  const hashes = files.flatMap(({ kind, sha256 }) => (kind === 'audio' && sha256 !== null ? [sha256] : []));
  const duplicates = await findDuplicates(trx, { proposal, hashes, importId: id });
  await trx
    .updateTable('imports')
    .set({
      ...columnsOfProposal(
        proposal,
        duplicates,
        covers.map(({ thumbnail_key }) => thumbnail_key),
      ),
      state: 'ready',
      error: null,
      file_count: files.length,
      size: files.reduce((sum, { size }) => sum + size, 0),
      version: sql`version + 1`,
      updated_at: new Date().toISOString(),
      expires_at: expiryFrom(new Date()),
    })
    .where('id', '=', id)
    .execute();
  for await (const batch of batchesInChunks(
    files.map((file, position) => ({ ...file, import_id: id, position, upload_id: null })),
  ))
    await trx.insertInto('import_files').values(batch).execute();
  for (const [position, { path, source, image_key, thumbnail_key }] of covers.entries())
    await trx
      .insertInto('import_covers')
      .values({ import_id: id, position, path, source, image_key, thumbnail_key })
      .execute();
  for (let start = 0; start < texts.length; start += ROWS_PER_CHUNK) {
    await yieldToEventLoop();
    await trx
      .insertInto('import_texts')
      .values(
        texts.slice(start, start + ROWS_PER_CHUNK).map(({ items, details, file }, index) => ({
          import_id: id,
          position: start + index,
          items: JSON.stringify(items),
          details,
          file,
        })),
      )
      .execute();
  }
}

async function storeError(
  trx: Transaction<Schema>,
  id: number,
  { path, size, as, problem }: UnreadFile,
): Promise<void> {
  const name = fileNameOf(path);
  await trx
    .updateTable('imports')
    .set({
      state: 'failed',
      name,
      author: '',
      language: defaultLanguage,
      search_key: searchKeyOf(name, ''),
      error: problem.message,
      problems: JSON.stringify([problem.message]),
      warning_count: 1,
      file_count: 1,
      size,
      proposal: null,
      version: sql`version + 1`,
      updated_at: new Date().toISOString(),
      expires_at: expiryFrom(new Date()),
    })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('import_files')
    .values({
      import_id: id,
      position: 0,
      path,
      kind: as,
      key: null,
      upload_id: null,
      size,
      seconds: null,
      sha256: null,
      problem: problem.message,
    })
    .execute();
}

/** Stores the hashes of audio files, so that a later import finds duplicates. */
async function keepHashes(trx: Transaction<Schema>, books: readonly BatchBook[]): Promise<void> {
  for (const [index, { kind, key, sha256 }] of books.flatMap(({ files }) => files).entries()) {
    if (index % ROWS_PER_CHUNK === 0) await yieldToEventLoop();
    if (kind === 'audio' && key !== null && sha256 !== null)
      await trx
        .updateTable('files')
        .set({ sha256 })
        .where('key', '=', key)
        .where('sha256', 'is', null)
        .execute();
  }
}

/** Stores the proposals of a batch in one transaction. @returns the keys of files without a reference */
async function storeBatch(
  trx: Transaction<Schema>,
  {
    importId,
    content: { books, excluded },
    stored,
  }: { readonly importId: number; readonly content: BatchContent; readonly stored: readonly FileRow[] },
): Promise<string[]> {
  const batch = await trx
    .updateTable('imports')
    .set({ updated_at: new Date().toISOString() })
    .where('id', '=', importId)
    // A failed import is parsed again when its job is retried.
    .where('state', 'in', ['receiving', 'reading', 'failed'])
    .returningAll()
    .executeTakeFirst();
  if (!batch) throw appError(knownErrors.importDiscardedMeanwhile);
  const before = await trx
    .selectFrom('import_files')
    .leftJoin('uploads', 'uploads.id', 'import_files.upload_id')
    .select(['import_files.key', 'import_files.upload_id', 'uploads.key as upload_key'])
    .where('import_files.import_id', '=', importId)
    .execute();
  await insertFiles(trx, stored);
  await trx.deleteFrom('import_files').where('import_id', '=', importId).execute();
  let isFirst = true;
  for (const book of books) {
    await yieldToEventLoop();
    await storeBook(trx, await positionFor(trx, batch, isFirst), book);
    isFirst = false;
  }
  for (const file of excluded) {
    await storeError(trx, await positionFor(trx, batch, isFirst), file);
    isFirst = false;
  }
  await keepHashes(trx, books);
  const uploads = before.flatMap(({ upload_id }) => upload_id ?? []);
  for await (const ids of batchesInChunks(uploads))
    await trx.deleteFrom('uploads').where('id', 'in', ids).execute();
  const keys = new Set(books.flatMap(({ files }) => files.map(({ key }) => key)));
  const discardedKeys = before
    .flatMap(({ key, upload_key }) => key ?? upload_key ?? [])
    .filter((key) => !keys.has(key));
  await deleteFiles(trx, discardedKeys);
  return discardedKeys;
}

/** Adds the reason when a batch contains no book. */
function withReason(content: BatchContent, parsedFiles: readonly InspectedFile[]): BatchContent {
  if (content.books.length > 0 || content.excluded.length > 0) return content;
  const [first] = parsedFiles;
  return {
    books: [],
    excluded: [
      {
        kind: 'unread',
        as: 'other',
        path: first?.file.path ?? '',
        size: parsedFiles.reduce((sum, { file }) => sum + file.size, 0),
        problem: new ParseError('unsupported', 'No supported files found.'),
      },
    ],
  };
}

/** Parses the files of a batch and stores the proposals found in them. */
export function createReadJob(deps: ReadJobDeps): JobHandler {
  const quota = createUnpackQuota(deps.quotaBytes);
  return defineJob({
    kind: readJobKind,
    weight: 'light',
    payload: z.unknown(),
    prepare: prepareReader,
    async run({ jobId, subjectId, userId, signal, progress }) {
      const importId = Number(subjectId);
      const parsedFiles: InspectedFile[] = [];
      const storedRows: FileRow[] = [];
      const space = quota.begin(userId);
      const discard = async () => {
        for (const { file } of parsedFiles) await file.staged?.discard();
        await deps.files.removeUnreferenced(storedRows.map(({ key }) => key));
      };
      try {
        const { readBatch, booksOfBatch } = await openReaders();
        const uploads = await uploadedFiles(deps, importId);
        await readBatch(deps, uploads, {
          parsedFiles,
          signal,
          space,
          progress: (doneCount, of) =>
            progress(
              (doneCount / Math.max(1, of)) * READING_SHARE,
              `Reading file ${Math.min(doneCount + 1, of)} of ${of}`,
            ),
        });
        progress(READING_SHARE, 'Creating proposals');
        const content = withReason(await booksOfBatch(deps, parsedFiles, storedRows), parsedFiles);
        for (const { file } of parsedFiles) await file.staged?.discard();
        let freedKeys: string[] = [];
        return {
          result: { batch_id: importId, books: content.books.length, excluded: content.excluded.length },
          async commit(trx) {
            await authorizeJob(trx, jobId, { permission: 'books:edit', adminEmail: deps.adminEmail });
            freedKeys = await storeBatch(trx, { importId, content, stored: storedRows });
            const audios = content.books.flatMap(({ files }) =>
              files.flatMap(({ kind, key, path }) =>
                kind === 'audio' && key !== null ? [{ key, title: fileNameOf(path) }] : [],
              ),
            );
            await enqueueAnalyses(deps.jobs, { trx, audios, userId });
          },
          afterCommit: () => deps.files.remove(freedKeys),
          discard,
        };
      } catch (error) {
        await discard();
        throw error;
      } finally {
        space.end();
      }
    },
  });
}
