import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/permissions';

/** A spreadsheet that came in, as far as it changes something. Once it is applied it goes on where it was cut off. */
export interface SpreadsheetsTable {
  id: Generated<number>;
  user_id: number;
  kind: ResourceName;
  /** A JSON list: see `PlannedRow` in `server/sheets`. */
  rows: string;
  total: number;
  done: number;
  created: number;
  changed: number;
  failed: number;
  /** A JSON list of lines that were refused, with the reason. */
  failures: string;
  /** Its entry of the journal; null until it is applied. */
  entry_id: number | null;
  created_at: string;
}

export type SpreadsheetRow = Selectable<SpreadsheetsTable>;
