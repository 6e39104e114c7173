import type { Generated } from 'kysely';

/** A change of many books at once, which goes on where it was cut off. */
export interface BulkChangesTable {
  id: Generated<number>;
  user_id: number | null;
  /** The API token that asked for it; null for a session. */
  token_id: number | null;
  /** JSON: what is changed; of one that undoes another, nothing. */
  changes: string;
  /** Numbers with commas between them, in the order in which they are worked off. */
  ids: string;
  total: number;
  /** The number of processed ids. */
  done: number;
  changed: number;
  /** The change that this one undoes. */
  undoes_id: number | null;
  /** Its entry of the journal, which those of the books follow from; null of older ones. */
  entry_id: number | null;
  created_at: string;
}

/** The state of a book before a change, for its undo. */
export interface BulkBooksTable {
  change_id: number;
  book_id: number;
  /** The book's version before it. */
  version_before: number;
  /** The book's version since; it rises with the undoing of later changes. */
  version: number;
  /** JSON: the columns that changed, as they were. */
  before: string;
}
