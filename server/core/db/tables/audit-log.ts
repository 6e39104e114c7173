import type { Selectable } from 'kysely';
import type { AuditLogAction, AuditLogKind } from '#contract/audit-log/audit-log';

/** The changes of records. Rows are never changed; the oldest may be pruned (see `journal_anchor`). */
export interface AuditLogTable {
  /** Counted up without gaps by whoever writes, under the lock of the catalogue's row. */
  id: number;
  at: string;
  /** Null for the server itself. */
  actor_id: number | null;
  token_id: number | null;
  request_id: string | null;
  kind: AuditLogKind;
  record_id: number;
  /** The record's, at that time. */
  name: string;
  /** The record's, since. */
  version: number;
  action: AuditLogAction;
  cause_id: number | null;
  undoes_id: number | null;
  hash: string;
  /** JSON: the changed fields without their values. */
  fields: string;
  /** JSON: see `server/core/audit-log/stored-change.ts`. */
  changes: string;
}

/** Rows of `all` stand for all time, and begin with nothing. Periods are of UTC. */
export interface AuditLogCountsTable {
  grain: 'all' | 'month' | 'day';
  /** Blank: of any kind. */
  kind: AuditLogKind | '';
  /** Blank: any action. */
  action: AuditLogAction | '';
  /** 0: the server itself. -1: anybody. */
  actor_id: number;
  starts_on: string;
  entries: number;
}

/**
 * Counted entries by the lists in which they stand, blanks and -1 as above: of one person, of one kind and action, and of all three.
 */
export interface AuditLogListsTable {
  actor_id: number;
  kind: AuditLogKind | '';
  action: AuditLogAction | '';
  entry_id: number;
}

export type AuditLogRow = Selectable<AuditLogTable>;
