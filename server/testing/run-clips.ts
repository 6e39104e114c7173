import type { Database } from '#server/core/db/open';
import { createClipJob } from '#server/features/audio/clip.jobs';
import type { TestBlobStore } from './blob-stores.ts';
import type { TestApp } from './build-test-app.ts';
import { jobContext } from './job-context.ts';

/** Runs the enqueued clips of a book like a worker. @returns true when a job was enqueued */
export async function runClips(
  {
    database,
    store,
    api,
  }: { readonly database: Database; readonly store: TestBlobStore; readonly api: TestApp },
  id: number,
): Promise<boolean> {
  const requests = await database.kysely
    .deleteFrom('jobs')
    .where('kind', '=', 'clips')
    .where('subject_id', '=', String(id))
    .returning('id')
    .execute();
  const { staging, files } = api;
  const outcome = await createClipJob({ database, blobs: store.blobs, staging, files }).run(jobContext(id));
  await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
  await outcome.afterCommit?.();
  return requests.length > 0;
}
