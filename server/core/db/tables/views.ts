import type { Generated, Selectable } from 'kysely';
import type { ViewDensity, ViewList } from '#contract/saved-views/view-lists';

/** A saved view: a list with a name, its query and its layout. */
export interface ListViewsTable {
  id: Generated<number>;
  user_id: number;
  list: ViewList;
  name: string;
  /** Equal for all spellings of one name. */
  name_key: string;
  /** A JSON object; see `readViewQuery` in the contract. */
  query: string;
  /** A JSON list; null for all columns. */
  columns: string | null;
  density: ViewDensity | null;
  is_shared: number;
  version: number;
  created_at: string;
  updated_at: string;
}

export type ListViewRow = Selectable<ListViewsTable>;
