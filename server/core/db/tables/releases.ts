import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/core/record-types';
import type { ReleaseAction, ReleaseColour, ReleaseStatus } from '#contract/releases/releases';

/** A set of prepared changes, which are published together. */
export interface ReleasesTable {
  id: Generated<number>;
  name: string;
  note: string;
  colour: ReleaseColour;
  status: ReleaseStatus;
  time_zone: string;
  /** Times in ISO format and UTC. */
  publish_at: string | null;
  ends_at: string | null;
  published_at: string | null;
  rolled_back_at: string | null;
  /** The reason why it was not published or rolled back at its time. */
  failure: string | null;
  owner_id: number | null;
  /** The user who scheduled it, with whose permissions it is published, and the API token that was used. */
  scheduled_by: number | null;
  scheduled_token: number | null;
  /** The audit log entry that caused those of its changes. */
  entry_id: number | null;
  version: number;
  created_at: string;
  updated_at: string;
}
export type ReleaseRow = Selectable<ReleasesTable>;

/** A saved change of one record in a release. They are applied in the order of their IDs, and a record can have several. */
export interface ReleaseChangesTable {
  id: Generated<number>;
  release_id: number;
  kind: ResourceName;
  /** The ID of the record. A new record has the ID that it will have. */
  record_id: number;
  name: string;
  action: ReleaseAction;
  /** JSON of the request that creates the record; blank for other actions. */
  input: string;
  /** JSON of the changes, as in the audit log. */
  changes: string;
  /** JSON of the hashes of the changed lists as they were live, by field. */
  list_hashes: string;
  /** The live version on which the change is based; 0 for a new record. */
  base_version: number;
  /** JSON of the stored files; see `HeldFiles`. */
  files: string;
  user_id: number | null;
  updated_at: string;
  /** The bulk edit or spreadsheet that saved it, such as `bulk 12`; null for a single save. */
  source: Generated<string | null>;
}
export type ReleaseChangeRow = Selectable<ReleaseChangesTable>;

/** A comment on a release. It remains if the account of its author is deleted. */
export interface ReleaseCommentsTable {
  id: Generated<number>;
  release_id: number;
  user_id: number | null;
  /** Plain text with mentions; see `contract/releases/comments.ts`. */
  text: string;
  created_at: string;
  edited_at: string | null;
  version: number;
}
