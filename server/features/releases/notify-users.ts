import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';

interface ReleaseNotification {
  readonly release: Pick<ReleaseRow, 'id' | 'name'>;
  /** The part of the key that differs between the notifications of a release. */
  readonly key: string;
  readonly at: string;
  readonly message: string;
  /** The failed action, or null for a success. */
  readonly failure: string | null;
}

/** Adds a notification about a release for each user. It links to the release. */
export async function notifyUsers(
  trx: Transaction<Schema>,
  userIds: Iterable<number | null>,
  { release: { id, name }, key, at, message, failure }: ReleaseNotification,
): Promise<void> {
  for (const user_id of new Set(userIds)) {
    if (user_id === null) continue;
    await trx
      .insertInto('notifications')
      .values({
        user_id,
        entry_key: `release:${id}:${key}`,
        at,
        outcome: failure === null ? 'success' : 'failure',
        message,
        attempted_action: failure,
        subject: name,
        address: `/releases/${id}`,
      })
      .onConflict((clash) => clash.columns(['user_id', 'entry_key']).doNothing())
      .execute();
  }
}
