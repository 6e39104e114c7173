import type { Transaction } from 'kysely';
import { notificationTypes } from '#contract/notifications/notification-types';
import { findUsersWith } from '#server/core/auth/administrators';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';
import { reportNewProblems } from '#server/core/settings/reported-problems';
import { dueReleases } from './due-releases.ts';
import { LATE_MS, dueTimeOf, durationText, latenessOf } from './lateness.ts';
import { notifyUsers } from './notify-users.ts';
import { timeOf } from './release-view.ts';

/** The key of the row in `settings` with the overdue releases that were reported. */
const KEY = 'overdue_releases';

interface Deps {
  readonly database: Database;
  readonly adminEmail: string;
}

const toText = (release: ReleaseRow, now: string): string =>
  `“${release.name}” should have been ${release.status === 'published' ? 'rolled back' : 'published'} ${durationText(latenessOf(release, now))} ago.`;

/** Finds releases that are overdue by the clock of the database. Each is reported once. */
export function createOverdueReleases({ database, adminEmail }: Deps) {
  // A full disk rejects the notifications until it has space again. The log already has the line then.
  const loggedKeys = new Set<string>();

  async function find() {
    const now = await timeOf(database, database.kysely);
    const latest = new Date(Date.parse(now) - LATE_MS).toISOString();
    return { now, releases: await dueReleases(database.kysely, latest) };
  }

  return {
    /** Returns a message for each overdue release. */
    async problems(): Promise<string[]> {
      const { now, releases } = await find();
      return releases.map((release) => toText(release, now));
    },

    /** Reports new overdue releases in the log, and to the user who scheduled them and users who can publish. */
    async check(log: { warn(details: object, message: string): void }): Promise<void> {
      const { now, releases } = await find();
      const byKey = new Map(
        releases.map((release) => [`${release.id}:overdue:${dueTimeOf(release) ?? ''}`, release]),
      );
      const report = async (trx: Transaction<Schema>, key: string): Promise<void> => {
        const release = byKey.get(key);
        if (!release) return;
        if (!loggedKeys.has(key))
          log.warn(
            { release: release.id, due_at: dueTimeOf(release), late_ms: latenessOf(release, now) },
            'a release is overdue',
          );
        loggedKeys.add(key);
        const publishers = await findUsersWith(trx, 'releases:publish', adminEmail);
        await notifyUsers(trx, [release.scheduled_by, ...publishers.map(({ id }) => id)], {
          release,
          key: `overdue:${dueTimeOf(release) ?? ''}`,
          at: now,
          message: toText(release, now),
          failure: notificationTypes.releaseOverdue.label,
        });
      };
      await reportNewProblems(database, { key: KEY, problems: [...byKey.keys()], at: new Date(now) }, report);
    },
  };
}
