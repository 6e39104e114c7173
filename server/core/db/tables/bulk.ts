import type { Generated } from 'kysely';

/** A bulk edit, which continues after an interruption. */
export interface BulkChangesTable {
  id: Generated<number>;
  user_id: number | null;
  /** The API token that started it; null for a session. */
  token_id: number | null;
  /** JSON of the changes; an undo has none. */
  changes: string;
  /** Comma-separated ids in the order of processing. */
  ids: string;
  total: number;
  /** The number of processed ids. */
  done: number;
  changed: number;
  /** The change that this one undoes. */
  undoes_id: number | null;
  /** The audit-log entry that caused those of the books; null for older changes. */
  entry_id: number | null;
  created_at: string;
  /** JSON of the details of merged contributors, for the undo; null without a merge. */
  merged: Generated<string | null>;
  /** The release in which it is saved; null for the live catalogue. */
  release_id: Generated<number | null>;
}

/** The state of a book before a change, for its undo. */
export interface BulkBooksTable {
  change_id: number;
  book_id: number;
  /** The version of the book before the change. */
  version_before: number;
  /** The version of the book after the change. It increases when later changes are undone. */
  version: number;
  /** JSON of the changed columns with their previous values. */
  before: string;
}
