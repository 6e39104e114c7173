import type {
  DraftChapter,
  DraftField,
  ImportWarning,
  LeftOutEntry,
  AudioChapter,
  TextChapter,
} from '#contract/imports/import-proposal';
import type { DraftFieldName } from '#contract/imports/import-limits';

/** A draft as it is kept, without its files, covers and texts, which have tables of their own. */
export interface StoredDraft {
  readonly fields: Readonly<Record<DraftFieldName, DraftField>>;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly cover: number | null;
  readonly audios: readonly AudioChapter[];
  readonly texts: readonly TextChapter[];
  readonly chapters: readonly DraftChapter[];
  /** Files excluded by default or for good. Proposals of earlier versions have none. */
  readonly left_out?: readonly LeftOutEntry[];
  /** Warnings of the parsers. Those about the catalogue (same book, same audio) are computed anew. */
  readonly warnings: readonly ImportWarning[];
}
