import type { Selectable } from 'kysely';
import type { AuditLogAction, AuditLogKind } from '#contract/audit-log/audit-log';

/** The changes of records. Rows are never changed; the oldest may be pruned (see `audit_log_anchor`). */
export interface AuditLogTable {
  /** Increases without gaps. Writers set it under the lock of the catalogue row. */
  id: number;
  at: string;
  /** Null for the system. */
  actor_id: number | null;
  token_id: number | null;
  request_id: string | null;
  kind: AuditLogKind;
  record_id: number;
  /** The name of the record at that time. */
  name: string;
  /** The version of the record after the change. */
  version: number;
  action: AuditLogAction;
  cause_id: number | null;
  undoes_id: number | null;
  hash: string;
  /** JSON: the changed fields without their values. */
  fields: string;
  /** JSON; see `server/core/audit-log/stored-change.ts`. */
  changes: string;
}

/** Rows with `all` count all time and have a blank start. Periods are in UTC. */
export interface AuditLogCountsTable {
  interval: 'all' | 'month' | 'day';
  /** Blank for all kinds. */
  kind: AuditLogKind | '';
  /** Blank for all actions. */
  action: AuditLogAction | '';
  /** 0 for the system, -1 for all users. */
  actor_id: number;
  starts_on: string;
  entries: number;
}

/** Counted entries by the lists that contain them: of a user, of a kind and action, and of all three. Blanks and -1 are as above. */
export interface AuditLogListsTable {
  actor_id: number;
  kind: AuditLogKind | '';
  action: AuditLogAction | '';
  entry_id: number;
}

export type AuditLogRow = Selectable<AuditLogTable>;
