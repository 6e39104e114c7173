import type { Kysely } from 'kysely';
import { type NotificationType, notificationTypes } from '#contract/notifications/notification-types';
import { notificationLimits } from '#contract/notifications/notifications';
import type { Schema } from '#server/core/db/schema';
import type { JobRow } from '#server/core/db/tables/jobs';
import { isoIn } from './timing.ts';

interface EndMessages {
  /** The notification of a completed job. Null if no user waits for it. */
  readonly done?: NotificationType | null;
  readonly error?: string;
}

/** Stores a notification about the end of a job for the user who requested it. */
export async function recordEnd(
  db: Kysely<Schema>,
  { id, user_id, title }: Pick<JobRow, 'id' | 'user_id' | 'title'>,
  { done = null, error }: EndMessages,
): Promise<void> {
  const message = error ?? (done && notificationTypes[done].label);
  if (user_id === null || message === null) return;
  const time = isoIn();
  await db
    .insertInto('notifications')
    .values({
      user_id,
      entry_key: `job:${id}:${time}`,
      at: time,
      outcome: error === undefined ? 'success' : 'failure',
      message: message.slice(0, notificationLimits.maxTextLength),
      attempted_action: error === undefined ? null : notificationTypes.jobFailed.label,
      subject: title === '' ? null : title.slice(0, notificationLimits.maxTextLength),
      address: null,
    })
    .execute();
}
