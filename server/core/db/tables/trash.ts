import type { AuditLogKind } from '#contract/audit-log/audit-log';
import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';

/** A deleted record with all its data. */
export interface TrashTable {
  id: Generated<number>;
  kind: ResourceName;
  record_id: number;
  name: string;
  search_key: string;
  /** The code, which remains reserved. */
  code: string | null;
  /** The key of the thumbnail. */
  image_key: string | null;
  deleted_at: string;
  deleted_by: number | null;
  /** The audit-log entry of the delete. */
  entry_id: number;
  files: number;
  bytes: number;
  chapters: number;
  places: number;
  /** JSON of the record's rows in the format of its resource. */
  snapshot: string;
}

export type TrashRow = Selectable<TrashTable>;

/** A row of `files` that is not served: the file of a deleted record, or a replaced file. */
export interface RetainedFilesTable {
  key: string;
  size: number;
  /** JSON of its row of `files`. */
  file: string;
  /** JSON of its row of `audio_analyses`. */
  analysis: string | null;
  /** The kind of the record that had the file. */
  kind: AuditLogKind;
  record_id: number;
  retained_at: string;
}

/** Content that is too long for the audit log: the chapters that an entry replaced, as JSON. */
export interface RetainedContentsTable {
  entry_id: number;
  kind: ResourceName;
  record_id: number;
  retained_at: string;
  content: string;
}
