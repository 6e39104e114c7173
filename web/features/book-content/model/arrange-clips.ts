import {
  freshKey,
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
  /** Seconds of the file. */
  readonly length: number;
  readonly parts: readonly ArrangedChapter[];
  /** The name of a chapter without a title, by its number. */
  readonly nameOf: (number: number) => string;
}

interface ClipRange {
  readonly start: number;
  readonly end: number;
  readonly title: string | undefined;
  readonly locked: ChapterWithAudio | undefined;
}

/** The pieces of the file: locked chapters as they are, the rest cut at the starts that lie in it. */
function piecesOf(row: readonly ChapterWithAudio[], { length, parts }: ArrangeOptions): ClipRange[] {
  const locked = row.filter(({ isLocked }) => isLocked);
  const isFree = (time: number) =>
    locked.every(({ audio }) => time <= audio.start - MIN_CHAPTER || time >= audio.end + MIN_CHAPTER);
  const starts: { start: number; title: string | undefined; locked: ChapterWithAudio | undefined }[] = [
    ...parts
      .filter(({ start }) => start >= 0 && start <= length - MIN_CHAPTER && isFree(start))
      .map(({ start, title }) => ({ start: toMilliseconds(start), title, locked: undefined })),
    ...locked.map((chapter) => ({ start: chapter.audio.start, title: undefined, locked: chapter })),
  ];
  for (const { audio } of locked)
    if (
      audio.end < length - MIN_CHAPTER &&
      starts.every(({ start }) => Math.abs(start - audio.end) >= MIN_CHAPTER)
    )
      starts.push({ start: audio.end, title: undefined, locked: undefined });
  const ordered = starts
    .toSorted((a, b) => a.start - b.start)
    .filter(
      ({ start, locked: own }, at, all) =>
        own || at === 0 || start - (all[at - 1]?.start ?? 0) >= MIN_CHAPTER,
    );
  return ordered.map((piece, at) => ({
    ...piece,
    end: piece.locked ? piece.locked.audio.end : (ordered[at + 1]?.start ?? length),
  }));
}

/** Paragraphs go to the piece in which they are read; those without times stay together. */
function textOf(piece: ClipRange, all: readonly Paragraph[]): Paragraph[] {
  return all.filter(
    ({ time }) => time && time.start >= piece.start - 0.001 && time.start < piece.end - 0.001,
  );
}

/**
 * Divides the sound of a file again. The chapters that were in it keep ids, codes and, where no titles are given, names, one after
 * the other; locked ones stay as they are; those that are too many go, and their texts join the last.
 */
export function arrangeClips(bookContent: BookContent, options: ArrangeOptions): BookContent {
  const row = chaptersIn(bookContent, options.file);
  const pieces = piecesOf(row, options);
  if (pieces.length === 0) return bookContent;
  const free = row.filter(({ isLocked }) => !isLocked);
  const unread = free.flatMap(({ paragraphs }) => paragraphs);
  const placed = new Set<string>();
  let result: BookContent = bookContent;
  let used = 0;
  let number = 0;
  const arranged: Chapter[] = pieces.map((piece) => {
    number += 1;
    if (piece.locked) return piece.locked;
    const freePosition = free[used];
    used += 1;
    const fresh = freePosition ? undefined : freshKey(result);
    if (fresh) result = fresh.bookContent;
    const timed = textOf(piece, unread);
    for (const { key } of timed) placed.add(key);
    const chapter: Chapter = {
      ...(freePosition ?? newChapter(fresh?.key ?? '', '')),
      name: piece.title ?? freePosition?.name ?? options.nameOf(number),
      audio: { file: options.file, start: piece.start, end: piece.end },
      paragraphs: timed,
    };
    return chapter;
  });
  const withRest = addUntimed(arranged, free, placed);
  const firstAt = bookContent.chapters.findIndex((chapter) => row.some(({ key }) => key === chapter.key));
  const isOfRow = new Set(row.map(({ key }) => key));
  const others = bookContent.chapters.filter(({ key }) => !isOfRow.has(key));
  // All that stand before the first of the row are others.
  const before = firstAt < 0 ? others.length : firstAt;
  return { ...result, chapters: others.toSpliced(before, 0, ...withRest.map(withTimesBookContent)) };
}

/** Paragraphs that belong to no clip stay with their chapter, else go to the last one. */
function addUntimed(
  arranged: readonly Chapter[],
  free: readonly ChapterWithAudio[],
  placed: ReadonlySet<string>,
): Chapter[] {
  const result = [...arranged];
  const target = result.findLastIndex(({ isLocked }) => !isLocked);
  for (const { key, paragraphs } of free) {
    const rest = paragraphs.filter((paragraph) => !placed.has(paragraph.key));
    if (rest.length === 0) continue;
    const own = result.findIndex((chapter) => chapter.key === key);
    const at = own >= 0 ? own : target;
    const chapter = result[at];
    if (chapter) result[at] = { ...chapter, paragraphs: [...chapter.paragraphs, ...rest] };
  }
  return result;
}

/** Gives chapters other names in the order of the book; what is more than there are chapters is left over. */
export function withTitles(bookContent: BookContent, titles: readonly string[], from = 0): BookContent {
  const isChanged = bookContent.chapters.some(({ name }, at) => (titles[at - from] ?? name) !== name);
  if (!isChanged) return bookContent;
  return {
    ...bookContent,
    chapters: bookContent.chapters.map((chapter, at) => ({
      ...chapter,
      name: titles[at - from] ?? chapter.name,
    })),
  };
}
