import type { BookContent } from './book-content.ts';
import { type Edge, isAdjoining, hasAudio } from './marks.ts';
import { fileOf, type Timeline } from './timeline.ts';

/** A mark on the timeline: the start of a chapter, or an end without an adjoining chapter. */
export interface LineMark {
  readonly key: string;
  readonly edge: Edge;
  readonly time: number;
  readonly name: string;
  readonly isLocked: boolean;
  /** The start of its file on the timeline, in seconds. */
  readonly offset: number;
}

export interface LineChapter {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface TimelineMarks {
  /** Sorted by time. */
  readonly marks: readonly LineMark[];
  readonly chapters: readonly LineChapter[];
}

/** Returns the chapters and their marks on the timeline. */
export function marksOnTimeline(bookContent: BookContent, timeline: Timeline): TimelineMarks {
  const chaptersWithAudio = bookContent.chapters
    .filter(hasAudio)
    .flatMap((chapter) => {
      const file = fileOf(timeline, chapter.audio.file);
      return file ? [{ chapter, offset: file.offset }] : [];
    })
    .toSorted((a, b) => a.offset + a.chapter.audio.start - (b.offset + b.chapter.audio.start));
  const marks = chaptersWithAudio.flatMap(({ chapter, offset }, index): LineMark[] => {
    const { key, name, audio, isLocked } = chapter;
    const next = chaptersWithAudio[index + 1];
    const common = { key, name, offset };
    const start = { ...common, edge: 'start' as const, time: offset + audio.start, isLocked };
    const hasNext = next?.offset === offset && isAdjoining(chapter, next.chapter);
    if (hasNext) return [start];
    return [start, { ...common, edge: 'end', time: offset + audio.end, isLocked }];
  });
  return {
    marks: marks.toSorted((a, b) => a.time - b.time),
    chapters: chaptersWithAudio.map(({ chapter: { key, audio }, offset }) => ({
      key,
      start: offset + audio.start,
      end: offset + audio.end,
    })),
  };
}

/** Returns the chapter at a time of the timeline. If several overlap, the one with the last start is returned. */
export const chapterAt = ({ chapters }: TimelineMarks, time: number): LineChapter | undefined =>
  chapters.findLast(({ start, end }) => start <= time && time < end);

/** Returns the index of the first mark at or after a time. */
function firstFrom(marks: readonly LineMark[], time: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the marks from one time up to another, excluding the latter. */
export const marksBetween = (marks: readonly LineMark[], from: number, to: number): readonly LineMark[] =>
  marks.slice(firstFrom(marks, from), firstFrom(marks, to));

/** Returns true if a start should replace an end. Both are at the border of two files, where the mark has the name of the next chapter. */
const hasPriority = (mark: LineMark, last: LineMark): boolean => mark.edge === 'start' && last.edge === 'end';

/**
 * Returns the marks rendered as handles: the visible ones, only some of overlapping ones, and always the selected one. They are chosen on a
 * time grid, so they stay the same while the view moves.
 */
export function handles(
  marks: readonly LineMark[],
  {
    from,
    perPixel,
    width,
    chosen,
    minDistancePx = 12,
  }: {
    readonly from: number;
    readonly perPixel: number;
    readonly width: number;
    readonly chosen: string | undefined;
    readonly minDistancePx?: number | undefined;
  },
): readonly LineMark[] {
  const minDistance = minDistancePx * perPixel;
  const cell = 2 ** Math.ceil(Math.log2(minDistance));
  const startTime = from - 8 * perPixel;
  const visibleMarks = marksBetween(
    marks,
    Math.floor(startTime / cell) * cell,
    from + (width + 8) * perPixel,
  );
  const cellOf = ({ time }: LineMark) => Math.floor(time / cell);
  const handleMarks: LineMark[] = [];
  visibleMarks.forEach((mark, index) => {
    const last = handleMarks.at(-1);
    const next = visibleMarks[index + 1];
    if (!last || mark.time - last.time >= minDistance) {
      const isFirst = !last || cellOf(last) !== cellOf(mark);
      if (isFirst || mark.key === chosen || !next || next.time - mark.time >= minDistance)
        handleMarks.push(mark);
    } else if (last.key === chosen) {
      // Both are needed: the end of the selected chapter can be moved, and the start has the name of the next chapter.
      if (hasPriority(mark, last)) handleMarks.push(mark);
    } else if (mark.key === chosen || hasPriority(mark, last)) handleMarks[handleMarks.length - 1] = mark;
  });
  return handleMarks.filter(({ time }) => time >= startTime);
}
