import type { Kysely } from 'kysely';
import { type BackupProblem, backupProblemTexts } from '#contract/backup/backup';
import { notificationTypes } from '#contract/notifications/notification-types';
import { notificationLimits } from '#contract/notifications/notifications';
import { findAdministrators } from '#server/core/auth/administrators';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { backupProblemEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';
import { reportNewProblems } from '#server/core/settings/reported-problems';
import type { Settings } from '#server/core/settings/settings';

const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 36 * HOUR_MS;
const MAX_TEST_AGE_MS = 15 * 24 * HOUR_MS;
const SMALLER = 0.8;
/** The key of the row in `settings` with the problems that were reported to administrators. */
const KEY = 'backup_problems';

interface ProblemsDeps {
  readonly database: Database;
  readonly settings: Settings;
  readonly mail: Mail;
  readonly adminEmail: string;
  readonly now?: () => Date;
}

/** Finds problems of backups. Administrators receive one email and one notification for each problem. */
export function createBackupProblems({
  database,
  settings,
  mail,
  adminEmail,
  now = () => new Date(),
}: ProblemsDeps) {
  const isOlder = (time: string | undefined, ms: number): boolean =>
    time !== undefined && Date.parse(time) < now().getTime() - ms;

  async function find(db: Kysely<Schema>): Promise<BackupProblem[]> {
    const backups = await db
      .selectFrom('backups')
      .select(['created_at', 'bytes', 'tested_at', 'test_error'])
      .where('finished_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .execute();
    const [newest, previous] = backups;
    const tests = backups.filter(({ tested_at }) => tested_at !== null);
    const lastTest = tests.toSorted((a, b) => ((a.tested_at ?? '') < (b.tested_at ?? '') ? 1 : -1))[0];
    const problems: BackupProblem[] = [];
    if (settings.values().backup_is_scheduled) {
      const since = newest?.created_at ?? (await scheduledSince(db));
      if (isOlder(since, MAX_AGE_MS)) problems.push('too_old');
      if (isOlder(lastTest?.tested_at ?? backups.at(-1)?.created_at, MAX_TEST_AGE_MS))
        problems.push('test_missing');
    }
    if (newest && previous && newest.bytes <= previous.bytes * SMALLER) problems.push('smaller');
    if (lastTest && lastTest.test_error !== null) problems.push('test_failed');
    return problems;
  }

  /** Returns the time of the last stored backup slot. */
  async function scheduledSince(db: Kysely<Schema>): Promise<string | undefined> {
    const row = await db
      .selectFrom('settings')
      .select('changed_at')
      .where('key', '=', 'backup_slot')
      .executeTakeFirst();
    return row?.changed_at;
  }

  async function notifyAdministrators(trx: Kysely<Schema>, problem: BackupProblem): Promise<void> {
    const message = backupProblemTexts[problem];
    const time = now().toISOString();
    for (const to of await findAdministrators(trx, adminEmail)) {
      await trx
        .insertInto('notifications')
        .values({
          user_id: to.id,
          entry_key: `backup:${problem}:${time}`.slice(0, notificationLimits.maxKeyLength),
          at: time,
          outcome: 'failure',
          message,
          attempted_action: notificationTypes.backupProblem.label,
          subject: null,
          address: null,
        })
        .execute();
      const product = productNameOf(settings);
      await mail.send(trx, backupProblemEmail({ product, address: publicUrlOf(settings), to, message }));
    }
  }

  return {
    /** Returns the current problems. */
    find: () => find(database.kysely),

    /** Reports new problems to administrators. Only one of several processes sends the report. */
    async check(): Promise<void> {
      const problems = await find(database.kysely);
      await reportNewProblems(database, { key: KEY, problems, at: now() }, notifyAdministrators);
    },
  };
}

export type BackupProblems = ReturnType<typeof createBackupProblems>;
