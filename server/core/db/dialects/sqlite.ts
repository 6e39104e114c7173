import BetterSqlite from 'better-sqlite3';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler, sql } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { type AppError, appError, unavailable } from '#server/core/errors';
import type { OpenedDialect } from './dialect.ts';
import { moveErrorOf } from './capture.ts';
import { sqliteCapture } from './sqlite-capture.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { createFileCheck } from './sqlite-file.ts';
import { mergeFullText } from './sqlite-full-text.ts';
import { asPhrase, idsContaining } from './sqlite-book-words.ts';
import { correctStatistics } from './sqlite-statistics.ts';
import { newestInSqlite } from './sqlite-newest.ts';
import { openConnections } from './sqlite-renewable.ts';
import { sqlitePath } from './sqlite-path.ts';
import { createIntegrityWatch, damagedError } from './sqlite-integrity.ts';

/**
 * Adds `+` to parameters. SQLite plans a statement again when the value of a plain parameter changes that is compared with a column.
 * This takes longer than a short query.
 */
class QueryCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Allows concurrent statements. Kysely would run one at a time, but the driver decides which of them wait. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(database: BetterSqlite.Database, driver: SqliteDriver) {
    super({ database });
    this.#driver = driver;
  }

  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }

  override createDriver(): SqliteDriver {
    return this.#driver;
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new QueryCompiler();
  }
}

function explain(error: unknown): AppError | undefined {
  if (!(error instanceof BetterSqlite.SqliteError)) return undefined;
  if (error.code === 'SQLITE_CONSTRAINT_TRIGGER') return moveErrorOf(error.message);
  if (/^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/.test(error.code)) return appError(knownErrors.databaseFull);
  if (error.code === 'SQLITE_READONLY') return appError(knownErrors.databaseReadOnly);
  if (/^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(error.code))
    return unavailable(knownErrors.databaseSilent);
  return undefined;
}

/** Returns the message of the database about a damaged page, also from another thread; undefined for other errors. */
function damageMessage(error: unknown): string | undefined {
  const isDamaged = error instanceof Error && /database disk image is malformed|file is not a database/;
  return isDamaged ? isDamaged.exec(error.message)?.[0] : undefined;
}

/** Returns the messages of the full check, which includes indexes and references. */
function findDamage(database: BetterSqlite.Database): string[] {
  try {
    const pages = database.pragma('integrity_check(20)') as { integrity_check: string }[];
    const references = database.pragma('foreign_key_check') as { table: string; rowid: number }[];
    return [
      ...pages.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...references.map(({ table, rowid }) => `row ${rowid} of ${table} refers to nothing`),
    ];
  } catch (error) {
    const damage = damageMessage(error);
    if (damage === undefined) throw error;
    return [damage];
  }
}

/** Opens a database at a `file:PATH` URL. A missing folder is created. */
export function openSqlite(url: string): OpenedDialect {
  const path = sqlitePath(url);
  const connections = openConnections(path, () => assertWhole());
  const assertPresent = createFileCheck(path);
  const integrity = createIntegrityWatch(path);

  function assertWhole(): void {
    assertPresent();
    connections.flush.assertWorks();
    const damage = integrity.damage();
    if (damage !== undefined) throw damagedError(damage);
  }

  return {
    kysely: new Dialect(connections.database(), new SqliteDriver(connections, 'alone')),
    shared: new Dialect(connections.database(), new SqliteDriver(connections, 'shared')),
    relaxed: new Dialect(connections.database(), new SqliteDriver(connections, 'relaxed')),
    engine: 'sqlite',
    capture: sqliteCapture,
    lockMigrations: async () => undefined,
    async gatherStatistics(db) {
      await sql`analyze`.execute(db);
      await correctStatistics(db);
    },
    correctStatistics,
    idsContaining,
    // The index of trigrams would read the books of each three characters, which can be all books.
    idsContainingBy: (entries, foldedText) =>
      sql`select rowid as id from book_beginnings where book_beginnings match ${entries.map(asPhrase).join(' ')}
        and exists (select 1 from book_search where book_id = book_beginnings.rowid and instr(search_key, ${foldedText}) > 0)`,
    idsBeginning: (prefix) =>
      sql`select rowid as id from book_beginnings where book_beginnings match ${asPhrase(prefix)}`,
    authorsContaining: (foldedText) =>
      sql`select rowid from author_trigrams where author_trigrams match ${asPhrase(foldedText)}`,
    recordsContaining: (table, foldedText) => {
      const index = sql.table(`${table}_trigrams`);
      return sql`select rowid as id from ${index} where ${index} match ${asPhrase(foldedText)}`;
    },
    phrasesBeginning: (query) =>
      sql`select rowid as id from book_phrases where book_phrases match ${`${asPhrase(query)} *`}`,
    mergeSearch: mergeFullText,
    narrowBooks: sql`books indexed by books_by_id`,
    newestOf: newestInSqlite,
    readIds: (query, { isSlow = false } = {}) => connections.idReader().read(query, isSlow),
    async reserveIds(db, table, count) {
      await sql`
        insert into sqlite_sequence (name, seq) select ${table}, 0
        where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
      const { rows } = await sql<{ id: number }>`
        update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq as id`.execute(
        db,
      );
      const last = rows[0]?.id;
      if (last === undefined) throw new Error(`No sequence for ${table}.`);
      return Array.from({ length: count }, (_, index) => last - count + 1 + index);
    },
    // Not needed, because writing transactions run one after the other.
    retainsRows: () => sql``,
    skipLocked: () => sql``,
    // Not needed: the write lock is taken at the start, and the driver waits for it.
    isRetryable: () => false,
    onWaitingWrite: connections.queue.onWait,
    explain(error) {
      const damage = damageMessage(error);
      if (damage === undefined) return explain(error);
      integrity.report(damage);
      return damagedError(damage);
    },
    assertWhole,
    watchForDamage: (onDamage, delayMs = 0) => integrity.start(onDamage, delayMs),
    integrityCheck: () => integrity.state(),
    findDamage: async () => findDamage(connections.database()),
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: number }>`
        select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()
      `.execute(db);
      return { name: `SQLite ${rows[0]?.version}`, bytes: rows[0]?.bytes ?? null };
    },
    renew: () => connections.renew(),
    async close() {
      integrity.close();
      await connections.close();
    },
  };
}
