import type { Transaction } from 'kysely';
import { type Backup, type BackupList, backupJobKind, restoreTestKind } from '#contract/backup/backup';
import { knownErrors } from '#contract/core/errors';
import { jobMessages } from '#contract/jobs/jobs';
import { allPermissions } from '#contract/core/permissions';
import type { Config } from '#server/app/config';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { BackupRow } from '#server/core/db/tables/backups';
import { inTransaction } from '#server/core/db/transaction';
import { appError, forbidden, notFound } from '#server/core/errors';
import { type JobQueue, findInProgress } from '#server/core/jobs/job-queue';
import { describeStore } from '#server/features/system/where';
import type { Settings } from '#server/core/settings/settings';
import type { BackupProblems } from './backup-problems.ts';
import { backupSubject } from './backup-subject.ts';
import { openBackupStore } from './backup-store.ts';
import { readMoveStatus } from './move/move-status.ts';
import { findProtected } from './protected-backup.ts';
import { removeBackup } from './remove-backup.ts';
import { nextBackup } from './schedule.ts';

interface BackupServiceDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly settings: Pick<Settings, 'values'>;
  readonly problems: Pick<BackupProblems, 'find'>;
  readonly config: Pick<Config, 'backupStoreUrl' | 'backupPassphrase'>;
}

interface Request {
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

type ListedRow = BackupRow & { readonly user_name: string | null };

const present = (row: ListedRow, protectedId: number | undefined): Backup => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
  duration_ms: row.duration_ms,
  bytes: row.bytes,
  added_bytes: row.added_bytes,
  rows: row.rows,
  files: row.files,
  file_bytes: row.file_bytes,
  missing_files: row.missing_files,
  is_encrypted: row.is_encrypted === 1,
  is_scheduled: row.is_scheduled === 1,
  is_protected: row.id === protectedId,
  tested_at: row.tested_at,
  test_error: row.test_error,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
});

/** Rejects users without all permissions, because a backup contains all data. @throws AppError 403 */
function assertAllPermissions({ permissions }: SessionUser): void {
  if (!allPermissions.every((permission) => permissions.has(permission))) throw forbidden();
}

/** Lists, starts, opens and deletes backups at the backup destination. */
export function createBackupService({ database, jobs, settings, problems, config }: BackupServiceDeps) {
  const { kysely: db } = database;
  const finishedBackups = () => db.selectFrom('backups').where('finished_at', 'is not', null);

  async function find(id: number): Promise<BackupRow> {
    const row = await finishedBackups().selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('backup');
    return row;
  }

  /** Returns the failure of the last backup; null if a later backup was completed. */
  async function findLastFailure(): Promise<BackupList['last_failure']> {
    const job = await db
      .selectFrom('jobs')
      .select(['finished_at as at', 'error'])
      .where('kind', '=', backupJobKind)
      .where('state', '=', 'failed')
      .orderBy('finished_at', 'desc')
      .executeTakeFirst();
    if (!job?.at) return null;
    const later = await finishedBackups().select('id').where('finished_at', '>', job.at).executeTakeFirst();
    return later ? null : { at: job.at, message: job.error ?? jobMessages.ourError };
  }

  return {
    /** Returns a page of backups, newest first. */
    async list({ page, items_per_page }: { page: number; items_per_page: number }): Promise<BackupList> {
      const rows = await finishedBackups()
        .leftJoin('users', 'users.id', 'backups.user_id')
        .selectAll('backups')
        .select('users.name as user_name')
        .orderBy('backups.created_at', 'desc')
        .orderBy('backups.id', 'desc')
        .limit(items_per_page)
        .offset((page - 1) * items_per_page)
        .execute();
      const { total } = await finishedBackups()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const job = await findInProgress(db, backupJobKind, backupSubject);
      const protectedId = await findProtected(db);
      return {
        items: rows.map((row) => present(row, protectedId)),
        total,
        destination: describeStore(config.backupStoreUrl),
        is_encrypted: config.backupPassphrase !== undefined,
        job_id: job?.id ?? null,
        test_job_id: (await findInProgress(db, restoreTestKind, backupSubject))?.id ?? null,
        problems: await problems.find(),
        next_at: nextBackup(settings.values()),
        last_failure: await findLastFailure(),
        move: await readMoveStatus(db),
      };
    },

    /** Starts a backup, or a restore test of the newest backup. @returns the id of the new job or of the job in progress */
    start: (kind: typeof backupJobKind | typeof restoreTestKind, { authorize }: Request): Promise<number> =>
      inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        const title = kind === backupJobKind ? 'Backup' : 'Restore test';
        const job = { kind, subjectId: backupSubject, title, payload: {}, userId: user.id };
        const { id } = await jobs.enqueue(job, trx);
        return id;
      }),

    /** Opens a backup for download. @throws AppError 403 without all permissions, 404 for an unknown backup */
    async openForDownload(id: number, user: SessionUser, origin: Origin) {
      const row = await find(id);
      assertAllPermissions(user);
      const store = await openBackupStore(config.backupStoreUrl);
      store.close();
      await recordSecurityEvent(db, {
        kind: 'backup_downloaded',
        userId: null,
        actorId: user.id,
        origin,
        detail: row.name,
      });
      return { name: row.name, location: store.locationOf(row.name), passphrase: config.backupPassphrase };
    },

    /**
     * Deletes a backup. The next backup deletes the file if the process is killed before.
     * @throws AppError 404, 409 for the protected backup
     */
    async remove(id: number, { authorize, origin }: Request): Promise<void> {
      const { name } = await find(id);
      await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        if ((await findProtected(trx)) === id) throw appError(knownErrors.backupProtected);
        await trx.updateTable('backups').set({ finished_at: null }).where('id', '=', id).execute();
        await recordSecurityEvent(trx, {
          kind: 'backup_deleted',
          userId: null,
          actorId: user.id,
          origin,
          detail: name,
        });
      });
      await removeBackup(database, config.backupStoreUrl, name);
    },
  };
}

export type BackupService = ReturnType<typeof createBackupService>;
