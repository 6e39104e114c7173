import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { backupJobKind } from '#contract/backup/backup';
import type { Config } from '#server/app/config';
import type { Database } from '#server/core/db/open';
import { runInChild } from '#server/core/jobs/child';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import type { Settings } from '#server/core/settings/settings';
import { recordBackup } from '#server/features/system/last-backup';
import { type BackupOrder, backupResult } from './backup-order.ts';
import { findProtected } from './protected-backup.ts';
import { removeBackup } from './remove-backup.ts';
import { expiredBackups } from './retention.ts';
import { serverModule } from '#server/core/server-module';

const HOUR_MS = 3_600_000;
/** The limits allow for many files and a slow destination. */
const limits = { time: 24 * HOUR_MS, silence: HOUR_MS, heap: 512, memory: 768 };

export interface BackupJobDeps {
  readonly database: Database;
  readonly config: Pick<
    Config,
    'databaseUrl' | 'blobStoreUrl' | 'blobTimeoutMs' | 'backupStoreUrl' | 'backupPassphrase'
  >;
  readonly settings: Pick<Settings, 'values'>;
  /** The product version. */
  readonly version: string;
  /** Called after each backup. */
  readonly onWritten: (isScheduled: boolean) => Promise<void>;
}

/** Returns a unique name such as `2026-11-27T02-00-00-1f0c9e7d.backup`. Backups of other databases have different names. */
const newName = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.backup`;

/** Creates the job that writes a backup to the backup destination. One job runs at a time, because all have the same subject. */
export function createBackupJob({
  database,
  config,
  settings,
  version,
  onWritten,
}: BackupJobDeps): JobHandler {
  const { kysely: db } = database;
  const child = serverModule('features/backup/backup-child');

  /** Deletes the backups of interrupted attempts. No other attempt runs at the same time. */
  async function removeUnfinished(): Promise<void> {
    const rows = await db.selectFrom('backups').select('name').where('finished_at', 'is', null).execute();
    for (const { name } of rows) await removeBackup(database, config.backupStoreUrl, name);
  }

  /** Deletes expired nightly backups except the protected one. Only users delete other backups. */
  async function removeExpired(): Promise<void> {
    const protectedId = await findProtected(db);
    const rows = await db
      .selectFrom('backups')
      .select(['id', 'name', 'created_at'])
      .where('finished_at', 'is not', null)
      .where('is_scheduled', '=', 1)
      .execute();
    for (const { id, name } of expiredBackups(rows, settings.values().backup_time_zone))
      if (id !== protectedId) await removeBackup(database, config.backupStoreUrl, name);
  }

  async function begin(userId: number | null, isScheduled: boolean): Promise<string> {
    const now = new Date();
    const name = newName(now);
    await db
      .insertInto('backups')
      .values({
        name,
        created_at: now.toISOString(),
        finished_at: null,
        duration_ms: 0,
        bytes: 0,
        added_bytes: 0,
        rows: 0,
        files: 0,
        file_bytes: 0,
        missing_files: 0,
        is_encrypted: config.backupPassphrase === undefined ? 0 : 1,
        is_scheduled: isScheduled ? 1 : 0,
        user_id: userId,
        home_hash: null,
        tested_at: null,
        test_error: null,
      })
      .execute();
    return name;
  }

  return defineJob({
    kind: backupJobKind,
    weight: 'heavy',
    payload: z.object({ isScheduled: z.boolean().default(false) }),
    async run({ userId, payload, signal, progress }) {
      const startedAt = performance.now();
      await removeUnfinished();
      const name = await begin(userId, payload.isScheduled);
      const { databaseUrl, blobStoreUrl, blobTimeoutMs, backupStoreUrl, backupPassphrase } = config;
      const order: BackupOrder = {
        databaseUrl,
        blobStoreUrl,
        blobTimeoutMs,
        backupStoreUrl,
        passphrase: backupPassphrase,
        version,
        name,
      };
      const output = await runInChild(child, order, { signal, progress, limits, sandbox: 'none' });
      const result = backupResult.parse(output);
      return {
        result: { name, bytes: result.bytes, missing_files: result.missing },
        async commit(trx) {
          await trx
            .updateTable('backups')
            .set({
              created_at: result.createdAt,
              finished_at: new Date().toISOString(),
              duration_ms: Math.round(performance.now() - startedAt),
              bytes: result.bytes,
              added_bytes: result.addedBytes,
              rows: result.rows,
              files: result.files,
              file_bytes: result.fileBytes,
              missing_files: result.missing,
              home_hash: result.homeHash ?? null,
            })
            .where('name', '=', name)
            .executeTakeFirstOrThrow();
          await recordBackup(trx, name);
        },
        async afterCommit() {
          await removeExpired();
          await onWritten(payload.isScheduled);
        },
        discard: () => removeBackup(database, backupStoreUrl, name),
      };
    },
  });
}
