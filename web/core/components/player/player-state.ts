import type { Book, Chapter } from '#contract/books/books';

/** The fields of a book that the player uses. */
export type PlayedBook = Pick<Book, 'id' | 'name' | 'author' | 'thumbnail_url' | 'image_url' | 'chapters'>;

/** A chapter with audio. */
export type PlayedChapter = Pick<Chapter, 'id' | 'name' | 'duration'> & { readonly track_url: string };

/** A part of a chapter, in seconds from its start. */
export interface PlayedRange {
  readonly start: number;
  readonly end: number;
}

export interface PlayRequest {
  readonly book: PlayedBook;
  /** Default: the chapter of the last position in the book, otherwise the first one. */
  readonly chapterId?: number;
  /** Default: the last position, if it is in this chapter. */
  readonly seconds?: number;
  /** Plays only this part. */
  readonly range?: PlayedRange;
  /** Reads the book again for its current file addresses. */
  readonly readBook: (signal: AbortSignal) => Promise<PlayedBook>;
}

export type PlayerStatus = 'loading' | 'playing' | 'paused' | 'failed';

/** The reason of a failure. `removed`: the chapter or its audio no longer exists. */
export type PlayerProblem = 'network' | 'removed' | 'file' | 'damaged';

export interface PlayerState {
  readonly book: PlayedBook;
  /** The chapters with audio. */
  readonly chapters: readonly PlayedChapter[];
  /** The index of the current chapter. */
  readonly index: number;
  readonly range: PlayedRange | undefined;
  readonly status: PlayerStatus;
  readonly problem: PlayerProblem | undefined;
}

export const currentChapter = ({ chapters, index }: PlayerState): PlayedChapter | undefined =>
  chapters[index];

/** Returns the chapters that can be played. */
export const withAudio = ({ chapters = [] }: Pick<PlayedBook, 'chapters'>): PlayedChapter[] =>
  chapters.flatMap(({ id, name, duration, track_url }) =>
    track_url ? [{ id, name, duration, track_url }] : [],
  );
