import type { TimeState } from '#contract/book-content/book-content';

/* The inside of a book while it is edited: plain data that is never changed in place. Times are seconds in the chapter's file. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The known times of a paragraph or sentence. */
export interface Timed {
  readonly time: Span | undefined;
  /** `anchor` times were set by hand, and an alignment leaves them alone. */
  readonly state: TimeState | undefined;
  readonly confidence: number | undefined;
}

/** A part of a paragraph's text, by the places of its first and behind its last character. */
export interface Sentence extends Timed {
  readonly from: number;
  readonly to: number;
}

export interface Paragraph extends Timed {
  /** Unique in the document, the same as long as it lives. */
  readonly key: string;
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly text: string;
  /** In order; empty before the text was aligned. */
  readonly sentences: readonly Sentence[];
}

export interface Audio extends Span {
  /** The address of the file, which several chapters may share. */
  readonly file: string;
}

export interface Chapter {
  readonly key: string;
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly name: string;
  readonly audio: Audio | undefined;
  /** Its times stay as they are until it is unlocked. */
  readonly isLocked: boolean;
  /** The spans of audio that are missing in the text. */
  readonly missingInText: readonly Span[];
  readonly paragraphs: readonly Paragraph[];
}

export interface BookContent {
  readonly chapters: readonly Chapter[];
  /** The number of chapters and paragraphs created here; new keys follow from it. */
  readonly made: number;
}

/** The shortest chapter there can be, in seconds. */
export const MIN_CHAPTER = 0.1;

/** Times that differ by less are the same. */
export const SAME_TIME = 0.0005;

export const untimed: Timed = { time: undefined, state: undefined, confidence: undefined };

export const indexOfChapter = ({ chapters }: BookContent, key: string): number =>
  chapters.findIndex((chapter) => chapter.key === key);

export const chapterOf = ({ chapters }: BookContent, key: string | undefined): Chapter | undefined =>
  chapters.find((chapter) => chapter.key === key);

/** The same document when the change changes nothing. */
export function withChapter(
  bookContent: BookContent,
  key: string,
  change: (chapter: Chapter) => Chapter,
): BookContent {
  const index = indexOfChapter(bookContent, key);
  const chapter = bookContent.chapters[index];
  if (!chapter) return bookContent;
  const changed = change(chapter);
  return changed === chapter
    ? bookContent
    : { ...bookContent, chapters: bookContent.chapters.with(index, changed) };
}

/** A key that nothing has, and the document that knows it is taken. */
export function freshKey(bookContent: BookContent): {
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
  ...untimed,
  key,
  id: undefined,
  code: undefined,
  text,
  sentences: [],
});

export const withoutTimes = (paragraph: Paragraph): Paragraph =>
  paragraph.time || paragraph.state || paragraph.sentences.length > 0
    ? { ...paragraph, ...untimed, sentences: [] }
    : paragraph;

/** Milliseconds are as fine as times are kept. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const clipped = (time: Span, { start, end }: Span): Span | undefined => {
  if (time.start >= start - SAME_TIME && time.end <= end + SAME_TIME) return time;
  const part = { start: Math.max(time.start, start), end: Math.min(time.end, end) };
  return part.end - part.start > 0.02 ? part : undefined;
};

function clippedPart<Part extends Timed>(part: Part, within: Span): Part {
  if (!part.time) return part;
  const time = clipped(part.time, within);
  if (time === part.time) return part;
  return time ? { ...part, time } : { ...part, ...untimed };
}

/** Its paragraphs with times only inside its sound: what lies outside is no longer known. */
export function withTimesBookContent(chapter: Chapter): Chapter {
  const { audio, paragraphs } = chapter;
  let isSame = true;
  const keptParagraphs = paragraphs.map((paragraph) => {
    const { time } = paragraph;
    if (!time || (audio && time === clipped(time, audio))) return paragraph;
    isSame = false;
    if (!audio || !clipped(time, audio)) return withoutTimes(paragraph);
    const sentences = paragraph.sentences.map((sentence) => clippedPart(sentence, audio));
    return clippedPart({ ...paragraph, sentences }, audio);
  });
  return isSame ? chapter : { ...chapter, paragraphs: keptParagraphs };
}
