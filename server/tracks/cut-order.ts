import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema';
import type { JobQueue } from '#server/jobs/job-queue';
import { missingOf, playedIn } from './parts.ts';

export const cutKind = 'cut';
/** Behind what somebody waits for. */
const PRIORITY = 8;

/**
 * Has the parts that chapters of a book play cut into files of their own, as far as they are not. In the caller's transaction when
 * there is one. @returns whether there is anything to cut
 */
export async function enqueueCuts(
  jobs: JobQueue,
  db: Kysely<Schema>,
  book: { readonly id: number; readonly name: string },
): Promise<boolean> {
  if ((await missingOf(db, await playedIn(db, book.id))).length === 0) return false;
  await jobs.enqueue({ kind: cutKind, subjectId: book.id, title: book.name, priority: PRIORITY }, db);
  return true;
}
