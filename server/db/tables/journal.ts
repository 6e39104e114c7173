import type { Selectable } from 'kysely';
import type { JournalAction } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';

/** What has happened to a record. Rows are never changed; the oldest may be cut off (see `journal_anchor`). */
export interface JournalTable {
  /** Counted up without gaps by whoever writes, under the lock of the catalogue's row. */
  id: number;
  at: string;
  /** Null for the server itself. */
  actor_id: number | null;
  token_id: number | null;
  request_id: string | null;
  kind: ResourceName;
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

/** Actor 0 is the server itself. Periods are of UTC; of `all` there is one, which begins with nothing. */
export interface JournalCountsTable {
  grain: 'all' | 'month' | 'day';
  starts_on: string;
  actor_id: number;
  kind: ResourceName;
  action: JournalAction;
  entries: number;
}

export type JournalRow = Selectable<JournalTable>;
