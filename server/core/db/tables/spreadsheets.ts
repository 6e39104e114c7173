import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';

/** A spreadsheet that came in, as far as it changes something. Once it is applied it goes on where it was cut off. */
export interface SpreadsheetsTable {
  id: Generated<number>;
  user_id: number;
  /** The API token that applied it; null for a session. */
  token_id: number | null;
  kind: ResourceName;
  /** A JSON list: see `PlannedRow` in `server/sheets`; of one that undoes another, the entries that are taken back. */
  rows: string;
  total: number;
  done: number;
  created: number;
  changed: number;
  failed: number;
  /** A JSON list of lines that were refused, with the reason. */
  failures: string;
  /** The import that this one undoes. */
  undoes_id: number | null;
  /** Its entry of the journal; null until it is applied. */
  entry_id: number | null;
  created_at: string;
}

export type SpreadsheetRow = Selectable<SpreadsheetsTable>;
