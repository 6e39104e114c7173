import { type Dialect, Kysely, sql } from 'kysely';
import { type AppError, OperatorError } from '#server/core/errors';
import type { ReadReplica } from './dialects/postgres-replica.ts';
import type { OpenedDialect } from './dialects/dialect.ts';
import { assertSameVersion, runMigrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';
import { inTransaction } from './transaction.ts';
import { type WriteWatch, createWriteWatch, isWriteRejected } from './write-watch.ts';

export interface Database {
  /** The handle that repositories use, or a transaction of it. */
  readonly kysely: Kysely<Schema>;
  /**
   * A handle for short transactions of requests. On SQLite those that are concurrent share a commit. Each of them is stored as a whole or
   * not at all.
   */
  readonly shared: Kysely<Schema>;
  /**
   * A handle for data that may be lost in a power failure, but not when the process ends: locks, progress, upload parts. On SQLite
   * its commits do not wait for the disk.
   */
  readonly relaxed: Kysely<Schema>;
  /**
   * Returns a handle for reads that may be a second old: the replica while it is up to date, else `kysely`. Reads that must agree use one
   * returned handle. It runs no transactions.
   */
  reads(): Kysely<Schema>;
  /** The replica of `reads`, if there is one. */
  readonly replica?: Pick<ReadReplica, 'problem'>;
  readonly dialect: OpenedDialect;
  /** Tracks whether the database accepts changes. */
  readonly writes: WriteWatch;
  /** @throws AppError 503 with the reason if it is known, else the driver's error */
  ping(): Promise<void>;
  /** Returns the known error for a driver's error; undefined for programming errors. */
  explain(error: unknown): AppError | undefined;
  close(): Promise<void>;
}

/** Imports the dialect of a URL. The driver of the other database is not loaded. */
async function openDialect(url: string): Promise<OpenedDialect> {
  if (url.startsWith('file:')) return (await import('./dialects/sqlite.ts')).openSqlite(url);
  if (/^postgres(ql)?:\/\//.test(url)) return (await import('./dialects/postgres.ts')).openPostgres(url);
  throw new Error('DATABASE_URL must begin with file: or postgres://');
}

/** The key of the settings row with the time of the last write probe. */
const LAST_PROBE = 'last_write_probe';

/** Writes a row without meaning. @throws the driver's error if the database accepts no changes */
export async function probeWrites({ relaxed }: Pick<Database, 'relaxed'>): Promise<void> {
  const now = new Date().toISOString();
  const value = JSON.stringify(now);
  await relaxed
    .insertInto('settings')
    .values({ key: LAST_PROBE, value, changed_at: now, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value, changed_at: now }))
    .execute();
}

/** Loads the code of a replica only if there is one, because it needs the driver. */
const openReplica = async (
  url: string | undefined,
  kysely: Kysely<Schema>,
): Promise<ReadReplica | undefined> =>
  url === undefined
    ? undefined
    : (await import('./dialects/postgres-replica.ts')).openReadReplica(url, kysely);

/**
 * Opens `file:PATH` or `postgres://…`. Creates no tables; `migrate` does.
 * @param replicaUrl the URL of a PostgreSQL replica of the database
 * @throws Error if the database cannot be reached
 */
export async function openDatabase(url: string, replicaUrl?: string): Promise<Database> {
  const dialect = await openDialect(url);
  const kysely = new Kysely<Schema>({ dialect: dialect.kysely });
  const handleOf = (kind: Dialect | undefined) => (kind ? new Kysely<Schema>({ dialect: kind }) : kysely);
  const relaxedKysely = handleOf(dialect.relaxed);
  const ping = async () => {
    dialect.assertWhole();
    await sql`select 1`.execute(kysely);
  };
  const writes = createWriteWatch({
    explain: (error) => dialect.explain(error),
    probe: () => probeWrites({ relaxed: relaxedKysely }),
    renew: () => dialect.renew(),
  });
  const explain = (error: unknown) => {
    const explainedError = dialect.explain(error);
    if (explainedError && isWriteRejected(explainedError)) writes.reportError(explainedError);
    return explainedError;
  };
  const replica = await openReplica(replicaUrl, kysely);
  const close = async () => {
    await writes.close();
    await replica?.close();
    await kysely.destroy();
    await dialect.close();
  };
  try {
    await ping();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    kysely,
    shared: handleOf(dialect.shared),
    relaxed: relaxedKysely,
    reads: () => (replica?.isFresh() ? replica.kysely : kysely),
    ...(replica && { replica }),
    dialect,
    writes,
    ping,
    close,
    explain,
  };
}

/**
 * Migrates the tables to this version. Several processes can call it concurrently. A database that is up to date may be read-only.
 * @throws OperatorError if a migration is needed but the database accepts no changes
 */
export async function migrate(database: Database): Promise<void> {
  const { kysely, dialect, writes } = database;
  try {
    await runMigrations(kysely, dialect);
  } catch (error) {
    if (dialect.explain(error)?.status !== 507) throw error;
    throw new OperatorError(
      'The database must be migrated to this version, but its disk is full or read-only. ' +
        'Free space or make it writable, then start again.',
    );
  }
  await writes.runWhenWritable(() => inTransaction(database, (trx) => dialect.correctStatistics(trx)));
}

/** Checks that the tables have this version, and changes nothing. @throws OperatorError if not */
export function assertMigrated(database: Database): Promise<void> {
  return assertSameVersion(database.kysely);
}
