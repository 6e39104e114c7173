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
  /** The path of the screen. The default is the page of the release. */
  readonly address?: string;
}

/** Adds a notification about a release for each user with an account. */
export async function notifyUsers(
  trx: Transaction<Schema>,
  userIds: Iterable<number | null>,
  { release: { id, name }, key, at, message, failure, address = `/releases/${id}` }: ReleaseNotification,
): Promise<void> {
  const ids = [...userIds].filter((userId) => userId !== null);
  if (ids.length === 0) return;
  const users = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id: user_id } of users)
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
        address,
      })
      .onConflict((clash) => clash.columns(['user_id', 'entry_key']).doNothing())
      .execute();
}
