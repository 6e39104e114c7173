import type { Generated, Selectable } from 'kysely';
import type { BookContentSource, TimeState } from '#contract/book-content/book-content';

export interface ChaptersTable {
  id: Generated<number>;
  book_id: number;
  position: number;
  code: string;
  name: string;
  /** In seconds. */
  duration: number;
  /** The file of the chapter. Without one, the chapter is a part of the book's file that starts at `starts_at`. */
  audio_key: string | null;
  /** In seconds, with fractions. */
  starts_at: number | null;
  ends_at: number | null;
  is_locked: Generated<number>;
  name_by: Generated<BookContentSource | null>;
  times_by: Generated<BookContentSource | null>;
  /** A JSON list of alternating starts and ends in seconds; null if there are none. */
  audio_without_text: Generated<string | null>;
  /** The method of the last alignment: `built-in`, or the name and version of a model. */
  alignment_method: Generated<string | null>;
}

export interface TextItemsTable {
  id: Generated<number>;
  chapter_id: number;
  position: number;
  code: string;
  text: string;
  /** In seconds of the file that the chapter plays, with fractions. */
  starts_at: Generated<number | null>;
  ends_at: Generated<number | null>;
  confidence: Generated<number | null>;
  time_state: Generated<TimeState | null>;
  /** JSON; see `server/features/book-content/sentences.ts`; null if there are none. */
  sentences: Generated<string | null>;
}

/** The last saved versions of a book's content. */
export interface BookContentVersionsTable {
  book_id: number;
  /** Starts at 0, the content before the first save. */
  revision: number;
  user_id: number | null;
  saved_at: string;
  summary: string;
  chapter_count: number;
  /** The ids of its chapters in order, packed. */
  chapter_ids: string;
  /** The audit log entry of the save. Null for revision 0 and for versions of earlier releases of the product. */
  entry_id: Generated<number | null>;
}

/** The state of a chapter, or of its texts, in revisions before `until`. The row with the lowest `until` above a revision has its state. */
export interface BookContentBlocksTable {
  book_id: number;
  chapter_id: number;
  kind: 'chapter' | 'texts';
  until: number;
  /** The file of the chapter, which is stored as long as the row. */
  audio_key: string | null;
  /** JSON, packed. */
  content: string;
}

/** The unsaved changes of an account. */
export interface BookContentAutosavesTable {
  book_id: number;
  user_id: number;
  /** The version of the book. */
  base_version: number;
  saved_at: string;
  /** JSON, packed. */
  document: string;
}

/** The users who have the content of a book open for editing. */
export interface BookContentEditorsTable {
  book_id: number;
  user_id: number;
  since: string;
  seen_at: string;
  taken_from: number | null;
}

export type ChapterRow = Selectable<ChaptersTable>;
export type TextItemRow = Selectable<TextItemsTable>;
