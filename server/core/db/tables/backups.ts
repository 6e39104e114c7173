import type { Generated, Selectable } from 'kysely';

/** Backups at the backup destination. */
export interface BackupsTable {
  id: Generated<number>;
  /** The file name at the destination. */
  name: string;
  created_at: string;
  /** Null while it is written, and if it was interrupted. */
  finished_at: string | null;
  duration_ms: number;
  bytes: number;
  /** The size of the files that were sent for this backup. */
  added_bytes: number;
  rows: number;
  files: number;
  file_bytes: number;
  missing_files: number;
  is_encrypted: number;
  /** 1 for a scheduled backup, which the retention removes. */
  is_scheduled: number;
  user_id: number | null;
  /** A hash of the home screens at the time of the backup; null if they changed during the backup. */
  home_hash: string | null;
  /** The time of the last restore test. */
  tested_at: string | null;
  /** The reason why the last restore test failed; null if it passed. */
  test_error: string | null;
}

export type BackupRow = Selectable<BackupsTable>;
