import type { CompiledQuery, Dialect, Expression, Kysely, RawBuilder } from 'kysely';
import type { AppError } from '#server/core/errors';
import type { IdList } from '../id-list.ts';
import type { Capture } from './capture.ts';
import type { Engine } from '../migrations/migration.ts';
import type { Schema } from '../schema.ts';

/** A part of books that a search looks in. */
export interface MatchRank {
  /** A query for the ids of those that it finds there, each once. */
  readonly ids: RawBuilder<unknown>;
  /** The condition that the search finds the book with this id there. */
  holds(id: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Everything in which one database differs from another. Only migrations ask which one it is. */
export interface OpenedDialect {
  /** For Kysely. */
  readonly kysely: Dialect;
  /** The same, whose commits do not wait for the disk; absent where waiting for it holds up nobody else. */
  readonly relaxed?: Dialect;
  /** For migrations, which say themselves what they do on each. */
  readonly engine: Engine;
  /** For moves to another database. */
  readonly capture: Capture;
  /** First in the transaction of the migrations: one process at a time. */
  lockMigrations(trx: Kysely<Schema>): Promise<void>;
  /** After migrating: what the planner should know. */
  gatherStatistics(db: Kysely<Schema>): Promise<void>;
  /** At every other start: what an earlier version left behind is put right. */
  correctStatistics(db: Kysely<Schema>): Promise<void>;
  /** A query for the ids of the books whose search key contains the folded text, which has three characters or more. */
  idsContaining(folded: string): RawBuilder<unknown>;
  /** The same for a text of which a part, of three characters or more, is found in far fewer keys than the rest of it. */
  idsContainingBy(rarePart: string, folded: string): RawBuilder<unknown>;
  /** A query for the ids of the books of which one of the beginnings is this one (see `toWordPrefix`). */
  idsBeginning(beginning: string): RawBuilder<unknown>;
  /** A query for the ids of the authors whose folded name contains the folded text, which has three characters or more. */
  authorsContaining(folded: string): RawBuilder<unknown>;
  /** A query for the ids of the books whose texts have these words in this order, the last one at least its beginning (see `textSought`). */
  phrasesBeginning(query: string): RawBuilder<unknown>;
  /** Does a little of what writes have left to do in the index of searches. @returns whether more is left */
  mergeSearch(db: Kysely<Schema>): Promise<boolean>;
  /** The table of books, for queries that look up by their ids what books are filtered and sorted by, and nothing else. */
  readonly narrowBooks: RawBuilder<unknown>;
  /**
   * An `IdListRow` of the books that a search finds: how many there are, and the first `limit` of them at least, those of the best
   * place before those of the others, the newest of each.
   */
  newestOf(places: readonly MatchRank[], limit: number): RawBuilder<unknown>;
  /** Runs a query that selects one `IdListRow`, without holding up the event loop while it is searched. */
  readIds(query: CompiledQuery): Promise<IdList>;
  /** Ends a query of a transaction: what it read of `table` is not removed by others before the transaction ends. */
  retainsRows(table: keyof Schema): Expression<unknown>;
  /** Ends a query for rows that are about to be taken: those that others are taking at this moment are passed over. */
  skipsTaken(): Expression<unknown>;
  /** True if a transaction that failed with this error may be run again from its start. */
  isRetryable(error: unknown): boolean;
  /** The named failure behind a driver's error: no room, not reachable, too slow; undefined for programming errors. */
  explain(error: unknown): AppError | undefined;
  /** Costs next to nothing. @throws AppError 503 with the reason when writes could not be found again */
  assertWhole(): void;
  /**
   * Begins to look for damage in the background, where the database does not do so itself. Resolves when the first look is
   * over.
   */
  watchForDamage(): Promise<void>;
  /** Reads everything, and may take long: what is damaged, where the database tells. Holds up the event loop. */
  findDamage(): Promise<string[]>;
  /** The name of the database, and its size in bytes; null if unknown. */
  about(db: Kysely<Schema>): Promise<{ readonly name: string; readonly bytes: number | null }>;
  /** After changes were refused, before another is tried: what can only read because of when it was opened is opened again. */
  renew(): Promise<void>;
  /** Gives back what Kysely does not own. */
  close(): Promise<void>;
}
