import type { Selectable } from 'kysely';
import type { JournalAction, JournalKind } from '#contract/journal';

/** What has happened to a record. Rows are never changed; the oldest may be cut off (see `journal_anchor`). */
export interface JournalTable {
  /** Counted up without gaps by whoever writes, under the lock of the catalogue's row. */
  id: number;
  at: string;
  /** Null for the server itself. */
  actor_id: number | null;
  token_id: number | null;
  request_id: string | null;
  kind: JournalKind;
  record_id: number;
  /** The record's, at that time. */
  name: string;
  /** The record's, since. */
  version: number;
  action: JournalAction;
  cause_id: number | null;
  undoes_id: number | null;
  hash: string;
  /** JSON: the changed fields without their values. */
  fields: string;
  /** JSON: see `server/journal/stored-change.ts`. */
  changes: string;
}

/** Rows of `all` stand for all time, and begin with nothing. Periods are of UTC. */
export interface JournalCountsTable {
  grain: 'all' | 'month' | 'day';
  /** Blank: of any kind. */
  kind: JournalKind | '';
  /** Blank: any action. */
  action: JournalAction | '';
  /** 0: the server itself. -1: anybody. */
  actor_id: number;
  starts_on: string;
  entries: number;
}

/**
 * Counted entries by the lists in which they stand, blanks and -1 as above: of one person, of one kind and action, and of all three.
 */
export interface JournalListsTable {
  actor_id: number;
  kind: JournalKind | '';
  action: JournalAction | '';
  entry_id: number;
}

export type JournalRow = Selectable<JournalTable>;
