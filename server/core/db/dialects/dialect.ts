import type { CompiledQuery, Dialect, Expression, Kysely, RawBuilder } from 'kysely';
import type { SystemReport } from '#contract/system/system';
import type { AppError } from '#server/core/errors';
import type { IdList } from '../id-list.ts';
import type { Capture } from './capture.ts';
import type { Engine } from '../migrations/migration.ts';
import type { Schema } from '../schema.ts';
import type { RecordTable } from '../tables/tables.ts';

/** A set of book fields that a search reads, as one rank of its results. */
export interface MatchRank {
  /** A query for the ids of the matching books, without duplicates. */
  readonly ids: RawBuilder<unknown>;
  /** Returns the condition that the book with this id matches. */
  matches(id: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** All differences between the databases. Only migrations read which database it is. */
export interface OpenedDialect {
  /** The Kysely dialect. */
  readonly kysely: Dialect;
  /** A dialect for short transactions, which share a commit; absent if the database has no use for it. */
  readonly shared?: Dialect;
  /** A dialect with commits that do not wait for the disk; absent if waiting blocks no other work. */
  readonly relaxed?: Dialect;
  /** The name of the database, for migrations, which define their statements for each. */
  readonly engine: Engine;
  /** Records changes for moves to another database. */
  readonly capture: Capture;
  /** Lets one process migrate at a time. Call it first in the transaction of the migrations. */
  lockMigrations(trx: Kysely<Schema>): Promise<void>;
  /** Updates the statistics of the query planner after a migration. */
  gatherStatistics(db: Kysely<Schema>): Promise<void>;
  /** Corrects statistics that an earlier version stored. Called at every other start. */
  correctStatistics(db: Kysely<Schema>): Promise<void>;
  /** Returns a query for the ids of the books whose search key contains the folded text. @param foldedText at least three characters */
  idsContaining(foldedText: string): RawBuilder<unknown>;
  /** Returns the same as `idsContaining` for a text whose entries in the index of word prefixes few books have. */
  idsContainingBy(entries: readonly string[], foldedText: string): RawBuilder<unknown>;
  /** Returns a query for the ids of the books with this word prefix (see `toWordPrefix`). */
  idsBeginning(prefix: string): RawBuilder<unknown>;
  /** Returns a query for the ids of the authors whose folded name contains the text. @param foldedText at least three characters */
  authorsContaining(foldedText: string): RawBuilder<unknown>;
  /** Returns a query for the ids of the records whose search key contains the text. @param foldedText at least three characters */
  recordsContaining(table: RecordTable, foldedText: string): RawBuilder<unknown>;
  /** Returns a query for the ids of the books with these words in this order. The last word can be a prefix (see `searchedText`). */
  phrasesBeginning(query: string): RawBuilder<unknown>;
  /** Merges a part of the pending changes of the search index. @returns true if more is left */
  mergeSearch(db: Kysely<Schema>): Promise<boolean>;
  /** The table of books for queries that read only the columns of filters and sort orders by book id. */
  readonly narrowBooks: RawBuilder<unknown>;
  /**
   * Returns a query for an `IdListRow` of the books that a search finds: their number, and at least the first `limit` ids. Books of
   * better ranks are first, and in each rank the newest.
   */
  newestOf(ranks: readonly MatchRank[], limit: number): RawBuilder<unknown>;
  /**
   * Runs a query that selects one `IdListRow`, without blocking the event loop. On SQLite each core runs one at a time. Reports and searches
   * of one or two letters are slow, so other lists do not wait for them.
   */
  readIds(query: CompiledQuery, options?: { readonly isSlow?: boolean }): Promise<IdList>;
  /** Returns IDs of a table that no row gets any more, for rows that are inserted later. */
  reserveIds(db: Kysely<Schema>, table: keyof Schema, count: number): Promise<number[]>;
  /** Returns the end of a query in a transaction: other transactions cannot delete the rows read from `table` before it ends. */
  retainsRows(table: keyof Schema): Expression<unknown>;
  /** Returns the end of a query for rows to process: rows that another transaction has locked are skipped. */
  skipLocked(): Expression<unknown>;
  /** Returns true if a transaction that failed with this error can be run again from its start. */
  isRetryable(error: unknown): boolean;
  /**
   * Adds a function that is called when this process starts a transaction, or, on SQLite, a write that waits for another one. An open
   * transaction that only reads ends then.
   * @returns a function that removes it
   */
  onWaitingWrite(listener: () => void): () => void;
  /** Returns the known error for a driver's error: full, unreachable, too slow. Returns undefined for programming errors. */
  explain(error: unknown): AppError | undefined;
  /** Checks at low cost whether writes would be stored. @throws AppError 503 with the reason if not */
  assertWhole(): void;
  /**
   * Starts periodic checks for damage, if the database has none of its own. Resolves after the first check.
   * @param onDamage receives the first message about damage
   * @param delayMs the time before the first check
   */
  watchForDamage(onDamage: (damage: string) => void, delayMs?: number): Promise<void>;
  /** Returns the state of these checks, or null if the database has none. */
  integrityCheck(): SystemReport['health']['integrity_check'];
  /** Reads the whole database and returns the damage that it reports. Can take long and blocks the event loop. */
  findDamage(): Promise<string[]>;
  /** Returns the name of the database and its size in bytes; null if unknown. */
  about(db: Kysely<Schema>): Promise<{ readonly name: string; readonly bytes: number | null }>;
  /** Reopens connections that are read-only since they were opened. Called after rejected changes, before the next attempt. */
  renew(): Promise<void>;
  /** Closes the resources that Kysely does not own. */
  close(): Promise<void>;
}
