import { Kysely, sql } from 'kysely';
import { type AppError, OperatorError } from '#server/core/errors';
import type { OpenedDialect } from './dialects/dialect.ts';
import { assertSameVersion, runMigrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';
import { inTransaction } from './transaction.ts';
import { type WriteWatch, createWriteWatch, isWriteRejected } from './write-watch.ts';

export interface Database {
  /** The only handle repositories get, or a transaction of it. */
  readonly kysely: Kysely<Schema>;
  /**
   * The same for what may be lost with the power of the machine, though not with the process: locks, progress, parts of uploads. On
   * SQLite its commits do not wait for the disk.
   */
  readonly relaxed: Kysely<Schema>;
  readonly dialect: OpenedDialect;
  /** Reports whether the database is writable, as far as is known. */
  readonly writes: WriteWatch;
  /** @throws AppError 503 with the reason when it is known, else the driver's error */
  ping(): Promise<void>;
  /** The named failure behind a driver's error; undefined for what is nobody's fault but ours. */
  explain(error: unknown): AppError | undefined;
  close(): Promise<void>;
}

/** Drivers are loaded when their database is asked for: a server on SQLite never loads the other one. */
async function openDialect(url: string): Promise<OpenedDialect> {
  if (url.startsWith('file:')) return (await import('./dialects/sqlite.ts')).openSqlite(url);
  if (/^postgres(ql)?:\/\//.test(url)) return (await import('./dialects/postgres.ts')).openPostgres(url);
  throw new Error('DATABASE_URL must begin with file: or postgres://');
}

/** Beside the settings: when a change was last tried only to see whether it is taken. */
const LAST_PROBE = 'last_write_probe';

/** Makes a change that means nothing. @throws the driver's error when the database takes none */
export async function probeWrites({ relaxed }: Pick<Database, 'relaxed'>): Promise<void> {
  const now = new Date().toISOString();
  const value = JSON.stringify(now);
  await relaxed
    .insertInto('settings')
    .values({ key: LAST_PROBE, value, changed_at: now, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value, changed_at: now }))
    .execute();
}

/** Opens `file:PATH` or `postgres://…`. Creates no tables: `migrate` does. @throws when it cannot be reached. */
export async function openDatabase(url: string): Promise<Database> {
  const dialect = await openDialect(url);
  const kysely = new Kysely<Schema>({ dialect: dialect.kysely });
  const relaxed = dialect.relaxed ? new Kysely<Schema>({ dialect: dialect.relaxed }) : kysely;
  const ping = async () => {
    dialect.assertWhole();
    await sql`select 1`.execute(kysely);
  };
  const writes = createWriteWatch({
    explain: (error) => dialect.explain(error),
    probe: () => probeWrites({ relaxed }),
    renew: () => dialect.renew(),
  });
  const explain = (error: unknown) => {
    const explained = dialect.explain(error);
    if (explained && isWriteRejected(explained)) writes.note(explained);
    return explained;
  };
  const close = async () => {
    await writes.close();
    await kysely.destroy();
    await dialect.close();
  };
  try {
    await ping();
  } catch (error) {
    await close();
    throw error;
  }
  return { kysely, relaxed, dialect, writes, ping, close, explain };
}

/**
 * Brings the tables up to date; safe when several processes start at once. A database whose tables are up to date may take no changes.
 * @throws OperatorError when it takes none and is not up to date
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
  await writes.whenTaken(() => inTransaction(database, (trx) => dialect.correctStatistics(trx)));
}

/** Looks whether the tables are those of this version, and changes nothing. @throws OperatorError when they are not */
export function assertMigrated(database: Database): Promise<void> {
  return assertSameVersion(database.kysely);
}
