import type {
  DraftChapter,
  DraftField,
  ImportWarning,
  ExcludedEntry,
  AudioChapter,
  TextChapter,
} from '#contract/imports/import-proposal';
import type { DraftFieldName } from '#contract/imports/import-limits';

/** A proposal as stored, without its files, covers and texts, which have separate tables. */
export interface StoredDraft {
  readonly fields: Readonly<Record<DraftFieldName, DraftField>>;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly cover: number | null;
  readonly audios: readonly AudioChapter[];
  readonly texts: readonly TextChapter[];
  readonly chapters: readonly DraftChapter[];
  /** Files excluded by default, or that cannot be included. Proposals of earlier versions have none. */
  readonly excluded?: readonly ExcludedEntry[];
  /** Warnings of the parsers. Those about the catalogue (same book, same audio) are computed anew. */
  readonly warnings: readonly ImportWarning[];
}
