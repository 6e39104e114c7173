import type { Transaction } from 'kysely';
import { notificationTypes } from '#contract/notifications/notification-types';
import type { Permission } from '#contract/core/permissions';
import { authorizeOwner } from '#server/core/auth/authorize-owner';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';
import { inTransaction } from '#server/core/db/transaction';
import { AppError, forbidden } from '#server/core/errors';
import { timeOf } from './release-view.ts';
import type { Publishing } from './publishing.ts';

interface Deps {
  readonly database: Database;
  readonly publishing: Publishing;
  readonly adminEmail: string;
}

/** The log of the process. */
interface DueLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const requiredPermission: Permission = 'releases:publish';

/** Reports the end of a scheduled release to its owner and to the user who scheduled it. */
async function notifyUsers(
  trx: Transaction<Schema>,
  release: ReleaseRow,
  { message, isDone, at }: { readonly message: string; readonly isDone: boolean; readonly at: string },
): Promise<void> {
  const users = new Set([release.owner_id, release.scheduled_by].filter((id) => id !== null));
  for (const user_id of users)
    await trx
      .insertInto('notifications')
      .values({
        user_id,
        entry_key: `release:${release.id}:${at}`,
        at,
        outcome: isDone ? 'success' : 'failure',
        message,
        attempted_action: isDone ? null : notificationTypes.releaseFailed.label,
        subject: release.name,
        address: `/releases/${release.id}`,
      })
      .execute();
}

/**
 * Publishes the releases that are due by the clock of the database, and rolls back those that end. Each release is locked in the transaction
 * that publishes it, so several processes and restarts publish it once. A late release is published as soon as a process runs.
 */
export async function publishDue({ database, publishing, adminEmail }: Deps, log: DueLog): Promise<void> {
  const { kysely } = database;
  const now = await timeOf(database, kysely);
  const due = await kysely
    .selectFrom('releases')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'scheduled'), eb('publish_at', '<=', now)]),
        eb.and([eb('status', '=', 'published'), eb('ends_at', '<=', now), eb('failure', 'is', null)]),
      ]),
    )
    .orderBy('publish_at')
    .orderBy('id')
    .execute();
  for (const release of due) {
    const isPublish = release.status === 'scheduled';
    const authorize = async (trx: Transaction<Schema>) => {
      const owner = {
        userId: release.scheduled_by ?? 0,
        tokenId: release.scheduled_token,
        requestId: `release-${release.id}`,
      };
      const user = await authorizeOwner(trx, owner, adminEmail);
      if (!user.permissions.has(requiredPermission)) throw forbidden();
      return user;
    };
    try {
      const run = isPublish ? publishing.publishDue : publishing.rollBackDue;
      if (!(await run(release.id, now, authorize))) continue;
      log.info(
        {
          release: release.id,
          late_ms: Date.parse(now) - Date.parse((isPublish ? release.publish_at : release.ends_at) ?? now),
        },
        isPublish ? 'published a release' : 'rolled back a release',
      );
      await inTransaction(database, (trx) =>
        notifyUsers(trx, release, {
          message: isPublish ? `“${release.name}” was published.` : `“${release.name}” was rolled back.`,
          isDone: true,
          at: now,
        }),
      );
    } catch (error) {
      // Other errors are temporary: the next round tries again.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      log.warn({ release: release.id, reason: error.code }, 'a release failed');
      await inTransaction(database, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('releases')
          .set({
            ...(isPublish && { status: 'failed' as const }),
            failure: error.message,
            version: release.version + 1,
            updated_at: now,
          })
          .where('id', '=', release.id)
          .where('status', '=', release.status)
          .where('version', '=', release.version)
          .executeTakeFirst();
        if (numUpdatedRows > 0n)
          await notifyUsers(trx, release, { message: error.message, isDone: false, at: now });
      });
    }
  }
}
