import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Flush } from './sqlite-flush.ts';

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
export function createTurns() {
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
      // The next waiting transaction gets the writer directly, so that no other comes between.
      if (next) next();
      else isTaken = false;
    },
  };
}

export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  /** Of the writer. */
  readonly turns: ReturnType<typeof createTurns>;
  readonly checkpoints: Checkpoints;
  readonly flush: Flush;
}

/** The connection of Kysely: it has the writer while it has a transaction, or while a statement of its own writes. */
class Lease implements DatabaseConnection {
  readonly #shared: SqliteConnections;
  readonly #isRelaxed: boolean;
  #hasWriter = false;

  constructor(shared: SqliteConnections, isRelaxed: boolean) {
    this.#shared = shared;
    this.#isRelaxed = isRelaxed;
  }

  get hasWriter(): boolean {
    return this.#hasWriter;
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
      // The writer's cache survives its own writes; the reader's is cleared by each of them.
      return patiently(() => (turns.isTaken() ? reader : writer).execute<Row>(query));
    await this.takeWriter();
    try {
      const result = await this.#write<Row>(query);
      await this.committed();
      return result;
    } finally {
      this.giveWriter();
    }
  }

  /** Lets others write and waits until the disk has what was committed, so that those who commit meanwhile share the next flush. */
  async committed(): Promise<void> {
    const { checkpoints, flush } = this.#shared;
    await checkpoints.look();
    this.giveWriter();
    if (!this.#isRelaxed) await flush.run();
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
 * that is under way (decision 033). Whoever wrote goes on when the disk has it, unless the driver is a relaxed one (decision 040).
 */
export class SqliteDriver implements Driver {
  readonly #shared: SqliteConnections;
  readonly #isRelaxed: boolean;

  constructor(shared: SqliteConnections, isRelaxed: boolean) {
    this.#shared = shared;
    this.#isRelaxed = isRelaxed;
  }

  async init(): Promise<void> {
    // Both are open.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#shared, this.#isRelaxed);
  }

  /** Takes the write lock at once: a transaction that reads first could not get it later without starting again. */
  async beginTransaction(lease: Lease): Promise<void> {
    await lease.takeWriter();
    await lease.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await lease.executeQuery(CompiledQuery.raw('commit'));
    await lease.committed();
  }

  /** After a full disk SQLite has rolled back by itself, and after a commit another one may have the writer. */
  async rollbackTransaction(lease: Lease): Promise<void> {
    if (lease.hasWriter && this.#shared.writer.inTransaction)
      await lease.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.giveWriter();
  }

  async destroy(): Promise<void> {
    // Two drivers share the connections: whoever opened them closes them.
  }
}
