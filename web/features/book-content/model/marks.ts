import {
  type Chapter,
  type BookContent,
  MIN_CHAPTER,
  SAME_TIME,
  type Audio,
  type Span,
  type Timed,
  toMilliseconds,
  emptyTime,
  withTimesBookContent,
} from './book-content.ts';

/** The minimum duration of a time span in seconds. Shorter ones are removed. */
const MIN_SENTENCE_SECONDS = 0.02;

export type ChapterWithAudio = Chapter & { readonly audio: Audio };

export const hasAudio = (chapter: Chapter): chapter is ChapterWithAudio => chapter.audio !== undefined;

/** Returns the chapters of a file sorted by time, which can differ from their order in the book. */
export const chaptersIn = ({ chapters }: BookContent, file: string): ChapterWithAudio[] =>
  chapters
    .filter(hasAudio)
    .filter(({ audio }) => audio.file === file)
    .toSorted((a, b) => a.audio.start - b.audio.start);

/** Returns true if the first ends where the second begins, so they share one mark. */
export const isAdjoining = (
  first: ChapterWithAudio | undefined,
  second: ChapterWithAudio | undefined,
): boolean =>
  first !== undefined && second !== undefined && Math.abs(first.audio.end - second.audio.start) < 0.02;

export type Edge = 'start' | 'end';

interface MarkLimits {
  readonly chapter: ChapterWithAudio;
  /** The chapter on the other side of the same mark. */
  readonly partner: ChapterWithAudio | undefined;
  readonly low: number;
  readonly high: number;
  readonly isLocked: boolean;
}

/** Returns the range in seconds in which an edge of a chapter can be moved, and the chapter that moves with it. */
export function movableEdge(
  bookContent: BookContent,
  {
    key,
    edge,
    length,
  }: { readonly key: string; readonly edge: Edge; readonly length: (file: string) => number },
): MarkLimits | undefined {
  const markedChapter = bookContent.chapters.find((chapter) => chapter.key === key);
  if (!markedChapter || !hasAudio(markedChapter)) return undefined;
  const row = chaptersIn(bookContent, markedChapter.audio.file);
  const index = row.findIndex((chapter) => chapter.key === key);
  const neighbour = edge === 'start' ? row[index - 1] : row[index + 1];
  const joins =
    edge === 'start' ? isAdjoining(neighbour, markedChapter) : isAdjoining(markedChapter, neighbour);
  const partner = joins ? neighbour : undefined;
  const isLocked = markedChapter.isLocked || partner?.isLocked === true;
  if (edge === 'start') {
    const low = partner ? partner.audio.start + MIN_CHAPTER : (neighbour?.audio.end ?? 0);
    return { chapter: markedChapter, partner, low, high: markedChapter.audio.end - MIN_CHAPTER, isLocked };
  }
  const end = neighbour?.audio.start ?? Math.max(length(markedChapter.audio.file), markedChapter.audio.end);
  const high = partner ? partner.audio.end - MIN_CHAPTER : end;
  return { chapter: markedChapter, partner, low: markedChapter.audio.start + MIN_CHAPTER, high, isLocked };
}

const withAudio = (chapter: ChapterWithAudio, changes: Partial<Audio>): Chapter =>
  withTimesBookContent({ ...chapter, audio: { ...chapter.audio, ...changes } });

/**
 * Moves the start or the end of a chapter, and the edge of an adjoining chapter. The movement stops at other marks. Edges of locked
 * chapters are not moved.
 */
export function moveEdge(
  bookContent: BookContent,
  {
    key,
    edge,
    to,
    length,
  }: {
    readonly key: string;
    readonly edge: Edge;
    readonly to: number;
    readonly length: (file: string) => number;
  },
): BookContent {
  const movable = movableEdge(bookContent, { key, edge, length });
  if (!movable || movable.isLocked || movable.high < movable.low) return bookContent;
  const { chapter, partner, low, high } = movable;
  const time = toMilliseconds(Math.min(Math.max(to, low), high));
  if (Math.abs(time - chapter.audio[edge]) < SAME_TIME) return bookContent;
  const other: Edge = edge === 'start' ? 'end' : 'start';
  return {
    ...bookContent,
    chapters: bookContent.chapters.map((item) => {
      if (item === chapter) return withAudio(chapter, { [edge]: time });
      return partner && item === partner ? withAudio(partner, { [other]: time }) : item;
    }),
  };
}

export type TimeTransform = (time: number) => number;

export const shiftBy =
  (seconds: number): TimeTransform =>
  (time) =>
    time + seconds;

/** Returns a function that stretches the times after a fixed position. */
export const stretchFrom =
  (from: number, factor: number): TimeTransform =>
  (time) =>
    from + (time - from) * factor;

/**
 * Moves all times of a file from a position on. Returns undefined if this would move a locked chapter, make a chapter too short, or let
 * chapters overlap.
 */
export function warpAfter(
  bookContent: BookContent,
  {
    file,
    from,
    transform,
    length,
  }: {
    readonly file: string;
    readonly from: number;
    readonly transform: TimeTransform;
    readonly length: number;
  },
): BookContent | undefined {
  const row = chaptersIn(bookContent, file);
  const isMoved = (time: number) => time >= from - SAME_TIME;
  const fixedTimes = row
    .flatMap(({ audio: { start, end } }) => [start, end])
    .filter((time) => !isMoved(time));
  const floor = Math.max(0, ...fixedTimes);
  const move = (time: number) =>
    isMoved(time) ? toMilliseconds(Math.min(Math.max(transform(time), floor), length)) : time;
  const movedChapters = new Map<string, Chapter>();
  for (const chapter of row) {
    const { audio } = chapter;
    const changedAudio = { ...audio, start: move(audio.start), end: move(audio.end) };
    const isSame = changedAudio.start === audio.start && changedAudio.end === audio.end;
    if ((!isSame && chapter.isLocked) || changedAudio.end - changedAudio.start < MIN_CHAPTER)
      return undefined;
    const moveSpan = (span: Span): Span => ({ start: move(span.start), end: move(span.end) });
    const moveTimed = <Item extends Timed>(item: Item): Item => {
      if (!item.time || !isMoved(item.time.end)) return item;
      const time = moveSpan(item.time);
      // A time that was moved against an end or a fixed mark is unknown.
      return time.end - time.start > MIN_SENTENCE_SECONDS ? { ...item, time } : { ...item, ...emptyTime };
    };
    const paragraphs = chapter.paragraphs.map((paragraph) =>
      paragraph.time && isMoved(paragraph.time.end)
        ? { ...moveTimed(paragraph), sentences: paragraph.sentences.map(moveTimed) }
        : paragraph,
    );
    const missingInText = chapter.missingInText
      .map(moveSpan)
      .filter(({ start, end }) => end - start > MIN_SENTENCE_SECONDS);
    movedChapters.set(
      chapter.key,
      withTimesBookContent({ ...chapter, audio: changedAudio, missingInText, paragraphs }),
    );
  }
  const order = [...movedChapters.values()].filter(hasAudio);
  const changesOrder = order.some((chapter, index) => {
    const next = order[index + 1];
    return next !== undefined && next.audio.start < chapter.audio.end - SAME_TIME;
  });
  if (changesOrder) return undefined;
  return {
    ...bookContent,
    chapters: bookContent.chapters.map((chapter) => movedChapters.get(chapter.key) ?? chapter),
  };
}
