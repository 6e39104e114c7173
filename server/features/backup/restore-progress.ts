import { formatBytes } from '#contract/core/format-bytes';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { sqlitePath } from '#server/core/db/dialects/sqlite-path';
import { createTables, restoreTable, tableNames } from '#server/core/db/migrations/migrations';
import type { Schema } from '#server/core/db/schema';
import { OperatorError } from '#server/core/errors';
import { createWorkerName, hasEnded } from '#server/core/jobs/worker-name';
import type { Header } from './archive-format.ts';
import type { RestoreTarget } from './restore-target.ts';

/** The space for indexes and for the database log during the restore. */
const DATABASE_FACTOR = 2;
/** Exceeds the time for the largest table, because SQLite cannot renew the lease during its transaction. */
const LEASE_MS = 300_000;
const RENEW_MS = 5_000;

interface Progress {
  readonly archive_id: string;
  readonly are_rows_restored: number;
  /** Another process can continue the restore after this time, or when the owner has ended. */
  readonly lease_until: string;
  readonly lease_owner: string;
}

async function readProgress(db: Kysely<Schema>): Promise<Progress | undefined> {
  const { rows } =
    await sql<Progress>`select archive_id, are_rows_restored, lease_until, lease_owner from ${sql.table(restoreTable)}`.execute(
      db,
    );
  return rows[0];
}

const leaseEnd = (): string => new Date(Date.now() + LEASE_MS).toISOString();

/** Acquires the lease of a restore. @returns a function that releases it @throws OperatorError when another process owns it */
async function takeLease(db: Kysely<Schema>): Promise<() => Promise<void>> {
  const runningError = new OperatorError(
    'Another process restores a backup into this database. If it was killed on another machine, try again in 5 minutes.',
  );
  const progress = await readProgress(db);
  if (!progress) throw runningError;
  if (progress.lease_until > new Date().toISOString() && !hasEnded(progress.lease_owner)) throw runningError;
  const owner = createWorkerName();
  const { numAffectedRows } = await sql`
    update ${sql.table(restoreTable)} set lease_until = ${leaseEnd()}, lease_owner = ${owner}
    where lease_owner = ${progress.lease_owner}`.execute(db);
  if (numAffectedRows !== 1n) throw runningError;
  const setLease = (until: string) =>
    sql`update ${sql.table(restoreTable)} set lease_until = ${until} where lease_owner = ${owner}`.execute(
      db,
    );
  const timer = setInterval(() => void setLease(leaseEnd()).catch(() => undefined), RENEW_MS);
  return async () => {
    clearInterval(timer);
    // The table does not exist after a complete restore.
    await setLease('').catch(() => undefined);
  };
}

async function assertStoreIsEmpty({ blobs }: RestoreTarget): Promise<void> {
  for (const list of [blobs.list(), blobs.retained.list()])
    for await (const { key } of list)
      throw new OperatorError(`The file storage isn’t empty (it has ${key}). Restore into an empty one.`);
}

async function assertFreeSpace({ databaseUrl, scratchFolder }: RestoreTarget, header: Header): Promise<void> {
  const databaseFolder = databaseUrl.startsWith('file:') ? dirname(sqlitePath(databaseUrl)) : undefined;
  const requiredBytes = databaseFolder
    ? header.database_bytes * DATABASE_FACTOR + header.files.bytes
    : header.files.bytes;
  const { bavail, bsize } = await statfs(databaseFolder ?? scratchFolder);
  const free = bavail * bsize;
  if (free < requiredBytes)
    throw new OperatorError(
      `The restore needs ${formatBytes(requiredBytes)}, and the disk has ${formatBytes(free)} free.`,
    );
}

/**
 * Creates the tables of the target with the schema version of the archive.
 * @throws OperatorError when the target is not empty, contains a restore of another archive, or the archive has a newer version
 */
export async function beginRestore(
  target: RestoreTarget,
  header: Header,
): Promise<{ readonly areRowsRestored: boolean; readonly release: () => Promise<void> }> {
  const { kysely, dialect } = target.database;
  const names = await tableNames(kysely);
  if (names.has(restoreTable)) {
    const progress = await readProgress(kysely);
    if (progress?.archive_id !== header.id)
      throw new OperatorError(
        'The restore of another backup into this database didn’t finish. Use an empty database.',
      );
    return { areRowsRestored: progress.are_rows_restored === 1, release: await takeLease(kysely) };
  }
  if (names.size > 0)
    throw new OperatorError('The database isn’t empty. Restore into an empty one, or use --into FOLDER.');
  await assertStoreIsEmpty(target);
  await assertFreeSpace(target, header);
  await createTables(kysely, dialect, { migrations: header.migrations, archiveId: header.id });
  return { areRowsRestored: false, release: await takeLease(kysely) };
}

export async function markRowsRestored(db: Kysely<Schema>): Promise<void> {
  await sql`update ${sql.table(restoreTable)} set are_rows_restored = 1`.execute(db);
}

/** Marks the restore as complete, so servers can use the database. */
export async function endRestore(db: Kysely<Schema>): Promise<void> {
  await sql`drop table ${sql.table(restoreTable)}`.execute(db);
}
