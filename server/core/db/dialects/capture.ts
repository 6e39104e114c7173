import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { type AppError, unavailable } from '#server/core/errors';
import type { Schema } from '../schema.ts';
import type { TableShape } from './table-copy.ts';

/** The messages of the triggers. A rejected change is recognised by them. */
export const PAUSED = 'lectern: changes are paused';
export const MOVED = 'lectern: the catalogue has moved';

/** In seconds. */
const RETRY_AFTER_PAUSE = 5;
const RETRY_AFTER_MOVE = 2;

/** Returns the error of a change that was rejected because of a move; undefined for other messages. */
export function moveErrorOf(message: string): AppError | undefined {
  if (message.includes(PAUSED)) return unavailable(knownErrors.changesPaused, RETRY_AFTER_PAUSE);
  if (message.includes(MOVED)) return unavailable(knownErrors.catalogueMoved, RETRY_AFTER_MOVE);
  return undefined;
}

export type CapturedTable = Pick<TableShape, 'name' | 'key'>;

/**
 * Triggers that store the key of each changed row in `move_changes`, and reject changes according to `move_state`. They apply to
 * processes of every version.
 */
export interface Capture {
  /** Starts the recording of all committed changes. Can be called again. */
  start(db: Kysely<Schema>, tables: readonly CapturedTable[]): Promise<void>;
  stop(db: Kysely<Schema>): Promise<void>;
  /**
   * Waits for open writes and blocks new ones until the transaction ends. Call it first in the transaction.
   * @throws a retryable error after some seconds
   */
  lockWriters(trx: Transaction<Schema>): Promise<void>;
  /** Returns the time of the clock that ends a pause: that of the database. */
  now(db: Kysely<Schema>): Promise<Date>;
  /** Removes foreign keys, so that rows can be inserted in any order. @returns the statements that restore them */
  dropReferences(db: Kysely<Schema>): Promise<string[]>;
  /** Restores foreign keys for new rows. Skips those that exist. */
  addReferences(db: Kysely<Schema>, statements: readonly string[]): Promise<void>;
  /** Validates the foreign keys for existing rows. @throws the driver's error */
  checkReferences(db: Kysely<Schema>): Promise<void>;
}
