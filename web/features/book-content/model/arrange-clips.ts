import {
  addKey,
  type Chapter,
  type BookContent,
  MIN_CHAPTER,
  newChapter,
  type Paragraph,
  toMilliseconds,
  withTimesBookContent,
} from './book-content.ts';
import { chaptersIn, type ChapterWithAudio } from './marks.ts';

export interface ArrangedChapter {
  readonly start: number;
  readonly title: string | undefined;
}

export interface ArrangeOptions {
  readonly file: string;
  /** The duration of the file in seconds. */
  readonly length: number;
  readonly chapters: readonly ArrangedChapter[];
  /**
   * Returns the name of a chapter without a title.
   * @param number starts at 1
   */
  readonly nameOf: (number: number) => string;
}

interface ClipRange {
  readonly start: number;
  readonly end: number;
  readonly title: string | undefined;
  readonly locked: ChapterWithAudio | undefined;
}

/** Returns the ranges of the file: locked chapters unchanged, the rest split at the starts in it. */
function rangesOf(row: readonly ChapterWithAudio[], { length, chapters }: ArrangeOptions): ClipRange[] {
  const lockedChapters = row.filter(({ isLocked }) => isLocked);
  const isFree = (time: number) =>
    lockedChapters.every(({ audio }) => time <= audio.start - MIN_CHAPTER || time >= audio.end + MIN_CHAPTER);
  const starts: { start: number; title: string | undefined; locked: ChapterWithAudio | undefined }[] = [
    ...chapters
      .filter(({ start }) => start >= 0 && start <= length - MIN_CHAPTER && isFree(start))
      .map(({ start, title }) => ({ start: toMilliseconds(start), title, locked: undefined })),
    ...lockedChapters.map((chapter) => ({ start: chapter.audio.start, title: undefined, locked: chapter })),
  ];
  for (const { audio } of lockedChapters)
    if (
      audio.end < length - MIN_CHAPTER &&
      starts.every(({ start }) => Math.abs(start - audio.end) >= MIN_CHAPTER)
    )
      starts.push({ start: audio.end, title: undefined, locked: undefined });
  const orderedStarts = starts
    .toSorted((a, b) => a.start - b.start)
    .filter(
      ({ start, locked: own }, index, all) =>
        own || index === 0 || start - (all[index - 1]?.start ?? 0) >= MIN_CHAPTER,
    );
  return orderedStarts.map((range, index) => ({
    ...range,
    end: range.locked ? range.locked.audio.end : (orderedStarts[index + 1]?.start ?? length),
  }));
}

/** Returns the paragraphs whose times start in the range. Paragraphs without times are not included. */
function textOf(range: ClipRange, all: readonly Paragraph[]): Paragraph[] {
  return all.filter(
    ({ time }) => time && time.start >= range.start - 0.001 && time.start < range.end - 0.001,
  );
}

/**
 * Divides the audio of a file again. Its chapters are reused in order with their IDs and codes, and with their names if there are no
 * titles. Locked chapters are not changed. Surplus chapters are removed, and their texts are appended to the last chapter.
 */
export function arrangeClips(bookContent: BookContent, options: ArrangeOptions): BookContent {
  const row = chaptersIn(bookContent, options.file);
  const ranges = rangesOf(row, options);
  if (ranges.length === 0) return bookContent;
  const free = row.filter(({ isLocked }) => !isLocked);
  const unreadParagraphs = free.flatMap(({ paragraphs }) => paragraphs);
  const placedKeys = new Set<string>();
  let result: BookContent = bookContent;
  let usedCount = 0;
  let number = 0;
  const arrangedChapters: Chapter[] = ranges.map((range) => {
    number += 1;
    if (range.locked) return range.locked;
    const freePosition = free[usedCount];
    usedCount += 1;
    const fresh = freePosition ? undefined : addKey(result);
    if (fresh) result = fresh.bookContent;
    const timedParagraphs = textOf(range, unreadParagraphs);
    for (const { key } of timedParagraphs) placedKeys.add(key);
    const chapter: Chapter = {
      ...(freePosition ?? newChapter(fresh?.key ?? '', '')),
      name: range.title ?? freePosition?.name ?? options.nameOf(number),
      audio: { file: options.file, start: range.start, end: range.end },
      paragraphs: timedParagraphs,
    };
    return chapter;
  });
  const withUntimed = addUntimed(arrangedChapters, free, placedKeys);
  const firstAt = bookContent.chapters.findIndex((chapter) => row.some(({ key }) => key === chapter.key));
  const isOfRow = new Set(row.map(({ key }) => key));
  const others = bookContent.chapters.filter(({ key }) => !isOfRow.has(key));
  // All chapters before the first one of the row are others.
  const before = firstAt < 0 ? others.length : firstAt;
  return { ...result, chapters: others.toSpliced(before, 0, ...withUntimed.map(withTimesBookContent)) };
}

/** Adds paragraphs outside of all clips to their chapter, otherwise to the last unlocked one. */
function addUntimed(
  arrangedChapters: readonly Chapter[],
  free: readonly ChapterWithAudio[],
  placedKeys: ReadonlySet<string>,
): Chapter[] {
  const result = [...arrangedChapters];
  const target = result.findLastIndex(({ isLocked }) => !isLocked);
  for (const { key, paragraphs } of free) {
    const rest = paragraphs.filter((paragraph) => !placedKeys.has(paragraph.key));
    if (rest.length === 0) continue;
    const own = result.findIndex((chapter) => chapter.key === key);
    const index = own >= 0 ? own : target;
    const chapter = result[index];
    if (chapter) result[index] = { ...chapter, paragraphs: [...chapter.paragraphs, ...rest] };
  }
  return result;
}

/** Renames chapters in the order of the book. Surplus titles are ignored. */
export function withTitles(bookContent: BookContent, titles: readonly string[], from = 0): BookContent {
  const isChanged = bookContent.chapters.some(({ name }, index) => (titles[index - from] ?? name) !== name);
  if (!isChanged) return bookContent;
  return {
    ...bookContent,
    chapters: bookContent.chapters.map((chapter, index) => ({
      ...chapter,
      name: titles[index - from] ?? chapter.name,
    })),
  };
}
