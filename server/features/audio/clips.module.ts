import { type Core, type Log, defineFeature } from '#server/app/feature';
import { createClipJob } from './clip.jobs.ts';
import { enqueueClips } from './clip-order.ts';
import { readingTracks } from './track-files.ts';
import { vttOfFile } from './vtt-of-file.ts';

/** Clips: one audio file per chapter. */
export function createClipsFeature({ database, blobs, staging, files, jobs }: Core) {
  const { kysely: db } = database;
  return defineFeature({
    name: 'tracks',
    /** Reads books with the clips of their chapters, and enqueues missing clips. */
    readingTracks: (books: Parameters<typeof readingTracks>[0], log: Log) =>
      readingTracks(books, db, async (book) => {
        await enqueueClips(jobs, db, book).catch((error: unknown) =>
          // The next request tries again.
          log.warn({ err: error }, 'could not ask for tracks to be cut'),
        );
      }),
    vttOf: (stem: string) => vttOfFile(db, stem),
    jobs: () => [createClipJob({ database, blobs, staging, files })],
  });
}

export type TracksFeature = ReturnType<typeof createClipsFeature>;
