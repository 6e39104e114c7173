import type { Kysely } from 'kysely';
import { activityLimits, activityNotes } from '#contract/activity';
import type { Schema } from '#server/db/schema';
import type { JobRow } from '#server/db/tables/jobs';
import { isoIn } from './timing.ts';

interface End {
  /** What a job that is done is told by; null for one whose end nobody waits for. */
  readonly done?: string | null;
  readonly error?: string;
}

/** Puts the end of a job into the activity of whoever asked for it, wherever that account is signed in. */
export async function noteEnd(
  db: Kysely<Schema>,
  { id, user_id, title }: Pick<JobRow, 'id' | 'user_id' | 'title'>,
  { done = null, error }: End,
): Promise<void> {
  const message = error ?? done;
  if (user_id === null || message === null) return;
  const at = isoIn();
  await db
    .insertInto('activity')
    .values({
      user_id,
      entry_key: `job:${id}:${at}`,
      at,
      outcome: error === undefined ? 'success' : 'failure',
      message: message.slice(0, activityLimits.maxTextLength),
      tried: error === undefined ? null : activityNotes.jobFailed,
      subject: title === '' ? null : title.slice(0, activityLimits.maxTextLength),
      address: null,
    })
    .execute();
}
