import type { ContentChapterInput, ContentTextItemInput } from '#contract/book-content/book-content';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import type { ChapterValues, TextValues } from './content-blocks.ts';

/** The stored content that a save is compared with. */
export interface StoredBookContent {
  readonly chapters: readonly ChapterRow[];
  /** Texts of the chapters whose texts the save may change; texts of other chapters are not read. */
  readonly texts: ReadonlyMap<number, readonly TextItemRow[]>;
  readonly bookAudioKey: string | null;
  readonly referringStories: readonly ReferringStory[];
}

/** A story item that references the book. */
export interface ReferringStory {
  readonly story_book_id: number;
  readonly title: string;
  readonly position: number;
  readonly chapter_code: string;
  readonly text_item_code: string;
}

interface NewRow {
  /** The reserved ID of a new row. */
  readonly newId?: number | undefined;
}

/** A requested text item with the values that only the server sets. */
export type TextOrder = ContentTextItemInput & NewRow;

/** A requested chapter with the values that only the server sets. */
export type ChapterOrder = Omit<ContentChapterInput, 'text_items'> &
  NewRow & {
    readonly text_items?: readonly TextOrder[] | undefined;
    /** Duration of a restored chapter; of others it is computed from the times. */
    readonly duration?: number;
    readonly alignment_method?: string | null | undefined;
  };

/** Audio files by key. */
export interface Audios {
  /** Returns seconds; undefined before the audio is analysed. */
  secondsOf(key: string): number | undefined;
  /** Returns true for files of the book's chapters, including those of earlier versions. */
  isOwn(key: string): boolean;
  /** Returns a completed upload. */
  ofUpload(id: string): { readonly key: string; readonly seconds: number } | undefined;
}

export interface PlannedText extends NewRow {
  /** Undefined for a new text. */
  readonly before: TextItemRow | undefined;
  readonly values: TextValues;
}

export interface PlannedChapter extends NewRow {
  readonly before: ChapterRow | undefined;
  readonly values: ChapterValues;
  /** All texts in order; undefined when they do not change. */
  readonly texts: readonly PlannedText[] | undefined;
}

export interface Plan {
  /** In order. */
  readonly chapters: readonly PlannedChapter[];
  readonly removedChapters: readonly ChapterRow[];
  readonly removedTexts: readonly TextItemRow[];
  /** Story items whose codes change with the moved texts. */
  readonly moved: readonly {
    readonly story: ReferringStory;
    readonly chapter: string;
    readonly text: string;
  }[];
  /** Story items whose references would be broken. */
  readonly broken: readonly ReferringStory[];
}
