import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { refusals } from '#contract/refusals';
import { type AppError, refused, unavailable } from '#server/errors';
import type { OpenedDialect } from './dialect.ts';
import { createFileCheck } from './sqlite-file.ts';
import { mergeFullText } from './sqlite-full-text.ts';
import { createIdReader } from './sqlite-id-reader.ts';
import { createIntegrityWatch, damaged } from './sqlite-integrity.ts';

const BUSY_MS = 5_000;
/** Between two attempts to take the lock that another process has. */
const RETRY_MS = 3;
const MAX_PREPARED = 500;
/** As Kysely's driver says it. */
const COMMIT = 'commit';

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

type KeptStatement = SqliteStatement & Pick<BetterSqlite.Statement, 'readonly'>;

/**
 * Kysely prepares again for each call; preparing is most of the cost of a short query, so statements are kept by their text.
 * `beforeWrite` is called before what begins a write and before what makes it last, and may throw.
 */
function withPreparedStatements(database: BetterSqlite.Database, beforeWrite: () => void): SqliteDatabase {
  const kept = new LRUCache<string, KeptStatement>({ max: MAX_PREPARED });

  function statementOf(text: string): KeptStatement {
    const known = kept.get(text);
    if (known) return known;
    const statement = database.prepare(text) as unknown as KeptStatement;
    kept.set(text, statement);
    return statement;
  }

  return {
    close: () => database.close(),
    prepare(text) {
      const statement = statementOf(text);
      if (database.inTransaction ? text === COMMIT : !statement.readonly) beforeWrite();
      return statement;
    },
  };
}

/**
 * While another process has the lock that a statement needs, waits for it without holding up the other requests of this one.
 * Inside a transaction there is nothing to wait for: it has the lock.
 */
function withPatience(connection: DatabaseConnection, database: BetterSqlite.Database): DatabaseConnection {
  async function executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + BUSY_MS;
    for (;;) {
      try {
        return await connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || database.inTransaction || performance.now() > deadline) throw error;
      }
      await setTimeout(RETRY_MS);
    }
  }
  return { executeQuery, streamQuery: (query, size) => connection.streamQuery(query, size) };
}

class Driver extends SqliteDriver {
  readonly #database: BetterSqlite.Database;
  #connection: DatabaseConnection | undefined;

  constructor(database: BetterSqlite.Database, beforeWrite: () => void) {
    super({ database: withPreparedStatements(database, beforeWrite) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= withPatience(await super.acquireConnection(), this.#database));
  }

  /** Takes the write lock at once: a transaction that reads first could not get it later without starting again. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** After a full disk SQLite has rolled back by itself, and a second time would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite plans a statement again whenever another value is bound to a parameter that it compares with a column, which takes longer
 * than a short query. It looks at plain parameters only.
 */
class QueryCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class Dialect extends SqliteDialect {
  readonly #database: BetterSqlite.Database;
  readonly #beforeWrite: () => void;

  constructor(database: BetterSqlite.Database, beforeWrite: () => void) {
    super({ database });
    this.#database = database;
    this.#beforeWrite = beforeWrite;
  }

  override createDriver(): SqliteDriver {
    return new Driver(this.#database, this.#beforeWrite);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new QueryCompiler();
  }
}

function open(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new BetterSqlite(path, { timeout: BUSY_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Negative means KiB: enough for the inner pages of every index of a large catalogue.
  database.pragma('cache_size = -32000');
  database.pragma('temp_store = MEMORY');
  // So that looking at a large table takes no time.
  database.pragma('analysis_limit = 1000');
  // From here on `withPatience` waits.
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
  const database = open(path);
  const reader = createIdReader(path);
  const assertPresent = createFileCheck(path);
  const integrity = createIntegrityWatch(path);

  function assertWhole(): void {
    assertPresent();
    const damage = integrity.damage();
    if (damage !== undefined) throw damaged(damage);
  }

  return {
    kysely: new Dialect(database, assertWhole),
    engine: 'sqlite',
    lockMigrations: async () => undefined,
    async gatherStatistics(db) {
      await sql`analyze`.execute(db);
    },
    idsContaining: (folded) =>
      sql`select rowid as id from book_trigrams where book_trigrams match ${asPhrase(folded)}`,
    // The index passes through the books of each three characters, which of some are all books.
    idsContainingBy: (rarePart, folded) =>
      sql`select rowid as id from book_trigrams where book_trigrams match ${asPhrase(rarePart)}
        and exists (select 1 from book_search where book_id = book_trigrams.rowid and instr(search_key, ${folded}) > 0)`,
    idsBeginning: (beginning) =>
      sql`select rowid as id from book_beginnings where book_beginnings match ${asPhrase(beginning)}`,
    mergeSearch: mergeFullText,
    narrowBooks: sql`books indexed by books_by_id`,
    // The index gives the highest first. Where these are all, nothing is left to be counted.
    newestOf: (ids, limit) => sql`
      with newest(id) as materialized (${ids} order by 1 desc limit ${limit + 1}),
        seen(number) as materialized (select count(*) from newest)
      select (select revision from catalogue) as revision,
        case when number > ${limit} then (select count(*) from (${ids})) else number end as total,
        (select string_agg(cast(id as text), ',') from (select id from newest limit ${limit})) as ids,
        null as keys
      from seen`,
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
      try {
        // What has grown much since it was last looked at, the planner sees again.
        database.pragma('optimize');
      } catch {
        // Another process is writing, or the disk is full: it can be done the next time.
      }
    },
  };
}
