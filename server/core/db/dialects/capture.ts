import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { type AppError, unavailable } from '#server/core/errors';
import type { Schema } from '../schema.ts';
import type { TableShape } from './table-copy.ts';

/** The messages of the triggers, by which a refused change is recognised. */
export const PAUSED = 'lectern: changes are paused';
export const MOVED = 'lectern: the catalogue has moved';

/** Seconds. */
const RETRY_AFTER_PAUSE = 5;
const RETRY_AFTER_MOVE = 2;

/** The error of a change that was refused because the catalogue is being moved; undefined for other messages. */
export function moveErrorOf(message: string): AppError | undefined {
  if (message.includes(PAUSED)) return unavailable(knownErrors.changesPaused, RETRY_AFTER_PAUSE);
  if (message.includes(MOVED)) return unavailable(knownErrors.catalogueMoved, RETRY_AFTER_MOVE);
  return undefined;
}

export type CapturedTable = Pick<TableShape, 'name' | 'key'>;

/**
 * Triggers that record the key of each changed row in `move_changes`, and refuse changes while `move_state` says so: no process, of
 * whatever version, passes them.
 */
export interface Capture {
  /** After it, every change that commits is recorded. May be repeated. */
  start(db: Kysely<Schema>, tables: readonly CapturedTable[]): Promise<void>;
  stop(db: Kysely<Schema>): Promise<void>;
  /** First in a transaction: waits for the changes of others to end, and lets none begin. @throws a retryable error after seconds */
  lockWriters(trx: Transaction<Schema>): Promise<void>;
  /** The time of the database's clock, by which a pause ends. */
  now(db: Kysely<Schema>): Promise<Date>;
  /** Removes the references between tables, so that rows can arrive in any order. @returns what restores them */
  dropReferences(db: Kysely<Schema>): Promise<string[]>;
  /** Restores them for new rows. Those that exist already have again no effect. */
  addReferences(db: Kysely<Schema>, statements: readonly string[]): Promise<void>;
  /** Checks them for the rows that were there before. @throws the driver's error */
  checkReferences(db: Kysely<Schema>): Promise<void>;
}
