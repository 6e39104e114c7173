import type { Transaction } from 'kysely';
import type {
  AlignOrder,
  AlignStarted,
  Inside,
  InsideRevision,
  InsideRevisionWhole,
  InsideSave,
} from '#contract/inside';
import { refusals } from '#contract/refusals';
import type { BlobStore } from '#server/blobs/blob-store';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { refused, refusedField } from '#server/errors';
import type { BookSettings } from '#server/resources/books/books.writes';
import { refuseStale } from '#server/resources/writes';
import type { JobQueue } from '#server/jobs/job-queue';
import type { FileStorage } from '#server/media/file-storage';
import type { Staging } from '#server/media/staging';
import { enqueueScans } from '#server/scans/scan-rows';
import { enqueueCuts } from '#server/tracks/cut-order';
import { enqueueAlignment } from './align-order.ts';
import { type UploadedSound, inspectUploads, useUploads } from './chapter-sound.ts';
import { listRevisions, readRevision } from './history.ts';
import { bookOf, chaptersOf, readInside } from './inside-rows.ts';
import type { ChapterOrder } from './plan-types.ts';
import { type SaveOrder, saveInside } from './save-inside.ts';

/** Who saves. */
export interface InsideContext {
  readonly user: { readonly id: number };
  /** First in the transaction. @throws AppError 401, 403 */
  authorize(trx: Transaction<Schema>): Promise<unknown>;
}

export interface InsideDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly settings: { values(): BookSettings };
}

/** The insides of books: read, saved and brought back as whole documents. */
export interface InsideService {
  /** @throws AppError 404 */
  read(bookId: number, withTexts: boolean): Promise<Inside>;
  /** @throws AppError 401, 403, 404, 409 for another version or for what story items lead to, 422 */
  save(sent: InsideSave, withTexts: boolean, context: InsideContext): Promise<Inside>;
  /** The latest first. @throws AppError 404 */
  revisions(bookId: number): Promise<InsideRevision[]>;
  /** @throws AppError 404 */
  revision(bookId: number, revision: number): Promise<InsideRevisionWhole>;
  /** Saves an earlier inside once more. What is gone comes back under its code. @throws as `save` does */
  restore(
    sent: Pick<SaveOrder, 'id' | 'version' | 'force'> & { readonly revision: number },
    context: InsideContext,
  ): Promise<Inside>;
  /** Gives a chapter, or a new one at the end, an upload as its own sound. @throws as `save` does */
  addAudio(
    sent: {
      readonly id: number;
      readonly version?: number | undefined;
      readonly upload_id: string;
      readonly chapter_id?: number | undefined;
      readonly name?: string | undefined;
    },
    context: InsideContext,
  ): Promise<Inside>;
  /** Has texts put into time with the sound, in the background. @throws AppError 401, 403, 404, 409, 422 when there is nothing to do */
  align(order: AlignOrder, context: InsideContext): Promise<AlignStarted>;
}

const withoutExtension = (name: string): string => name.replace(/\.[^.]{1,5}$/, '').trim();

/** Whether the chapter may play another part than before. */
const mayMoveMarks = ({ start, end, audio_url, upload_id }: ChapterOrder): boolean =>
  [start, end, audio_url, upload_id].some((sent) => sent !== undefined);

export function createInsideService(deps: InsideDeps): InsideService {
  const { database, files, jobs, settings } = deps;

  async function save(
    order: SaveOrder,
    context: InsideContext,
    uploads: ReadonlyMap<string, UploadedSound> = new Map(),
  ): Promise<void> {
    const dropped = await inTransaction(database, async (trx) => {
      await context.authorize(trx);
      const keys = await saveInside(trx, order, {
        userId: context.user.id,
        settings: settings.values(),
        uploads,
      });
      await useUploads(trx, uploads);
      const sounds = [...uploads.values()].map(({ key, fileName }) => ({ key, title: fileName }));
      await enqueueScans(jobs, trx, sounds, context.user.id);
      if (order.chapters.some(mayMoveMarks)) await enqueueCuts(jobs, trx, await bookOf(trx, order.id));
      return keys;
    });
    await files.remove(dropped);
  }

  return {
    read: (bookId, withTexts) => readInside(database.kysely, bookId, withTexts),

    async save(sent, withTexts, context) {
      const ids = sent.chapters.flatMap(({ upload_id }) => upload_id ?? []);
      await save(sent, context, await inspectUploads(deps, ids, context.user.id));
      return readInside(database.kysely, sent.id, withTexts);
    },

    async revisions(bookId) {
      await bookOf(database.kysely, bookId);
      return listRevisions(database.kysely, bookId);
    },

    revision: (bookId, revision) => readRevision(database.kysely, bookId, revision),

    async restore({ revision, ...sent }, context) {
      const { chapters } = await readRevision(database.kysely, sent.id, revision);
      await save({ ...sent, chapters }, context);
      return readInside(database.kysely, sent.id, true);
    },

    async addAudio({ upload_id, chapter_id, name, ...sent }, context) {
      await bookOf(database.kysely, sent.id);
      const uploads = await inspectUploads(deps, [upload_id], context.user.id);
      const upload = uploads.get(upload_id);
      if (!upload) throw refusedField('upload_id', refusals.uploadNotReady);
      const rows = await chaptersOf(database.kysely, sent.id);
      const chapters: ChapterOrder[] = rows.map(({ id }) => (id === chapter_id ? { id, upload_id } : { id }));
      if (chapter_id === undefined)
        chapters.push({
          upload_id,
          name: name || withoutExtension(upload.fileName) || `Chapter ${rows.length + 1}`,
        });
      else if (!rows.some(({ id }) => id === chapter_id))
        throw refusedField('chapter_id', refusals.notFound('chapter'));
      await save({ ...sent, chapters }, context, uploads);
      return readInside(database.kysely, sent.id, true);
    },

    align: (order, context) =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const book = await bookOf(trx, order.id);
        refuseStale('book', order, book);
        const queued = await enqueueAlignment(jobs, trx, order, context.user.id);
        if (!queued) throw refused(refusals.nothingToAlign);
        return queued;
      }),
  };
}
