import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { restoreTestKind } from '#contract/backup/backup';
import type { Config } from '#server/app/config';
import type { Database } from '#server/core/db/open';
import { AppError } from '#server/core/errors';
import { runInChild } from '#server/core/jobs/child';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import { findInProgress } from '#server/core/jobs/job-queue';
import { backupSubject } from './backup-subject.ts';
import { type RestoreTestOrder, restoreTestResult } from './restore-test-order.ts';
import { serverModule } from '#server/core/server-module';

const HOUR_MS = 3_600_000;
const limits = { time: 24 * HOUR_MS, silence: HOUR_MS, heap: 512, memory: 1024 };
/** The lowest CPU priority. */
const NICE = 19;
const PREFIX = 'restore-test-';
const UNKNOWN_REASON = 'The restore test didn’t complete.';

export interface RestoreTestDeps {
  readonly database: Database;
  readonly config: Pick<Config, 'dataDir' | 'backupStoreUrl' | 'backupPassphrase'>;
  /** The product version. */
  readonly version: string;
  /** Called after each test. */
  readonly onTested: () => Promise<void>;
}

/** Deletes the folders of killed restore tests. Must not run during a test. */
async function removeFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Deletes the folders of killed restore tests. Does nothing while a test is in progress, because the test does the same. */
export async function removeRestoreTests(
  { kysely }: Pick<Database, 'kysely'>,
  dataDir: string,
): Promise<void> {
  if (!(await findInProgress(kysely, restoreTestKind, backupSubject))) await removeFolders(dataDir);
}

/** Creates the job that restores the newest backup to a temporary folder and checks it. The result is stored, also after an error. */
export function createRestoreTestJob({ database, config, version, onTested }: RestoreTestDeps): JobHandler {
  const { kysely: db } = database;
  const child = serverModule('features/backup/restore-test-child');

  const findNewest = () =>
    db
      .selectFrom('backups')
      .select(['id', 'name', 'home_hash'])
      .where('finished_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();

  return defineJob({
    kind: restoreTestKind,
    weight: 'heavy',
    payload: z.unknown(),
    async run({ signal, progress }) {
      const backup = await findNewest();
      if (!backup) return { result: { name: null } };
      await removeFolders(config.dataDir);
      const folder = join(config.dataDir, `${PREFIX}${randomUUID()}`);
      const order: RestoreTestOrder = {
        backupStoreUrl: config.backupStoreUrl,
        name: backup.name,
        passphrase: config.backupPassphrase,
        folder,
        homeHash: backup.home_hash ?? undefined,
        version,
      };
      let error: string | null = null;
      try {
        const options = { signal, progress, limits, sandbox: 'none', nice: NICE } as const;
        restoreTestResult.parse(await runInChild(child, order, options));
      } catch (cause) {
        signal.throwIfAborted();
        error = cause instanceof AppError ? cause.message : UNKNOWN_REASON;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      return {
        result: { name: backup.name, error },
        async commit(trx) {
          await trx
            .updateTable('backups')
            .set({ tested_at: new Date().toISOString(), test_error: error })
            .where('id', '=', backup.id)
            .execute();
        },
        afterCommit: onTested,
      };
    },
  });
}
