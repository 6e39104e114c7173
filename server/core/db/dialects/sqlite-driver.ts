import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Flush } from './sqlite-flush.ts';
import { createListeners } from './listeners.ts';

export const BUSY_MS = 5_000;
/** The time between two attempts to take the lock of another process. */
const RETRY_MS = 3;

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Waits while another process has the lock that a statement needs. Requests of this process are not blocked. */
async function retryWhileBusy<Result>(attempt: () => Result): Promise<Result> {
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

/** Creates a mutex with a first-in, first-out queue. */
export function createQueue() {
  const waitingWrites: (() => void)[] = [];
  const waitListeners = createListeners();
  let isTaken = false;

  return {
    isTaken: (): boolean => isTaken,
    /** Adds a function that is called when a caller of `take` has to wait. @returns a function that removes it */
    onWait: waitListeners.add,
    async take(): Promise<void> {
      if (isTaken) {
        const ticket = new Promise<void>((resolve) => waitingWrites.push(resolve));
        waitListeners.call();
        await ticket;
      }
      isTaken = true;
    },
    give(): void {
      const next = waitingWrites.shift();
      // The next waiting transaction gets the writer directly, so that no other is first.
      if (next) next();
      else isTaken = false;
    },
  };
}

export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  /** The mutex of the writer. */
  readonly queue: ReturnType<typeof createQueue>;
  readonly checkpoints: Checkpoints;
  readonly flush: Flush;
}

/** A connection of Kysely. It has the writer during a transaction, or while a statement of its own writes. */
class Lease implements DatabaseConnection {
  readonly #shared: SqliteConnections;
  readonly #isRelaxed: boolean;
  #hasWriter = false;

  constructor(connections: SqliteConnections, isRelaxed: boolean) {
    this.#shared = connections;
    this.#isRelaxed = isRelaxed;
  }

  get hasWriter(): boolean {
    return this.#hasWriter;
  }

  async takeWriter(): Promise<void> {
    await this.#shared.queue.take();
    this.#hasWriter = true;
  }

  passWriter(): void {
    if (!this.#hasWriter) return;
    this.#hasWriter = false;
    this.#shared.queue.give();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, queue } = this.#shared;
    // A transaction already has the lock, so its statements do not wait.
    if (this.#hasWriter) return writer.inTransaction ? writer.execute<Row>(query) : this.#write<Row>(query);
    if (await retryWhileBusy(() => writer.isRead(query.sql)))
      // The writer's cache remains valid after its own writes. Each of them clears the reader's cache.
      return retryWhileBusy(() => (queue.isTaken() ? reader : writer).execute<Row>(query));
    await this.takeWriter();
    try {
      const result = await this.#write<Row>(query);
      await this.committed();
      return result;
    } finally {
      this.passWriter();
    }
  }

  /** Releases the writer, then waits until the disk has the commit. Concurrent commits share the next flush. */
  async committed(): Promise<void> {
    const { checkpoints, flush } = this.#shared;
    await checkpoints.check();
    this.passWriter();
    if (!this.#isRelaxed) await flush.run();
  }

  #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryWhileBusy(() => this.#shared.writer.execute<Row>(query));
  }

  /** Returns all rows at once, because an open statement would restrict the reader to an old snapshot. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

/**
 * Runs writing statements and transactions one after the other on the writer. Other reads do not wait. While the writer is taken,
 * they use the reader: each sees all earlier commits, and nothing of an open transaction (decision 033). A write resolves when
 * the disk has it, unless the driver is relaxed (decision 040).
 */
export class SqliteDriver implements Driver {
  readonly #shared: SqliteConnections;
  readonly #isRelaxed: boolean;

  constructor(connections: SqliteConnections, isRelaxed: boolean) {
    this.#shared = connections;
    this.#isRelaxed = isRelaxed;
  }

  async init(): Promise<void> {
    // Both connections are already open.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#shared, this.#isRelaxed);
  }

  /** Takes the write lock at once, because a transaction that reads first could not take it later without a restart. */
  async beginTransaction(lease: Lease): Promise<void> {
    await lease.takeWriter();
    await lease.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await lease.executeQuery(CompiledQuery.raw('commit'));
    await lease.committed();
  }

  /**
   * Does nothing if SQLite has already rolled back because of a full disk, or if the transaction was committed and no longer has the
   * writer.
   */
  async rollbackTransaction(lease: Lease): Promise<void> {
    if (lease.hasWriter && this.#shared.writer.inTransaction)
      await lease.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.passWriter();
  }

  async destroy(): Promise<void> {
    // Two drivers share the connections, so the opener closes them.
  }
}
