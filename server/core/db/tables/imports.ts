import type { Generated, Selectable } from 'kysely';
import type { ImportState } from '#contract/imports/import-limits';

/** An import: the uploaded files and the proposal made from them. */
export interface ImportsTable {
  id: Generated<number>;
  /** Null for the command line. */
  user_id: number | null;
  /** The first import of the same batch; null for that one. */
  batch_id: number | null;
  state: ImportState;
  name: string;
  author: string;
  language: number;
  search_key: string;
  thumbnail_key: string | null;
  chapter_count: number;
  /** In seconds. */
  duration: number;
  text_count: number;
  file_count: number;
  /** In bytes. */
  size: number;
  warning_count: number;
  /** A JSON list of messages. */
  problems: string;
  error: string | null;
  /** A `StoredProposal` as JSON; null until the files are read. */
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
  /** The path in the upload. */
  path: string;
  /** See `ProposalFile` in the contract. */
  kind: string;
  /** The key of its blob; null during the upload, and if the file is not stored. */
  key: string | null;
  upload_id: string | null;
  size: number;
  /** The duration of audio, with fractions. */
  seconds: number | null;
  sha256: string | null;
  /** The reason why the file is skipped. */
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

/** The text items of a text chapter as a JSON list. */
export interface ImportTextsTable {
  import_id: number;
  position: number;
  items: string;
  /** `TextDetails` of the import as JSON: times and codes of an exported book; null for other texts. */
  details: Generated<string | null>;
  /** The position of the file that the times refer to; null if it is not in the import. */
  file: Generated<number | null>;
}

export type ImportRow = Selectable<ImportsTable>;
export type ImportFileRow = Selectable<ImportFilesTable>;
export type ImportCoverRow = Selectable<ImportCoversTable>;
