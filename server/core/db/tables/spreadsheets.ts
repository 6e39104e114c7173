import type { Generated, Selectable } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';

/** The changes of an uploaded spreadsheet. After it is applied, it continues after an interruption. */
export interface SpreadsheetsTable {
  id: Generated<number>;
  user_id: number;
  /** The API token that applied it; null for a session. */
  token_id: number | null;
  kind: ResourceName;
  /** A JSON list; see `PlannedRow` in `server/features/spreadsheets`. For an undo, the entries that are reverted. */
  rows: string;
  total: number;
  done: number;
  created: number;
  changed: number;
  failed: number;
  /** A JSON list of rejected lines with the reason. */
  failures: string;
  /** The import that this one undoes. */
  undoes_id: number | null;
  /** The audit-log entry of the import; null until it is applied. */
  entry_id: number | null;
  created_at: string;
  /** The release into which it is saved; null for the live catalogue. */
  release_id: Generated<number | null>;
}

export type SpreadsheetRow = Selectable<SpreadsheetsTable>;
