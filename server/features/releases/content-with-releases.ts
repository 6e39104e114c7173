import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { Staging } from '#server/core/media/staging';
import { currentRelease } from '#server/core/resource/request-release';
import { enqueueAnalyses } from '#server/features/audio/audio-analysis-rows';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import type {
  BookContentContext,
  BookContentService,
} from '#server/features/book-content/book-content.service';
import { inspectUploads, knownUpload } from '#server/features/book-content/chapter-audio';
import { chaptersWithAudio } from '#server/features/book-content/chapters-with-audio';
import type { SaveContentInRelease } from './content-writes.ts';
import type { SharedViews } from './shared-views.ts';

interface Deps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly jobs: JobQueue;
}

type SaveInput = Parameters<SaveContentInRelease>[1];

/** Returns the service of book content, which reads and saves in the release of the request, if it has one. */
export function contentWithReleases(
  service: BookContentService,
  deps: Deps,
  { views, saveContent }: { readonly views: SharedViews; readonly saveContent: SaveContentInRelease },
): BookContentService {
  const { database, jobs } = deps;

  const read = (releaseId: number, bookId: number, withTexts: boolean) =>
    views.read(releaseId, ({ trx }) => readBookContent(trx, bookId, withTexts));

  async function save(
    releaseId: number,
    input: SaveInput,
    { user, authorize }: BookContentContext,
  ): Promise<void> {
    const ids = input.chapters.flatMap(({ upload_id }) => upload_id ?? []);
    const uploads = await inspectUploads(deps, ids, user.id);
    const context = { user: { id: user.id, email: '' }, authorize, files: new Map() };
    await saveContent(releaseId, input, { context, uploads });
    const audios = [...uploads.values()].map(({ key, fileName }) => ({ key, title: fileName }));
    await enqueueAnalyses(jobs, { trx: database.kysely, audios, userId: user.id });
  }

  return {
    ...service,
    async read(bookId, withTexts) {
      const releaseId = currentRelease();
      if (releaseId === undefined) return service.read(bookId, withTexts);
      return read(releaseId, bookId, withTexts);
    },
    async save(input, withTexts, context) {
      const releaseId = currentRelease();
      if (releaseId === undefined) return service.save(input, withTexts, context);
      await save(releaseId, input, context);
      return read(releaseId, input.id, withTexts);
    },
    async addAudio({ upload_id, chapter_id, name, ...input }, context) {
      const releaseId = currentRelease();
      if (releaseId === undefined)
        return service.addAudio({ upload_id, chapter_id, name, ...input }, context);
      const { chapters } = await read(releaseId, input.id, false);
      const upload = await knownUpload(deps, upload_id, context.user.id);
      const newChapters = chaptersWithAudio(chapters, { upload_id, upload, chapter_id, name });
      await save(releaseId, { ...input, chapters: newChapters }, context);
      return read(releaseId, input.id, true);
    },
  };
}
