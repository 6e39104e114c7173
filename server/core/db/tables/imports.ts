import type { Generated, Selectable } from 'kysely';
import type { ImportState } from '#contract/imports/import-limits';

/** An import: the uploaded files, and the proposal made from them. */
export interface ImportsTable {
  id: Generated<number>;
  /** Null from the command line. */
  user_id: number | null;
  /** The first import of the same drop; null for that one. */
  batch_id: number | null;
  state: ImportState;
  name: string;
  author: string;
  language: number;
  search_key: string;
  thumbnail_key: string | null;
  chapter_count: number;
  /** Seconds. */
  duration: number;
  text_count: number;
  file_count: number;
  /** Bytes. */
  size: number;
  warning_count: number;
  /** A JSON list of sentences. */
  problems: string;
  error: string | null;
  /** A `StoredDraft` as JSON; null until it was read. */
  proposal: string | null;
  book_id: number | null;
  version: number;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

export interface ImportFilesTable {
  import_id: number;
  position: number;
  /** As it was dropped. */
  path: string;
  /** See the contract's `DraftFile`. */
  kind: string;
  /** Its blob; null while it is uploaded, and when nothing of it is kept. */
  key: string | null;
  upload_id: string | null;
  size: number;
  /** Of sound, with fractions. */
  seconds: number | null;
  sha256: string | null;
  /** Why it was left out. */
  problem: string | null;
}

export interface ImportCoversTable {
  import_id: number;
  position: number;
  path: string;
  source: string;
  image_key: string;
  thumbnail_key: string;
}

/** The text items of a chapter of text, as a JSON list. */
export interface ImportTextsTable {
  import_id: number;
  position: number;
  items: string;
  /** `TextDetails` of the import as JSON: times and codes of a book that was exported; null of other texts. */
  details: Generated<string | null>;
  /** The position of the file in whose seconds these times are; null when it did not come along. */
  file: Generated<number | null>;
}

export type ImportRow = Selectable<ImportsTable>;
export type ImportFileRow = Selectable<ImportFilesTable>;
export type ImportCoverRow = Selectable<ImportCoversTable>;
