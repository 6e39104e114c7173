import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export const BUSY_MS = 5_000;
/** Between two attempts to take the lock that another process has. */
const RETRY_MS = 3;

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** While another process has the lock that a statement needs, waits for it without holding up the requests of this one. */
async function patiently<Result>(attempt: () => Result): Promise<Result> {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

/** Lets one after the other through, in their order. */
function createTurns() {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  return {
    isTaken: (): boolean => isTaken,
    async take(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    give(): void {
      const next = waiting.shift();
      // Who waits has it from here on: nobody comes in between.
      if (next) next();
      else isTaken = false;
    },
  };
}

export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  readonly checkpoints: Checkpoints;
}

interface Shared extends Pick<SqliteConnections, 'writer' | 'reader'> {
  /** Of the writer. */
  readonly turns: ReturnType<typeof createTurns>;
}

/** What Kysely takes for a connection: it has the writer while it has a transaction, or while a statement of its own writes. */
class Lease implements DatabaseConnection {
  readonly #shared: Shared;
  #hasWriter = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async takeWriter(): Promise<void> {
    await this.#shared.turns.take();
    this.#hasWriter = true;
  }

  giveWriter(): void {
    if (!this.#hasWriter) return;
    this.#hasWriter = false;
    this.#shared.turns.give();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, turns } = this.#shared;
    // Inside a transaction there is nothing to wait for: it has the lock.
    if (this.#hasWriter) return writer.inTransaction ? writer.execute<Row>(query) : this.#write<Row>(query);
    if (await patiently(() => writer.isRead(query.sql)))
      // What the writer has read it remembers across its own writes; the reader forgets all at each of them.
      return patiently(() => (turns.isTaken() ? reader : writer).execute<Row>(query));
    await this.takeWriter();
    try {
      return await this.#write<Row>(query);
    } finally {
      this.giveWriter();
    }
  }

  #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return patiently(() => this.#shared.writer.execute<Row>(query));
  }

  /** Whole: an open statement would keep all that the reader reads where it was at its start. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

/**
 * Statements that write, and transactions, follow one another on the writer. Reads outside a transaction wait for neither: while the
 * writer is taken they go to the reader, where each sees all that was committed before it began, and nothing of a transaction
 * that is under way (decision 033).
 */
export class SqliteDriver implements Driver {
  readonly #shared: Shared;
  readonly #checkpoints: Checkpoints;

  constructor({ checkpoints, ...connections }: SqliteConnections) {
    this.#shared = { ...connections, turns: createTurns() };
    this.#checkpoints = checkpoints;
  }

  async init(): Promise<void> {
    // Both are open.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#shared);
  }

  /** Takes the write lock at once: a transaction that reads first could not get it later without starting again. */
  async beginTransaction(lease: Lease): Promise<void> {
    await lease.takeWriter();
    await lease.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#checkpoints.begin();
  }

  commitTransaction(lease: Lease): Promise<void> {
    return this.#checkpoints.commit(() => lease.executeQuery(CompiledQuery.raw('commit')));
  }

  /** After a full disk SQLite has rolled back by itself, and a second time would hide the reason. */
  async rollbackTransaction(lease: Lease): Promise<void> {
    if (this.#shared.writer.inTransaction) await lease.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.giveWriter();
  }

  /** The writer last: it moves the log into the file. */
  async destroy(): Promise<void> {
    await this.#checkpoints.close();
    this.#shared.reader.close();
    this.#shared.writer.close();
  }
}
