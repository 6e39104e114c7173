import { type Database, openDatabase } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { createBackupJob } from '#server/features/backup/backup.jobs';
import { type TestBlobStore, openTestBlobStore } from './blob-stores.ts';
import { type TestApp, buildTestApp } from './build-test-app.ts';
import type { Engine } from './databases.ts';

export interface BackupSetup {
  readonly api: TestApp;
  readonly database: Database;
  readonly store: TestBlobStore;
  /** The backup destination. */
  readonly destination: TestBlobStore;
  close(): Promise<void>;
}

/** Opens a catalogue and an empty backup destination with the same type of storage. */
export async function openBackupSetup(
  engine: Engine,
  kind: 'folder' | 's3',
  passphrase?: string,
): Promise<BackupSetup> {
  const { url, remove } = await engine.createMigratedUrl();
  const store = await openTestBlobStore(kind);
  const destination = await openTestBlobStore(kind);
  const database = await openDatabase(url);
  const api = await buildTestApp(database, store.blobs, {
    databaseUrl: url,
    blobStoreUrl: store.url,
    backupStoreUrl: destination.url.replace('s3://blobs?', 's3://blobs/nightly?'),
    backupPassphrase: passphrase,
  });
  return {
    api,
    database,
    store,
    destination,
    async close() {
      await api.close();
      await database.close();
      await store.close();
      await destination.close();
      await remove();
    },
  };
}

interface Run {
  readonly jobId: number;
  /** Interrupts the job before it is done, as if the process were killed. */
  readonly isCut?: boolean;
  readonly isScheduled?: boolean;
  /** Another backup destination. */
  readonly backupStoreUrl?: string;
}

/** Runs a backup job in progress like a worker. @throws AppError when it fails */
export async function runBackupJob(
  { api, database }: BackupSetup,
  { jobId, isCut = false, isScheduled = false, backupStoreUrl = api.config.backupStoreUrl }: Run,
) {
  const job = createBackupJob({
    database,
    config: { ...api.config, backupStoreUrl },
    settings: api.settings,
    version: '0.0.0',
    onWritten: async () => undefined,
  });
  const progress: number[] = [];
  const row = await database.kysely
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const outcome = await job.run({
    jobId,
    subjectId: row.subject_id,
    payload: { isScheduled },
    userId: row.user_id,
    attempt: 1,
    signal: new AbortController().signal,
    progress: (fraction) => void progress.push(fraction),
  });
  if (isCut) return { progress, outcome };
  await inTransaction(database, async (trx) => outcome.commit?.(trx));
  await database.kysely.updateTable('jobs').set({ state: 'done' }).where('id', '=', jobId).execute();
  return { progress, outcome };
}

export const backupKinds = [
  ['SQLite', 'folder', undefined],
  ['PostgreSQL', 's3', 'correct horse battery staple'],
] as const;
