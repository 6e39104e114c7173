/**
 * The phase of a move:
 * - `copying`: the catalogue is being moved to another database.
 * - `moved`: another database has the catalogue; this one accepts no changes.
 * - `arriving`: the catalogue is being moved to this database.
 * - `arrived`: the catalogue was moved to this database and can be moved back.
 */
export type MovePhase = 'copying' | 'moved' | 'arriving' | 'arrived';

/** At most one row. Backups and moves include neither table. */
export interface MoveStateTable {
  id: number;
  /** Equal in both databases. */
  move_id: string;
  phase: MovePhase;
  /** The URLs of the other database and file storage. They may contain a password. */
  database_url: string;
  blob_store_url: string;
  started_at: string;
  switched_at: string | null;
  /** The time until which no other process continues the move. */
  lease_until: string;
  /** The process with the lease; blank if there is none. */
  lease_owner: string;
  /** The time until which the database accepts no changes. */
  paused_until: string;
  /** JSON; see `MoveProgress`. */
  progress: string;
}

/** The rows that were changed since the recording started, each once. */
export interface MoveChangesTable {
  table_name: string;
  /** A JSON list of the values of the key columns. */
  row_key: string;
  /** Increases with each change of the row. */
  revision: number;
}
