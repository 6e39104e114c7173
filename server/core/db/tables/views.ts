import type { Generated, Selectable } from 'kysely';
import type { ViewDensity, ViewList } from '#contract/saved-views/view-lists';

/** A list under a name: what it is asked for, and how it looks. */
export interface ListViewsTable {
  id: Generated<number>;
  user_id: number;
  list: ViewList;
  name: string;
  /** The same for all spellings of one name. */
  name_key: string;
  /** A JSON object: see `readViewQuery` of the contract. */
  query: string;
  /** A JSON list; null for all. */
  columns: string | null;
  density: ViewDensity | null;
  is_shared: number;
  version: number;
  created_at: string;
  updated_at: string;
}

export type ListViewRow = Selectable<ListViewsTable>;
