import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';

/** A deleted record, whole. */
export interface TrashTable {
  id: Generated<number>;
  kind: ResourceName;
  record_id: number;
  name: string;
  search_key: string;
  /** Stays reserved. */
  code: string | null;
  /** Of its small picture. */
  image_key: string | null;
  deleted_at: string;
  deleted_by: number | null;
  /** The journal's entry of the delete. */
  entry_id: number;
  files: number;
  bytes: number;
  chapters: number;
  places: number;
  /** JSON: the record's rows, as its resource stores them. */
  snapshot: string;
}

export type TrashRow = Selectable<TrashTable>;

/** A row of `files` that nothing is served from: of a deleted record, or replaced by another. */
export interface RetainedFilesTable {
  key: string;
  size: number;
  /** JSON: its row of `files`. */
  file: string;
  /** JSON: its row of `scans`. */
  analysis: string | null;
  /** The resource of the record that had it. */
  kind: ResourceName;
  record_id: number;
  kept_at: string;
}

/** Content that is too long for the audit log: the chapters that an entry replaced, as JSON. */
export interface RetainedContentsTable {
  entry_id: number;
  kind: ResourceName;
  record_id: number;
  kept_at: string;
  content: string;
}
