import type { Transaction } from 'kysely';
import type {
  AlignOrder,
  AlignStarted,
  BookContent,
  BookContentVersion,
  BookContentVersionDetail,
  BookContentSave,
} from '#contract/book-content/book-content';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { appError } from '#server/core/errors';
import type { BookSettings } from '#server/features/books/book-rows';
import { assertCurrentVersion } from '#server/core/resource/writes';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import { enqueueAnalyses } from '#server/features/audio/audio-analysis-rows';
import { enqueueClips } from '#server/features/audio/clip-order';
import { enqueueAlignment } from './align-order.ts';
import { type UploadedAudio, inspectUploads, knownUpload, useUploads } from './chapter-audio.ts';
import { chaptersWithAudio } from './chapters-with-audio.ts';
import { listRevisions, readRevision } from './version-history.ts';
import { bookOf, chaptersOf, readBookContent } from './book-content-rows.ts';
import type { ChapterOrder } from './plan-types.ts';
import { ordersOf } from './restore-content.ts';
import { type SaveOrder, saveBookContent } from './save-book-content.ts';

/** The user and request of a save. */
export interface BookContentContext {
  readonly user: { readonly id: number };
  /** Runs first in the transaction. @throws AppError 401, 403 */
  authorize(trx: Transaction<Schema>): Promise<unknown>;
}

export interface BookContentDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly settings: { values(): BookSettings };
}

/** Reads, saves and restores book content as whole documents. */
export interface BookContentService {
  /** @throws AppError 404 */
  read(bookId: number, withTexts: boolean): Promise<BookContent>;
  /** @throws AppError 401, 403, 404, 409 for another version or for references of story items, 422 */
  save(input: BookContentSave, withTexts: boolean, context: BookContentContext): Promise<BookContent>;
  /** Returns the latest version first. @throws AppError 404 */
  revisions(bookId: number): Promise<BookContentVersion[]>;
  /** @throws AppError 404 */
  revision(bookId: number, revision: number): Promise<BookContentVersionDetail>;
  /** Saves an earlier version as a new one. Deleted entries are restored with their codes. @throws as `save` does */
  restore(
    input: Pick<SaveOrder, 'id' | 'version' | 'force'> & { readonly revision: number },
    context: BookContentContext,
  ): Promise<BookContent>;
  /** Sets an upload as the audio of a chapter, or of a new one at the end. @throws as `save` does */
  addAudio(
    input: {
      readonly id: number;
      readonly version?: number | undefined;
      readonly upload_id: string;
      readonly chapter_id?: number | undefined;
      readonly name?: string | undefined;
    },
    context: BookContentContext,
  ): Promise<BookContent>;
  /** Aligns texts with the audio in the background. @throws AppError 401, 403, 404, 409, 422 when there is nothing to align */
  align(order: AlignOrder, context: BookContentContext): Promise<AlignStarted>;
}

/** Returns true when the input may change the range of audio that the chapter plays. */
const isMarkerMove = ({ start, end, audio_url, upload_id }: ChapterOrder): boolean =>
  [start, end, audio_url, upload_id].some((field) => field !== undefined);

export function createBookContentService(deps: BookContentDeps): BookContentService {
  const { database, files, jobs, settings } = deps;

  async function save(
    order: SaveOrder,
    context: BookContentContext,
    uploads: ReadonlyMap<string, UploadedAudio> = new Map(),
  ): Promise<void> {
    const discardedKeys = await inTransaction(database, async (trx) => {
      await context.authorize(trx);
      const keys = await saveBookContent(trx, order, {
        userId: context.user.id,
        settings: settings.values(),
        uploads,
      });
      await useUploads(trx, uploads);
      const audios = [...uploads.values()].map(({ key, fileName }) => ({ key, title: fileName }));
      await enqueueAnalyses(jobs, { trx, audios, userId: context.user.id });
      if (order.chapters.some(isMarkerMove)) await enqueueClips(jobs, trx, await bookOf(trx, order.id));
      return keys;
    });
    await files.remove(discardedKeys);
  }

  return {
    read: (bookId, withTexts) => readBookContent(database.kysely, bookId, withTexts),

    async save(input, withTexts, context) {
      const ids = input.chapters.flatMap(({ upload_id }) => upload_id ?? []);
      await save(input, context, await inspectUploads(deps, ids, context.user.id));
      return readBookContent(database.kysely, input.id, withTexts);
    },

    async revisions(bookId) {
      await bookOf(database.kysely, bookId);
      return listRevisions(database.kysely, bookId);
    },

    revision: (bookId, revision) => readRevision(database.kysely, bookId, revision),

    async restore({ revision, ...input }, context) {
      const { chapters } = await readRevision(database.kysely, input.id, revision);
      await save({ ...input, chapters: ordersOf(chapters) }, context);
      return readBookContent(database.kysely, input.id, true);
    },

    async addAudio({ upload_id, chapter_id, name, ...input }, context) {
      await bookOf(database.kysely, input.id);
      const upload = await knownUpload(deps, upload_id, context.user.id);
      const rows = await chaptersOf(database.kysely, input.id);
      const chapters = chaptersWithAudio(rows, { upload_id, upload, chapter_id, name });
      await save({ ...input, chapters }, context, new Map([[upload_id, upload]]));
      return readBookContent(database.kysely, input.id, true);
    },

    align: (order, context) =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const book = await bookOf(trx, order.id);
        assertCurrentVersion('book', order, book);
        const queuedAlignment = await enqueueAlignment(jobs, { trx, order, userId: context.user.id });
        if (!queuedAlignment) throw appError(knownErrors.nothingToAlign);
        return queuedAlignment;
      }),
  };
}
