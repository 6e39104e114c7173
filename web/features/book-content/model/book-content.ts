import type { TimeState } from '#contract/book-content/book-content';

/* The content of a book during editing. The data is immutable. Times are seconds in the file of the chapter. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The known times of a paragraph or sentence. */
export interface Timed {
  readonly time: Span | undefined;
  /** `anchor` times were set by hand, and an alignment does not change them. */
  readonly state: TimeState | undefined;
  readonly confidence: number | undefined;
}

/** A range of a paragraph's text: the index of its first character, and the index after its last character. */
export interface Sentence extends Timed {
  readonly from: number;
  readonly to: number;
}

export interface Paragraph extends Timed {
  /** Unique in the document, and never changed. */
  readonly key: string;
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly text: string;
  /** In order; empty before the text is aligned. */
  readonly sentences: readonly Sentence[];
}

export interface Audio extends Span {
  /** The address of the file. Several chapters can share it. */
  readonly file: string;
}

export interface Chapter {
  readonly key: string;
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly name: string;
  readonly audio: Audio | undefined;
  /** True if its times cannot be changed. */
  readonly isLocked: boolean;
  /** The spans of audio that are missing in the text. */
  readonly missingInText: readonly Span[];
  readonly paragraphs: readonly Paragraph[];
}

export interface BookContent {
  readonly chapters: readonly Chapter[];
  /** The number of chapters and paragraphs created here. New keys are derived from it. */
  readonly made: number;
}

/** The minimum duration of a chapter in seconds. */
export const MIN_CHAPTER = 0.1;

/** Times with a smaller difference in seconds are treated as equal. */
export const SAME_TIME = 0.0005;

export const emptyTime: Timed = { time: undefined, state: undefined, confidence: undefined };

export const indexOfChapter = ({ chapters }: BookContent, key: string): number =>
  chapters.findIndex((chapter) => chapter.key === key);

export const chapterOf = ({ chapters }: BookContent, key: string | undefined): Chapter | undefined =>
  chapters.find((chapter) => chapter.key === key);

/** Returns the same document if nothing changes. */
export function withChapter(
  bookContent: BookContent,
  key: string,
  change: (chapter: Chapter) => Chapter,
): BookContent {
  const index = indexOfChapter(bookContent, key);
  const chapter = bookContent.chapters[index];
  if (!chapter) return bookContent;
  const changedChapter = change(chapter);
  return changedChapter === chapter
    ? bookContent
    : { ...bookContent, chapters: bookContent.chapters.with(index, changedChapter) };
}

/** Returns an unused key, and the document with an incremented counter. */
export function addKey(bookContent: BookContent): {
  readonly bookContent: BookContent;
  readonly key: string;
} {
  const createdCount = bookContent.made + 1;
  return { bookContent: { ...bookContent, made: createdCount }, key: `n${createdCount}` };
}

export const newChapter = (key: string, name: string): Chapter => ({
  key,
  id: undefined,
  code: undefined,
  name,
  audio: undefined,
  isLocked: false,
  missingInText: [],
  paragraphs: [],
});

export const newParagraph = (key: string, text: string): Paragraph => ({
  ...emptyTime,
  key,
  id: undefined,
  code: undefined,
  text,
  sentences: [],
});

export const withoutTimes = (paragraph: Paragraph): Paragraph =>
  paragraph.time || paragraph.state || paragraph.sentences.length > 0
    ? { ...paragraph, ...emptyTime, sentences: [] }
    : paragraph;

/** Rounds seconds to milliseconds, the precision of stored times. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const clipSpan = (time: Span, { start, end }: Span): Span | undefined => {
  if (time.start >= start - SAME_TIME && time.end <= end + SAME_TIME) return time;
  const range = { start: Math.max(time.start, start), end: Math.min(time.end, end) };
  return range.end - range.start > 0.02 ? range : undefined;
};

function clipTo<Item extends Timed>(item: Item, within: Span): Item {
  if (!item.time) return item;
  const time = clipSpan(item.time, within);
  if (time === item.time) return item;
  return time ? { ...item, time } : { ...item, ...emptyTime };
}

/** Removes the times of paragraphs outside of the chapter's audio. */
export function withTimesBookContent(chapter: Chapter): Chapter {
  const { audio, paragraphs } = chapter;
  let isSame = true;
  const clippedParagraphs = paragraphs.map((paragraph) => {
    const { time } = paragraph;
    if (!time || (audio && time === clipSpan(time, audio))) return paragraph;
    isSame = false;
    if (!audio || !clipSpan(time, audio)) return withoutTimes(paragraph);
    const sentences = paragraph.sentences.map((sentence) => clipTo(sentence, audio));
    return clipTo({ ...paragraph, sentences }, audio);
  });
  return isSame ? chapter : { ...chapter, paragraphs: clippedParagraphs };
}
