import { type Core, type Log, defineFeature } from '#server/app/feature';
import { createClipJob } from './clip.jobs.ts';
import { enqueueClips } from './clip-order.ts';
import { withClips } from './clip-files.ts';
import { vttOfFile } from './vtt-of-file.ts';

/** Clips: one audio file per chapter. */
export function createClipsFeature({ database, blobs, staging, files, jobs }: Core) {
  const { kysely: db } = database;
  return defineFeature({
    name: 'clips',
    /** Reads books with the clips of their chapters, and enqueues missing clips. */
    withClips: (books: Parameters<typeof withClips>[0], log: Log) =>
      withClips(books, db, async (book) => {
        await enqueueClips(jobs, db, book).catch((error: unknown) =>
          // The next request tries again.
          log.warn({ err: error }, 'failed to enqueue clips'),
        );
      }),
    vttOf: (stem: string) => vttOfFile(db, stem),
    jobs: () => [createClipJob({ database, blobs, staging, files })],
  });
}

export type ClipsFeature = ReturnType<typeof createClipsFeature>;
