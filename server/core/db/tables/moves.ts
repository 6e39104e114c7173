/**
 * `copying`: the catalogue is being moved away. `moved`: another database has it, and this one takes no changes. `arriving`: it is being
 * moved here. `arrived`: it was moved here, and can be moved back.
 */
export type MovePhase = 'copying' | 'moved' | 'arriving' | 'arrived';

/** At most one row. Neither table is part of a backup or a move. */
export interface MoveStateTable {
  id: number;
  /** The same in both databases. */
  move_id: string;
  phase: MovePhase;
  /** Of the other database and store. May contain a password. */
  database_url: string;
  blob_store_url: string;
  started_at: string;
  switched_at: string | null;
  /** Until then no other process continues the move. */
  lease_until: string;
  /** The process that has the lease; blank for none. */
  lease_owner: string;
  /** Until then the database takes no changes. */
  paused_until: string;
  /** JSON: see `MoveProgress`. */
  progress: string;
}

/** The rows that were changed since changes are recorded, each once. */
export interface MoveChangesTable {
  table_name: string;
  /** A JSON list: the values of the key's columns. */
  row_key: string;
  /** Rises with each change of the row. */
  revision: number;
}
