import type BetterSqlite from 'better-sqlite3';
import type { CompiledQuery, QueryResult, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

const MAX_PREPARED = 500;
/** The statement that the driver sends. */
const COMMIT = 'commit';

type CachedStatement = SqliteStatement & Pick<BetterSqlite.Statement, 'readonly'>;

/** One connection. Its calls run synchronously, because the library is synchronous. */
export interface SqliteConnection {
  /** Returns true if a statement changes nothing. @throws the driver's error for an invalid statement */
  isRead(text: string): boolean;
  /** @throws the driver's error */
  execute<Row>(query: CompiledQuery): QueryResult<Row>;
  readonly inTransaction: boolean;
  close(): void;
}

/**
 * Opens a connection. Statements are cached by their text, because preparing is most of the cost of a short query.
 * @param beforeWrite called before a write starts and before it is committed; it may throw
 */
export function connectSqlite(database: BetterSqlite.Database, beforeWrite: () => void): SqliteConnection {
  const statements = new LRUCache<string, CachedStatement>({ max: MAX_PREPARED });

  function statementOf(text: string): CachedStatement {
    const cachedStatement = statements.get(text);
    if (cachedStatement) return cachedStatement;
    const statement = database.prepare(text) as unknown as CachedStatement;
    statements.set(text, statement);
    return statement;
  }

  return {
    get inTransaction() {
      return database.inTransaction;
    },
    isRead: (text) => statementOf(text).readonly,
    execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
      const statement = statementOf(sql);
      if (database.inTransaction ? sql === COMMIT : !statement.readonly) beforeWrite();
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
    },
    close: () => database.close(),
  };
}
