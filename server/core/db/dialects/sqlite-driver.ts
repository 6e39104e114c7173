import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import type { CommitKind, Commits } from './sqlite-commits.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Flush } from './sqlite-flush.ts';
import { type Queue, retryWhileBusy } from './sqlite-queue.ts';

export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  /** The mutex of the writer. */
  readonly queue: Queue;
  readonly checkpoints: Checkpoints;
  readonly flush: Flush;
  readonly commits: Commits;
}

/** The savepoint of a writer in a transaction with changes of earlier writers, so that it can be rolled back alone. */
const savepoint = {
  begin: CompiledQuery.raw('savepoint of_writer'),
  end: CompiledQuery.raw('release savepoint of_writer'),
  rollback: CompiledQuery.raw('rollback to savepoint of_writer'),
};

/** A connection of Kysely. It has the writer during a transaction, or while a statement of its own writes. */
class Lease implements DatabaseConnection {
  readonly #shared: SqliteConnections;
  readonly #kind: CommitKind;
  #hasWriter = false;
  #hasSavepoint = false;

  constructor(connections: SqliteConnections, kind: CommitKind) {
    this.#shared = connections;
    this.#kind = kind;
  }

  /** Takes the write lock at once, because a transaction that reads first could not take it later without a restart. */
  async begin(): Promise<void> {
    const { commits } = this.#shared;
    await this.#takeWriter();
    if (this.#kind !== 'shared') commits.commit();
    this.#hasSavepoint = commits.isOpen();
    await this.executeQuery(this.#hasSavepoint ? savepoint.begin : CompiledQuery.raw('begin immediate'));
  }

  async commit(): Promise<void> {
    const { commits, checkpoints } = this.#shared;
    if (this.#hasSavepoint) await this.executeQuery(savepoint.end);
    const acknowledgement = commits.finish(this.#kind);
    if (!commits.isOpen()) await checkpoints.check();
    this.passWriter();
    await acknowledgement;
  }

  /** Does nothing if SQLite has already rolled back because of a full disk, or if the transaction was committed. */
  async rollBack(): Promise<void> {
    const { writer, commits } = this.#shared;
    if (!this.#hasWriter || !writer.inTransaction) return;
    if (!this.#hasSavepoint) {
      await this.executeQuery(CompiledQuery.raw('rollback'));
      return;
    }
    try {
      await this.executeQuery(savepoint.rollback);
      await this.executeQuery(savepoint.end);
    } catch (error) {
      commits.rollBack(error);
      throw error;
    }
  }

  async #takeWriter(): Promise<void> {
    await this.#shared.queue.take();
    this.#hasWriter = true;
  }

  passWriter(): void {
    if (!this.#hasWriter) return;
    this.#hasWriter = false;
    this.#shared.queue.give();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, queue, commits } = this.#shared;
    // A transaction already has the lock, so its statements do not wait.
    if (this.#hasWriter) return writer.inTransaction ? this.#continue<Row>(query) : this.#write<Row>(query);
    if (await retryWhileBusy(() => writer.isRead(query.sql)))
      // The writer's cache remains valid after its own writes. Each of them clears the reader's cache.
      return retryWhileBusy(() =>
        (queue.isTaken() || commits.isOpen() ? reader : writer).execute<Row>(query),
      );
    await this.#takeWriter();
    try {
      commits.commit();
      const result = await this.#write<Row>(query);
      await this.#committed();
      return result;
    } finally {
      this.passWriter();
    }
  }

  /** Releases the writer, then waits until the disk has the commit. Concurrent commits share the next flush. */
  async #committed(): Promise<void> {
    const { checkpoints, flush } = this.#shared;
    await checkpoints.check();
    this.passWriter();
    if (this.#kind !== 'relaxed') await flush.run();
  }

  #continue<Row>(query: CompiledQuery): QueryResult<Row> {
    const { writer, commits } = this.#shared;
    try {
      return writer.execute<Row>(query);
    } catch (error) {
      // SQLite rolls the whole transaction back when the disk is full.
      if (!writer.inTransaction) commits.rollBack(error);
      throw error;
    }
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
  readonly #kind: CommitKind;

  constructor(connections: SqliteConnections, kind: CommitKind) {
    this.#shared = connections;
    this.#kind = kind;
  }

  async init(): Promise<void> {
    // Both connections are already open.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#shared, this.#kind);
  }

  beginTransaction(lease: Lease): Promise<void> {
    return lease.begin();
  }

  commitTransaction(lease: Lease): Promise<void> {
    return lease.commit();
  }

  rollbackTransaction(lease: Lease): Promise<void> {
    return lease.rollBack();
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.passWriter();
  }

  async destroy(): Promise<void> {
    // The drivers share the connections, so the opener closes them.
  }
}
