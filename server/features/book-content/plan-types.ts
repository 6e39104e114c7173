import type { SentChapter } from '#contract/book-content/book-content';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import type { ChapterValues, TextValues } from './content-blocks.ts';

/** The stored content that a save is compared with. */
export interface StoredBookContent {
  readonly chapters: readonly ChapterRow[];
  /** Of the chapters whose texts the save may change; those of others are not read. */
  readonly texts: ReadonlyMap<number, readonly TextItemRow[]>;
  readonly bookAudioKey: string | null;
  readonly storyPlaces: readonly StoryPlace[];
}

/** A story item that leads into the book. */
export interface StoryPlace {
  readonly story_book_id: number;
  readonly title: string;
  readonly position: number;
  readonly chapter_code: string;
  readonly text_item_code: string;
}

/** A requested chapter with the values that only the server has. */
export type ChapterOrder = SentChapter & {
  /** Of one that is brought back; else it follows from the times. */
  readonly duration?: number;
};

/** A sound by its key. */
export interface Audios {
  /** Seconds; undefined while nobody has listened to it. */
  secondsOf(key: string): number | undefined;
  /** Returns true for files of the book's chapters, also of earlier versions. */
  isOwn(key: string): boolean;
  /** A finished upload. */
  ofUpload(id: string): { readonly key: string; readonly seconds: number } | undefined;
}

export interface PlannedText {
  /** Undefined: a new one. */
  readonly before: TextItemRow | undefined;
  readonly values: TextValues;
}

export interface PlannedChapter {
  readonly before: ChapterRow | undefined;
  readonly values: ChapterValues;
  /** All of them in order; undefined when they stay as they are. */
  readonly texts: readonly PlannedText[] | undefined;
}

export interface Plan {
  /** In order. */
  readonly chapters: readonly PlannedChapter[];
  readonly removedChapters: readonly ChapterRow[];
  readonly removedTexts: readonly TextItemRow[];
  /** Story items whose codes follow what they lead to. */
  readonly moved: readonly { readonly place: StoryPlace; readonly chapter: string; readonly text: string }[];
  /** Story items that would lead nowhere. */
  readonly broken: readonly StoryPlace[];
}
