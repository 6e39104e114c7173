import { writerOf } from '#server/core/audit-log/signature';
import type { ImportAccept } from '#contract/imports/imports';
import type { Book } from '#contract/books/books';
import type { Permission } from '#contract/core/permissions';
import type { Transaction } from 'kysely';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { isRejection } from '#server/core/errors';
import type { WriteContext } from '#server/core/resource/resource-service';
import { enqueueAlignment } from '#server/features/book-content/align-order';
import { chaptersOf } from '#server/features/book-content/book-content-rows';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { BookService } from '#server/features/books/books.service';
import { acceptImport } from './accept.ts';
import { findDuplicates, hashesOf } from './duplicates.ts';
import { importsIn } from './imports.repository.ts';
import type { SeriesOfImports } from './known-series.ts';
import { continuedChaptersOf, hasUncertainPairs } from './uncertain-pairs.ts';
import { columnsOfProposal } from './save-proposal.ts';

/** The context of a user who accepts proposals. */
export type AcceptContext = Pick<WriteContext, 'user' | 'authorize' | 'findStoredResult' | 'storeResult'> & {
  /** Series change only for users who may edit them. */
  readonly permissions: ReadonlySet<Permission>;
};

/** Maximum duration of one request to accept ready proposals. The next request continues with the rest. */
const ACCEPT_READY_MS = 5_000;
const READY_AT_ONCE = 100;

/** Adds proposals to the catalogue: one that a user reviewed, or all that need no review. */
export function createAcceptProposals(deps: {
  readonly database: Database;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly books: BookService;
  readonly series: SeriesOfImports;
}) {
  const { database, files, jobs } = deps;
  const { kysely: db } = database;

  /** Starts the alignment of texts that have audio after the proposal is accepted. Uncertain pairs are searched by their content first. */
  async function align(trx: Transaction<Schema>, importId: number): Promise<void> {
    const { book_id, user_id } = await trx
      .selectFrom('imports')
      .select(['book_id', 'user_id'])
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
    // The job belongs to the user who accepts, because it has the API token of that user.
    const userId = writerOf(trx).userId ?? user_id;
    if (book_id === null) return;
    const proposal = await importsIn(trx).stored(importId);
    const isUncertain = proposal !== undefined && hasUncertainPairs(proposal);
    const rows = isUncertain ? await chaptersOf(trx, book_id) : [];
    const continuations = isUncertain
      ? continuedChaptersOf(proposal).flatMap((index) => rows[index]?.id ?? [])
      : [];
    const order = { id: book_id, chapters: 'needs_review', match_chapters: isUncertain } as const;
    await enqueueAlignment(jobs, { trx, order, continuations, isFirstEarly: !isUncertain, userId });
  }

  async function accept(input: ImportAccept, context: Omit<AcceptContext, 'user'>): Promise<Book> {
    const { book, discarded, retained } = await inTransaction(database, async (trx) => {
      await context.authorize(trx);
      const earlier = await context.findStoredResult?.(trx);
      if (earlier !== undefined) return { book: earlier as Book, discarded: [], retained: [] };
      const series = context.permissions.has('series:edit')
        ? { service: deps.series, dialect: database.dialect }
        : undefined;
      const acceptedImport = await acceptImport(trx, { books: deps.books, series }, input);
      if (input.book_id === undefined || input.take?.includes('chapters')) await align(trx, input.id);
      await context.storeResult?.(trx, acceptedImport.book);
      return acceptedImport;
    });
    await files.remove(discarded);
    await files.withhold(retained);
    return book;
  }

  /** Compares a proposal with the catalogue again and stores the result. @returns a message when there is a duplicate */
  async function refreshDuplicates(id: number): Promise<string | undefined> {
    const proposal = await importsIn(db).stored(id);
    if (!proposal) return undefined;
    const reader = importsIn(db);
    const [rows, covers] = await Promise.all([reader.files(id), reader.covers(id)]);
    const duplicates = await findDuplicates(db, { proposal, hashes: hashesOf(rows), importId: id });
    const serious = duplicates.filter(({ kind }) => kind !== 'same_import');
    if (serious.length === 0) return undefined;
    await db
      .updateTable('imports')
      .set(
        columnsOfProposal(
          proposal,
          duplicates,
          covers.map(({ thumbnail_key }) => thumbnail_key),
        ),
      )
      .where('id', '=', id)
      .execute();
    return serious[0]?.message;
  }

  return {
    /** @throws AppError 404, 409 when another request changed or accepted the proposal, 422 */
    accept,

    /** Accepts the proposals without a warning, for a limited time. */
    async acceptReady(batchId: number | undefined, context: AcceptContext) {
      const failedImports: { id: number; name: string; message: string }[] = [];
      let acceptedCount = 0;
      const until = performance.now() + ACCEPT_READY_MS;
      const next = () => {
        let query = db
          .selectFrom('imports')
          .select(['id', 'name', 'version'])
          .where('state', '=', 'ready')
          .where('warning_count', '=', 0)
          .orderBy('id');
        query =
          batchId === undefined
            ? query.where('user_id', '=', context.user.id)
            : query.where((eb) => eb.or([eb('batch_id', '=', batchId), eb('id', '=', batchId)]));
        const skippedIds = failedImports.map(({ id }) => id);
        return skippedIds.length > 0 ? query.where('id', 'not in', skippedIds) : query;
      };
      for (;;) {
        const rows = await next().limit(READY_AT_ONCE).execute();
        if (rows.length === 0) return { accepted: acceptedCount, remaining: 0, failed: failedImports };
        for (const { id, name, version } of rows) {
          // The database may run in this thread, so other requests are served between two proposals.
          await yieldToEventLoop();
          if (performance.now() > until || failedImports.length >= READY_AT_ONCE) {
            const { left } = await next()
              .clearSelect()
              .clearOrderBy()
              .select((eb) => eb.fn.countAll<number>().as('left'))
              .executeTakeFirstOrThrow();
            return { accepted: acceptedCount, remaining: left, failed: failedImports };
          }
          try {
            const duplicates = await refreshDuplicates(id);
            if (duplicates !== undefined) {
              failedImports.push({ id, name, message: duplicates });
              continue;
            }
            const { authorize, permissions } = context;
            await accept({ id, version, book_version: undefined }, { authorize, permissions });
            acceptedCount += 1;
          } catch (error) {
            if (!isRejection(error) || [401, 403].includes(error.status)) throw error;
            failedImports.push({ id, name, message: error.message });
          }
        }
      }
    },
  };
}
