import { movedList } from '#web/core/lib/move-item.ts';
import {
  type Chapter,
  addKey,
  type BookContent,
  indexOfChapter,
  MIN_CHAPTER,
  type Paragraph,
  SAME_TIME,
  type Audio,
  toMilliseconds,
  newChapter,
  withChapter,
  withoutTimes,
  withTimesBookContent,
} from './book-content.ts';

export const rename = (bookContent: BookContent, key: string, name: string): BookContent =>
  withChapter(bookContent, key, (chapter) => (chapter.name === name ? chapter : { ...chapter, name }));

export const lock = (bookContent: BookContent, keys: ReadonlySet<string>, isLocked: boolean): BookContent =>
  bookContent.chapters.some((chapter) => keys.has(chapter.key) && chapter.isLocked !== isLocked)
    ? {
        ...bookContent,
        chapters: bookContent.chapters.map((chapter) =>
          keys.has(chapter.key) ? { ...chapter, isLocked } : chapter,
        ),
      }
    : bookContent;

/** Sets or removes the separate audio of a chapter. The times of its text are removed, since they belong to other audio. */
export const withOwnAudio = (bookContent: BookContent, key: string, audio: Audio | undefined): BookContent =>
  withChapter(bookContent, key, (chapter) =>
    chapter.isLocked
      ? chapter
      : {
          ...chapter,
          audio,
          missingInText: [],
          paragraphs: chapter.paragraphs.map(withoutTimes),
        },
  );

const charactersOf = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the number of paragraphs before a time: by their times, without times by the length of their texts. */
export function paragraphsBefore({ audio, paragraphs }: Chapter, time: number): number {
  const timedIndex = paragraphs.findIndex(
    (paragraph) => paragraph.time && paragraph.time.end > time + SAME_TIME,
  );
  if (timedIndex >= 0) {
    const firstTime = paragraphs[timedIndex]?.time;
    const hasStarted = firstTime !== undefined && firstTime.start < time - SAME_TIME;
    return hasStarted && time - firstTime.start > firstTime.end - time ? timedIndex + 1 : timedIndex;
  }
  if (paragraphs.some((paragraph) => paragraph.time)) return paragraphs.length;
  if (!audio || audio.end <= audio.start) return paragraphs.length;
  const characters = (charactersOf(paragraphs) * (time - audio.start)) / (audio.end - audio.start);
  return countUntil(paragraphs, characters);
}

function countUntil(paragraphs: readonly Paragraph[], limit: number): number {
  let characters = 0;
  let count = 0;
  for (const { text } of paragraphs) {
    if (characters + text.length / 2 > limit) return count;
    characters += text.length;
    count += 1;
  }
  return count;
}

/** Returns the start time of a paragraph: its own, otherwise estimated from the length of the previous texts. */
export function timeOfParagraph({ audio, paragraphs }: Chapter, index: number): number | undefined {
  if (!audio) return undefined;
  const time = paragraphs[index]?.time;
  if (time) return time.start;
  const all = charactersOf(paragraphs);
  if (all === 0) return undefined;
  const fraction = charactersOf(paragraphs.slice(0, index)) / all;
  return toMilliseconds(audio.start + fraction * (audio.end - audio.start));
}

export interface Clip {
  /** Seconds in the file of the chapter. Undefined assigns all audio to the first part. */
  readonly time: number | undefined;
  /** The number of paragraphs in the first part. */
  readonly count: number;
}

/** Returns true if a chapter can be split: both parts have content, and the times of a locked chapter are not changed. */
export function canSplit(chapter: Chapter | undefined, { time, count }: Clip): boolean {
  if (!chapter) return false;
  const { audio } = chapter;
  const cutsAudio =
    audio !== undefined &&
    time !== undefined &&
    time >= audio.start + MIN_CHAPTER &&
    time <= audio.end - MIN_CHAPTER;
  if (time !== undefined) return cutsAudio && !chapter.isLocked;
  return count > 0 && count < chapter.paragraphs.length;
}

/** Splits a chapter. The first part has its ID, code and name, so references to it stay valid. */
export function split(
  bookContent: BookContent,
  { key, cut, name }: { readonly key: string; readonly cut: Clip; readonly name: string },
): BookContent {
  const index = indexOfChapter(bookContent, key);
  const chapter = bookContent.chapters[index];
  if (!chapter || !canSplit(chapter, cut)) return bookContent;
  const { audio, paragraphs } = chapter;
  const withKey = addKey(bookContent);
  const time = cut.time === undefined ? undefined : toMilliseconds(cut.time);
  const first: Chapter = {
    ...chapter,
    audio: audio && time !== undefined ? { ...audio, end: time } : audio,
    paragraphs: paragraphs.slice(0, cut.count),
  };
  const second: Chapter = {
    ...newChapter(withKey.key, name),
    audio: audio && time !== undefined ? { ...audio, start: time } : undefined,
    missingInText: chapter.missingInText,
    paragraphs: paragraphs.slice(cut.count),
  };
  return {
    ...withKey.bookContent,
    chapters: bookContent.chapters.toSpliced(
      index,
      1,
      withTimesBookContent(first),
      withTimesBookContent(second),
    ),
  };
}

/** Returns true if a chapter and the next one can be merged. The result can have only one clip of audio. */
export function canMerge(first: Chapter | undefined, second: Chapter | undefined): boolean {
  if (!first || !second || first.isLocked || second.isLocked) return false;
  if (!first.audio || !second.audio) return true;
  return first.audio.file === second.audio.file && first.audio.end <= second.audio.start + SAME_TIME;
}

/** Merges a chapter with the next one. The result has the name, ID and code of the first. */
export function mergeWithNext(bookContent: BookContent, key: string): BookContent {
  const index = indexOfChapter(bookContent, key);
  const [first, second] = [bookContent.chapters[index], bookContent.chapters[index + 1]];
  if (!first || !second || !canMerge(first, second)) return bookContent;
  const audio =
    first.audio && second.audio ? { ...first.audio, end: second.audio.end } : (first.audio ?? second.audio);
  const missingInText = [...first.missingInText, ...second.missingInText];
  const whole = {
    ...first,
    audio,
    missingInText,
    paragraphs: [...first.paragraphs, ...second.paragraphs],
  };
  return { ...bookContent, chapters: bookContent.chapters.toSpliced(index, 2, whole) };
}

/** Removes chapters with their texts. The audio is not changed and has no chapter there. */
export function removeChapters(bookContent: BookContent, keys: ReadonlySet<string>): BookContent {
  const chapters = bookContent.chapters.filter(({ key }) => !keys.has(key));
  return chapters.length === bookContent.chapters.length ? bookContent : { ...bookContent, chapters };
}

/** Adds a chapter without audio and text after another one or at the end. */
export function addChapter(
  bookContent: BookContent,
  name: string,
  behind?: string,
): { bookContent: BookContent; key: string } {
  const withKey = addKey(bookContent);
  const index = behind === undefined ? bookContent.chapters.length : indexOfChapter(bookContent, behind) + 1;
  const chapter = newChapter(withKey.key, name);
  return {
    bookContent: { ...withKey.bookContent, chapters: bookContent.chapters.toSpliced(index, 0, chapter) },
    key: withKey.key,
  };
}

/** Moves a chapter to an index of the book, starting at 0. */
export function moveChapter(bookContent: BookContent, key: string, to: number): BookContent {
  const from = indexOfChapter(bookContent, key);
  const target = Math.min(Math.max(to, 0), bookContent.chapters.length - 1);
  return from < 0 || from === target
    ? bookContent
    : { ...bookContent, chapters: movedList(bookContent.chapters, from, target) };
}
