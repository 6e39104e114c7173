import { PostgresDialect, type PostgresDialectConfig, PostgresDriver, sql } from 'kysely';
import type pg from 'pg';
import { knownErrors } from '#contract/core/errors';
import { type AppError, appError, unavailable } from '#server/core/errors';
import { asPattern } from '../like-pattern.ts';
import { type IdListRow, readIdList } from '../id-list.ts';
import type { OpenedDialect } from './dialect.ts';
import { moveErrorOf } from './capture.ts';
import { createListeners } from './listeners.ts';
import { postgresCapture } from './postgres-capture.ts';
import { isOutdated } from './postgres-client.ts';
import { newestInPostgres } from './postgres-newest.ts';
import { openPool } from './postgres-pool.ts';

const CONNECT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** The key of an advisory lock. No other lock may use it. */
const MIGRATION_LOCK = 7_263_409_218;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function explain(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (code.startsWith('LM')) return moveErrorOf((error as Error).message);
  if (code === '53100') return appError(knownErrors.databaseFull);
  if (code === '25006') return appError(knownErrors.databaseReadOnly);
  const isLost =
    /^(08|53|57P|57014|40001|40P01|55P03|25P03)/.test(code) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN|NOTFOUND)$/.test(code) ||
    (error instanceof Error &&
      /timeout exceeded when trying to connect|Connection terminated|not queryable|Connection ended/.test(
        error.message,
      ));
  return isLost ? unavailable(knownErrors.databaseSilent) : undefined;
}

/** Returns a text query for all of these words, the last one as a prefix. Words are letters and digits, so they need no escaping. */
const asTextQuery = (query: string): string =>
  `${query
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' & ')}:*`;

/** Reports the start of each transaction. */
class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #onStart: () => void;

  constructor(config: PostgresDialectConfig, onStart: () => void) {
    super(config);
    this.#config = config;
    this.#onStart = onStart;
  }

  override createDriver(): PostgresDriver {
    const driver = new PostgresDriver(this.#config);
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = (connection, settings) => {
      this.#onStart();
      return begin(connection, settings);
    };
    return driver;
  }
}

/** Opens a database at a `postgres://…` URL as defined by libpq. */
export function openPostgres(url: string): OpenedDialect {
  const pool = openPool(url, {
    application_name: 'lectern',
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // Write access of a session is decided when it starts. So sessions from before a change are closed at their next use.
  let generation = 0;
  const bornIn = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => bornIn.set(client, generation));
  const fresh = {
    options: pool.options,
    async connect(): Promise<pg.PoolClient> {
      for (;;) {
        const client = await pool.connect();
        if (bornIn.get(client) === generation) return client;
        client.release(true);
      }
    },
    end: () => pool.end(),
  };
  const starts = createListeners();
  const idsContaining = (foldedText: string) =>
    sql`select book_id as id from book_search where search_key like ${asPattern(foldedText)}`;
  return {
    kysely: new Dialect({ pool: fresh }, starts.call),
    engine: 'postgres',
    capture: postgresCapture,
    async lockMigrations(trx) {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
    },
    async gatherStatistics(db) {
      await sql`analyze`.execute(db);
    },
    correctStatistics: async () => undefined,
    idsContaining,
    // The second condition is not a pattern, so no index is searched for it.
    idsContainingBy: (entries, foldedText) =>
      sql`select book_id as id from book_search
        where string_to_array(beginnings, ' ') @> ${entries}::text[] and strpos(search_key, ${foldedText}) > 0`,
    idsBeginning: (prefix) =>
      sql`select book_id as id from book_search where string_to_array(beginnings, ' ') @> array[${prefix}::text]`,
    authorsContaining: (foldedText) =>
      sql`select id from authors where sort_key like ${asPattern(foldedText)}`,
    recordsContaining: (table, foldedText) =>
      sql`select id from ${sql.table(table)} where search_key like ${asPattern(foldedText)}`,
    phrasesBeginning: (query) => sql`
      select book_id as id from book_texts
      where array_to_tsvector(array_remove(string_to_array(words, ' '), '|')) @@ ${asTextQuery(query)}::tsquery
        and ' ' || words like ${asPattern(` ${query}`)}`,
    // Not needed, because PostgreSQL merges its index in the background.
    mergeSearch: async () => false,
    narrowBooks: sql`books`,
    newestOf: newestInPostgres,
    async readIds(query) {
      const client = await fresh.connect();
      const { rows } = await client
        .query<IdListRow>(query.sql, [...query.parameters])
        .finally(() => client.release());
      return readIdList(rows[0] ?? { revision: 0, ids: null, keys: null });
    },
    async reserveIds(db, table, count) {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id
        from generate_series(1, ${count}::integer)`.execute(db);
      return rows.map(({ id }) => id);
    },
    retainsRows: (table) => sql`for key share of ${sql.ref(table)}`,
    skipLocked: () => sql`for update skip locked`,
    onWaitingWrite: starts.add,
    isRetryable: (error) => codeOf(error) === '40001' || codeOf(error) === '40P01' || isOutdated(error),
    explain,
    assertWhole: () => undefined,
    watchForDamage: async () => undefined,
    integrityCheck: () => null,
    findDamage: async () => [],
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: string | number }>`
        select current_setting('server_version') as version, pg_database_size(current_database()) as bytes
      `.execute(db);
      // Distributions append their own version number, which is removed.
      const version = rows[0]?.version.split(' ')[0] ?? '';
      return { name: `PostgreSQL ${version}`, bytes: Number(rows[0]?.bytes) };
    },
    async renew() {
      generation += 1;
    },
    close: async () => undefined,
  };
}
