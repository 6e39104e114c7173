import type { Kysely } from 'kysely';
import { bytesOfFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { findPlaybacks, missingOf } from './chapter-clips.ts';

export const clipsKind = 'clips';
/** Lower priority than jobs that users wait for. */
const PRIORITY = 8;

/** Enqueues the missing clips of the chapters and the sample of a book, in the caller's transaction if one is passed. @returns true when a clip is missing */
export async function enqueueClips(
  jobs: JobQueue,
  db: Kysely<Schema>,
  book: { readonly id: number; readonly name: string },
): Promise<boolean> {
  const missingPlaybacks = await missingOf(db, await findPlaybacks(db, book.id));
  if (missingPlaybacks.length === 0) return false;
  const effort = await bytesOfFiles(
    db,
    missingPlaybacks.map(({ audioKey }) => audioKey),
  );
  await jobs.enqueue(
    { kind: clipsKind, subjectId: book.id, title: book.name, priority: PRIORITY, effort },
    db,
  );
  return true;
}
