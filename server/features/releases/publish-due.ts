import type { Transaction } from 'kysely';
import { notificationTypes } from '#contract/notifications/notification-types';
import type { Permission } from '#contract/core/permissions';
import { findUsersWith } from '#server/core/auth/administrators';
import { authorizeOwner } from '#server/core/auth/authorize-owner';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, isRejection } from '#server/core/errors';
import { dueReleases } from './due-releases.ts';
import { LATE_MS, durationText, latenessOf } from './lateness.ts';
import { notifyUsers } from './notify-users.ts';
import type { Publishing } from './publishing.ts';
import { timeOf } from './release-view.ts';

interface Deps {
  readonly database: Database;
  readonly publishing: Pick<Publishing, 'publishDue' | 'rollBackDue'>;
  readonly adminEmail: string;
}

/** The log of the process. */
interface DueLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const requiredPermission: Permission = 'releases:publish';

/** Returns the users who are told the result: the owner, the user who scheduled it, and those who can publish if it is late. */
async function recipientsOf(
  trx: Transaction<Schema>,
  { owner_id, scheduled_by }: ReleaseRow,
  { isLate, adminEmail }: { readonly isLate: boolean; readonly adminEmail: string },
): Promise<(number | null)[]> {
  const publishers = isLate ? await findUsersWith(trx, requiredPermission, adminEmail) : [];
  return [owner_id, scheduled_by, ...publishers.map(({ id }) => id)];
}

/**
 * Publishes the releases that are due by the clock of the database, and rolls back those that end. Each release is locked in the transaction
 * that publishes it, so several processes and restarts publish it once. A late release is published as soon as a process runs. An error
 * of one release does not stop the others.
 */
export async function publishDue({ database, publishing, adminEmail }: Deps, log: DueLog): Promise<void> {
  const { kysely } = database;
  const now = await timeOf(database, kysely);
  const due = await dueReleases(kysely, now);
  const errors: unknown[] = [];
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
      const lateMs = latenessOf(release, now);
      const isLate = lateMs > LATE_MS;
      const result = isPublish ? 'published' : 'rolled back';
      const onSuccess = async (trx: Transaction<Schema>) =>
        notifyUsers(trx, await recipientsOf(trx, release, { isLate, adminEmail }), {
          release,
          key: now,
          message: `“${release.name}” was ${result}${isLate ? ` ${durationText(lateMs)} late` : ''}.`,
          failure: null,
          at: now,
        });
      if (await run(release.id, now, { authorize, onSuccess }))
        log[isLate ? 'warn' : 'info']({ release: release.id, late_ms: lateMs }, `${result} a release`);
    } catch (error) {
      // Other errors are temporary: the next round tries again.
      if (!isRejection(error)) {
        errors.push(error);
        continue;
      }
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
          await notifyUsers(trx, [release.owner_id, release.scheduled_by], {
            release,
            key: now,
            message: error.message,
            failure: notificationTypes.releaseFailed.label,
            at: now,
          });
      });
    }
  }
  if (errors.length > 0) throw errors[0];
}
