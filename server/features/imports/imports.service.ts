import { writerOf } from '#server/core/audit-log/signature';
import { type Transaction, sql } from 'kysely';
import type { ImportProposal, ImportSummary } from '#contract/imports/import-proposal';
import type { ImportComparison, ImportCreate, ImportUpdate, ImportsQuery } from '#contract/imports/imports';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import { batches } from '#server/core/db/batches';
import { deleteFiles, insertFiles, type NewFile } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { editConflict, notFound, appError } from '#server/core/errors';
import type { WriteContext } from '#server/core/resource/resource-service';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import type { BookService } from '#server/features/books/books.service';
import { settleAbandoned } from './abandoned-imports.ts';
import { createAcceptProposals } from './accept-proposals.ts';
import { insertImport, plainPath, readWhenComplete, takeUploads } from './begin-import.ts';
import { compareWith } from './compare.ts';
import { comparedContributors } from './compare-contributors.ts';
import { findDuplicates, hashesOf } from './duplicates.ts';
import { comparedSeries, type SeriesOfImports } from './known-series.ts';
import { parseProposal } from './proposal/stored-proposal.ts';
import { editProposal } from './edit-proposal.ts';
import { importsIn, readJobKind } from './imports.repository.ts';
import { emptyProposal, toProposal, toSummary } from './present.ts';
import { editedRecord, presentedRecord } from './proposal-record.ts';
import { columnsOfProposal } from './save-proposal.ts';

export interface ImportServiceDeps {
  readonly database: Database;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly books: BookService;
  readonly series: SeriesOfImports;
}

type Context = Pick<WriteContext, 'user' | 'authorize' | 'findStoredResult' | 'storeResult'>;

/** A file that is already stored, for an import without uploads. */
export interface StoredBatch {
  readonly path: string;
  readonly row: NewFile;
}

const withoutAuthorization = { authorize: async () => undefined };

export function createImportService(deps: ImportServiceDeps) {
  const { database, files, jobs, books } = deps;
  const { kysely: db } = database;

  async function summaryOf(trx: Transaction<Schema> | typeof db, id: number): Promise<ImportSummary> {
    const row = await importsIn(trx).summary(id);
    if (!row) throw notFound('import');
    return toSummary(row);
  }

  async function whole(trx: Transaction<Schema> | typeof db, id: number): Promise<ImportProposal> {
    const reader = importsIn(trx);
    const row = await reader.summary(id);
    if (!row) throw notFound('import');
    const proposal = await importsIn(trx).stored(id);
    const fileRows = { files: await reader.files(id), covers: await reader.covers(id) };
    const duplicates =
      proposal && row.state === 'ready'
        ? await findDuplicates(trx, { proposal, hashes: hashesOf(fileRows.files), importId: id })
        : [];
    const contributors = proposal ? await comparedContributors(trx, proposal.contributors) : [];
    const series = await comparedSeries({ db: trx, dialect: database.dialect }, proposal?.series);
    return toProposal(row, {
      proposal: proposal ?? emptyProposal,
      fileRows,
      duplicates,
      contributors,
      series,
      record: await presentedRecord(trx, proposal?.publication_record),
    });
  }

  /** Deletes an import and its rows. @returns the keys of its files @throws AppError 404, 409 */
  async function erase(trx: Transaction<Schema>, id: number): Promise<string[]> {
    const storedImport = await trx
      .selectFrom('imports')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!storedImport) throw notFound('import');
    if (storedImport.state === 'accepted') throw appError(knownErrors.importAccepted);
    await jobs.cancelAll(readJobKind, [id], trx);
    const reader = importsIn(trx);
    const rows = await reader.files(id);
    const covers = await reader.covers(id);
    const uploads = rows.flatMap(({ upload_id }) => upload_id ?? []);
    const keys = [
      ...rows.flatMap(({ key }) => key ?? []),
      ...covers.flatMap(({ image_key, thumbnail_key }) => [image_key, thumbnail_key]),
    ];
    for (const batch of batches(uploads)) {
      // Incomplete uploads lose their import and expire on their own.
      await trx.updateTable('uploads').set({ import_id: null }).where('id', 'in', batch).execute();
    }
    await trx.deleteFrom('imports').where('id', '=', id).execute();
    await deleteFiles(trx, keys);
    return keys;
  }

  return {
    async list(userId: number, query: ImportsQuery) {
      await settleAbandoned(database);
      const reader = importsIn(db);
      const { rows, total } = await reader.page(userId, query);
      return { items: rows.map(toSummary), total, counts: await reader.counts(userId, query) };
    },

    get: (id: number): Promise<ImportProposal> => whole(db, id),

    /** Returns a page of the text items of one text. @throws AppError 404 */
    async texts(
      id: number,
      chapter: number,
      { page, items_per_page }: { page: number; items_per_page: number },
    ) {
      const items = await importsIn(db).texts(id, chapter);
      if (!items) throw notFound('import');
      const start = (page - 1) * items_per_page;
      return {
        items: items
          .slice(start, start + items_per_page)
          .map((text, index) => ({ position: start + index, text })),
        total: items.length,
      };
    },

    /** Creates an import from uploads, which may be incomplete. @throws AppError 422 */
    create: (input: ImportCreate, context: Context): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const earlier = await context.findStoredResult?.(trx);
        if (earlier !== undefined) return earlier as ImportSummary;
        const uploads = await takeUploads(trx, context.user.id, input.files);
        const isThere = uploads.every(({ state }) => state === 'ready');
        const id = await insertImport(jobs, {
          trx,
          userId: context.user.id,
          state: isThere ? 'reading' : 'receiving',
          discarded: uploads.map(({ path, size, upload_id }) => ({
            path,
            size,
            upload_id,
            key: null,
            sha256: null,
          })),
        });
        for (const batch of batches(uploads.map(({ upload_id }) => upload_id)))
          await trx.updateTable('uploads').set({ import_id: id }).where('id', 'in', batch).execute();
        // An upload that was completed after it was read did not start the import, because the import did not exist.
        if (!isThere) await readWhenComplete(jobs, trx, id);
        const item = await summaryOf(trx, id);
        await context.storeResult?.(trx, item);
        return item;
      }),

    /** Creates an import from stored files, and their rows in the same transaction. */
    createStored: (storedBatches: readonly StoredBatch[], userId: number | null): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await insertFiles(
          trx,
          storedBatches.map(({ row }) => row),
        );
        const id = await insertImport(jobs, {
          trx,
          userId,
          state: 'reading',
          discarded: storedBatches.map(({ path, row }) => ({
            path: plainPath(path),
            size: row.size,
            key: row.key,
            sha256: row.sha256 ?? null,
            upload_id: null,
          })),
        });
        return summaryOf(trx, id);
      }),

    /** Prepares the parse job before the last bytes of an upload arrive. */
    uploadNearlyReady: ({ import_id }: { import_id: number | null }) => {
      if (import_id !== null) jobs.prewarm(readJobKind);
    },

    /** Starts to parse the import when its last upload is complete. Runs in the transaction that completes the upload. */
    uploadReady: async (trx: Transaction<Schema>, { import_id }: { import_id: number | null }) => {
      if (import_id !== null) await readWhenComplete(jobs, trx, import_id);
    },

    /** @throws AppError 404, 409 when another request changed it, 422 */
    update: (input: ImportUpdate, context: Pick<Context, 'authorize'>): Promise<ImportProposal> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const claimedImport = await trx
          .updateTable('imports')
          .set({ version: sql`version + 1`, updated_at: new Date().toISOString() })
          .where('id', '=', input.id)
          .returning(['version', 'state', 'proposal'])
          .executeTakeFirst();
        if (!claimedImport) throw notFound('import');
        if (claimedImport.state !== 'ready' || claimedImport.proposal === null)
          throw appError(knownErrors.importNotReady('changed'));
        if (input.version !== undefined && input.version !== claimedImport.version - 1)
          throw editConflict('import');
        const reader = importsIn(trx);
        const fileRows = { files: await reader.files(input.id), covers: await reader.covers(input.id) };
        const before = parseProposal(claimedImport.proposal);
        const editedProposal = editProposal(before, input, {
          files: fileRows.files,
          coverCount: fileRows.covers.length,
        });
        const proposal = {
          ...editedProposal,
          ...(input.series && { series: input.series }),
          ...(input.publication_record && {
            publication_record: await editedRecord(trx, before.publication_record, input.publication_record),
          }),
          ...(input.custom && { custom: books.editCustomValues(before.custom ?? {}, input.custom) }),
        };
        const duplicates = await findDuplicates(trx, {
          proposal,
          hashes: hashesOf(fileRows.files),
          importId: input.id,
        });
        await trx
          .updateTable('imports')
          .set(
            columnsOfProposal(
              proposal,
              duplicates,
              fileRows.covers.map(({ thumbnail_key }) => thumbnail_key),
            ),
          )
          .where('id', '=', input.id)
          .execute();
        return whole(trx, input.id);
      }),

    ...createAcceptProposals(deps),

    /** Parses a failed import again, from the uploaded files. @throws AppError 404, 409 */
    retry: (id: number, context: Pick<Context, 'authorize'>): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const { state } = await summaryOf(trx, id);
        if (state === 'reading') return summaryOf(trx, id);
        const left = await trx
          .selectFrom('import_files')
          .select('position')
          .where('import_id', '=', id)
          .where(({ or, eb }) => or([eb('key', 'is not', null), eb('upload_id', 'is not', null)]))
          .executeTakeFirst();
        if (state !== 'failed' || !left) throw appError(knownErrors.importNothingLeft);
        const startedImport = await trx
          .updateTable('imports')
          .set({
            state: 'reading',
            error: null,
            warning_count: 0,
            problems: '[]',
            version: sql`version + 1`,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', id)
          .returning(['name', 'user_id'])
          .executeTakeFirstOrThrow();
        await jobs.enqueue(
          // The job belongs to the user who retries, because it has the API token of that user.
          {
            kind: readJobKind,
            subjectId: id,
            title: startedImport.name,
            userId: writerOf(trx).userId ?? startedImport.user_id,
          },
          trx,
        );
        return summaryOf(trx, id);
      }),

    /** @throws AppError 404 */
    async compare(
      id: number,
      bookId: number,
      permissions: ReadonlySet<Permission>,
    ): Promise<ImportComparison> {
      const proposal = await importsIn(db).stored(id);
      if (!proposal) throw notFound('import');
      const [book, covers] = await Promise.all([books.get(bookId), importsIn(db).covers(id)]);
      return compareWith(db, { book, proposal, covers, canEditSeries: permissions.has('series:edit') });
    },

    /** Deletes an import and its files. @throws AppError 404, 409 when it was accepted */
    async remove(id: number, context: Pick<Context, 'authorize'> = withoutAuthorization): Promise<void> {
      const keys = await inTransaction(database, async (trx) => {
        await context.authorize(trx);
        return erase(trx, id);
      });
      await files.remove(keys);
    },

    /** Deletes imports that expired before they were accepted. @returns the number of deleted imports */
    async removeExpired(now = new Date()): Promise<number> {
      await settleAbandoned(database);
      const rows = await db
        .selectFrom('imports')
        .select('id')
        .where('expires_at', '<', now.toISOString())
        .where('state', 'in', ['receiving', 'ready', 'failed'])
        .execute();
      for (const { id } of rows) {
        const keys = await inTransaction(database, (trx) => erase(trx, id));
        await files.remove(keys);
      }
      return rows.length;
    },
  };
}

export type ImportService = ReturnType<typeof createImportService>;
