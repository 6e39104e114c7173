import { Kysely, sql } from 'kysely';
import type { AppError } from '#server/errors';
import type { OpenedDialect } from './dialects/dialect.ts';
import { refuseOtherVersions, runMigrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

export interface Database {
  /** The only handle repositories get, or a transaction of it. */
  readonly kysely: Kysely<Schema>;
  /**
   * The same for what may be lost with the power of the machine, though not with the process: locks, progress, parts of uploads. On
   * SQLite its commits do not wait for the disk.
   */
  readonly relaxed: Kysely<Schema>;
  readonly dialect: OpenedDialect;
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

/** Opens `file:PATH` or `postgres://…`. Creates no tables: `migrate` does. @throws when it cannot be reached. */
export async function openDatabase(url: string): Promise<Database> {
  const dialect = await openDialect(url);
  const kysely = new Kysely<Schema>({ dialect: dialect.kysely });
  const relaxed = dialect.relaxed ? new Kysely<Schema>({ dialect: dialect.relaxed }) : kysely;
  const ping = async () => {
    dialect.assertWhole();
    await sql`select 1`.execute(kysely);
  };
  const close = async () => {
    await kysely.destroy();
    await dialect.close();
  };
  try {
    await ping();
  } catch (error) {
    await close();
    throw error;
  }
  return { kysely, relaxed, dialect, ping, close, explain: (error) => dialect.explain(error) };
}

/** Brings the tables up to date; safe when several processes start at once. */
export function migrate(database: Database): Promise<void> {
  return runMigrations(database.kysely, database.dialect);
}

/** Looks whether the tables are those of this version, and changes nothing. @throws OperatorError when they are not */
export function assertMigrated(database: Database): Promise<void> {
  return refuseOtherVersions(database.kysely);
}
