import type {
  DraftChapter,
  DraftField,
  ImportWarning,
  SoundChapter,
  TextChapter,
} from '#contract/import-draft';
import type { DraftFieldName } from '#contract/import-terms';

/** A draft as it is kept, without its files, covers and texts, which have tables of their own. */
export interface StoredDraft {
  readonly fields: Readonly<Record<DraftFieldName, DraftField>>;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly cover: number | null;
  readonly sounds: readonly SoundChapter[];
  readonly texts: readonly TextChapter[];
  readonly chapters: readonly DraftChapter[];
  /** What reading found; what the catalogue says (same book, same audio) is asked anew. */
  readonly warnings: readonly ImportWarning[];
}
