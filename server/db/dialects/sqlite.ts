import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler, sql } from 'kysely';
import { refusals } from '#contract/refusals';
import { type AppError, refused, unavailable } from '#server/errors';
import type { OpenedDialect } from './dialect.ts';
import { createCheckpoints } from './sqlite-checkpoints.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { BUSY_MS, type SqliteConnections, SqliteDriver, createTurns } from './sqlite-driver.ts';
import { createFileCheck } from './sqlite-file.ts';
import { createFlush } from './sqlite-flush.ts';
import { mergeFullText } from './sqlite-full-text.ts';
import { correctStatistics } from './sqlite-statistics.ts';
import { createIdReader } from './sqlite-id-reader.ts';
import { newestInSqlite } from './sqlite-newest.ts';
import { createIntegrityWatch, damaged } from './sqlite-integrity.ts';

/**
 * SQLite plans a statement again whenever another value is bound to a parameter that it compares with a column, which takes longer
 * than a short query. It looks at plain parameters only.
 */
class QueryCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Kysely would let one statement through at a time: the driver knows better which have to wait. */
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

function openWriter(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new BetterSqlite(path, { timeout: BUSY_MS });
  database.pragma('journal_mode = WAL');
  // Commits wait for the disk elsewhere (see sqlite-flush.ts).
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  // Negative means KiB: enough for the inner pages of every index of a large catalogue.
  database.pragma('cache_size = -32000');
  database.pragma('temp_store = MEMORY');
  // So that looking at a large table takes no time.
  database.pragma('analysis_limit = 1000');
  // From here on the driver waits.
  database.pragma('busy_timeout = 0');
  return database;
}

/** For reads while the writer is taken. */
function openReader(path: string): BetterSqlite.Database {
  const database = new BetterSqlite(path, { readonly: true, timeout: BUSY_MS });
  database.pragma('cache_size = -8000');
  database.pragma('temp_store = MEMORY');
  // The first read opens the log as well: file and log are the writer's, whatever lies there later.
  database.pragma('schema_version');
  database.pragma('busy_timeout = 0');
  return database;
}

function explain(error: unknown): AppError | undefined {
  if (!(error instanceof BetterSqlite.SqliteError)) return undefined;
  if (error.code === 'SQLITE_FULL' || error.code === 'SQLITE_IOERR_WRITE')
    return refused(refusals.databaseFull);
  if (/^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(error.code))
    return unavailable(refusals.databaseSilent);
  return undefined;
}

/** What the database says of itself when it meets a damaged page, also in the words of another thread. */
function damageIn(error: unknown): string | undefined {
  const found = error instanceof Error && /database disk image is malformed|file is not a database/;
  return found ? found.exec(error.message)?.[0] : undefined;
}

/** What the full check says, indexes and references included. */
function findDamage(database: BetterSqlite.Database): string[] {
  try {
    const pages = database.pragma('integrity_check(20)') as { integrity_check: string }[];
    const references = database.pragma('foreign_key_check') as { table: string; rowid: number }[];
    return [
      ...pages.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...references.map(({ table, rowid }) => `row ${rowid} of ${table} refers to nothing`),
    ];
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return [damage];
  }
}

const asPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** `file:PATH`; the folder is made when it is missing. */
export function openSqlite(url: string): OpenedDialect {
  const path = resolve(decodeURIComponent(url.replace(/^file:(\/\/)?/, '')));
  const database = openWriter(path);
  const reader = createIdReader(path);
  const assertPresent = createFileCheck(path);
  const integrity = createIntegrityWatch(path);

  function assertWhole(): void {
    assertPresent();
    connections.flush.assertWorks();
    const damage = integrity.damage();
    if (damage !== undefined) throw damaged(damage);
  }

  const connections: SqliteConnections = {
    writer: connectSqlite(database, assertWhole),
    // Opens the log, which is flushed below.
    reader: connectSqlite(openReader(path), () => undefined),
    turns: createTurns(),
    checkpoints: createCheckpoints(database, path),
    flush: createFlush(`${path}-wal`),
  };

  return {
    kysely: new Dialect(database, new SqliteDriver(connections, false)),
    relaxed: new Dialect(database, new SqliteDriver(connections, true)),
    engine: 'sqlite',
    lockMigrations: async () => undefined,
    async gatherStatistics(db) {
      await sql`analyze`.execute(db);
      await correctStatistics(db);
    },
    correctStatistics,
    idsContaining: (folded) =>
      sql`select rowid as id from book_trigrams where book_trigrams match ${asPhrase(folded)}`,
    // The index passes through the books of each three characters, which of some are all books.
    idsContainingBy: (rarePart, folded) =>
      sql`select rowid as id from book_trigrams where book_trigrams match ${asPhrase(rarePart)}
        and exists (select 1 from book_search where book_id = book_trigrams.rowid and instr(search_key, ${folded}) > 0)`,
    idsBeginning: (beginning) =>
      sql`select rowid as id from book_beginnings where book_beginnings match ${asPhrase(beginning)}`,
    authorsContaining: (folded) =>
      sql`select rowid from author_trigrams where author_trigrams match ${asPhrase(folded)}`,
    phrasesBeginning: (sought) =>
      sql`select rowid as id from book_phrases where book_phrases match ${`${asPhrase(sought)} *`}`,
    mergeSearch: mergeFullText,
    narrowBooks: sql`books indexed by books_by_id`,
    newestOf: newestInSqlite,
    readIds: (query) => reader.read(query),
    // Transactions that write follow one another anyway.
    keepsRows: () => sql``,
    skipsTaken: () => sql``,
    // The write lock is taken at the start, and waiting for it is the driver's own affair.
    isRetryable: () => false,
    explain(error) {
      const damage = damageIn(error);
      if (damage === undefined) return explain(error);
      integrity.report(damage);
      return damaged(damage);
    },
    assertWhole,
    watchForDamage: () => integrity.start(),
    findDamage: async () => findDamage(database),
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: number }>`
        select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()
      `.execute(db);
      return { name: `SQLite ${rows[0]?.version}`, bytes: rows[0]?.bytes ?? null };
    },
    async close() {
      integrity.close();
      await reader.close();
      await connections.checkpoints.close();
      await connections.flush.close();
      connections.reader.close();
      // Last: it moves the log into the file.
      connections.writer.close();
    },
  };
}
