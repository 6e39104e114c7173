import { toExactClock } from '#web/core/lib/clock.ts';
import { type Chapter, type BookContent, SAME_TIME } from './book-content.ts';
import { wordCountOf } from './counts.ts';

export type DifferenceKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'moved'
  | 'times'
  | 'texts'
  | 'alignment'
  | 'locked';

export interface Difference {
  readonly kind: DifferenceKind;
  /** The number of the chapter in the first document, otherwise in the second, starting at 1. */
  readonly number: number;
  readonly name: string;
  /** The values before and after, shortened to one line. */
  readonly before: string;
  readonly after: string;
}

const textOf = ({ paragraphs }: Chapter): string => paragraphs.map(({ text }) => text).join('\n');

const timesOf = ({ paragraphs }: Chapter): string =>
  paragraphs.map(({ time, state }) => `${time?.start ?? ''} ${time?.end ?? ''} ${state ?? ''}`).join('\n');

function isSameAudio(first: Chapter['audio'], second: Chapter['audio']): boolean {
  if (!first || !second) return first === second;
  return (
    first.file === second.file &&
    Math.abs(first.start - second.start) < SAME_TIME &&
    Math.abs(first.end - second.end) < SAME_TIME
  );
}

/** Returns the moved chapters of both documents: those outside of the longest increasing subsequence. */
function movedKeys(before: readonly string[], after: readonly string[]): Set<string> {
  const position = new Map(before.map((key, index) => [key, index]));
  const common = after.filter((key) => position.has(key));
  const ends: number[] = [];
  const runs: string[][] = [];
  for (const key of common) {
    const index = position.get(key) ?? 0;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    runs[low] = [...(runs[low - 1] ?? []), key];
  }
  const unmovedKeys = new Set(runs.at(-1));
  return new Set(common.filter((key) => !unmovedKeys.has(key)));
}

/** Returns the differences between two documents with the same keys by chapter. */
export function compareBookContents(before: BookContent, after: BookContent): Difference[] {
  const old = new Map(before.chapters.map((chapter, index) => [chapter.key, { chapter, number: index + 1 }]));
  const now = new Map(after.chapters.map((chapter) => [chapter.key, chapter]));
  const movedChapters = movedKeys([...old.keys()], [...now.keys()]);
  const differences: Difference[] = [];
  const audioOf = ({ audio }: Chapter) =>
    audio ? `${toExactClock(audio.start)}–${toExactClock(audio.end)}` : '–';
  for (const { chapter, number } of old.values())
    if (!now.has(chapter.key))
      differences.push({ kind: 'removed', number, name: chapter.name, before: audioOf(chapter), after: '' });
  after.chapters.forEach((chapter, index) => {
    const number = index + 1;
    const oldChapter = old.get(chapter.key);
    const describe = (kind: DifferenceKind, from: string, to: string) =>
      differences.push({ kind, number, name: chapter.name, before: from, after: to });
    if (!oldChapter) {
      describe('added', '', audioOf(chapter));
      return;
    }
    const was = oldChapter.chapter;
    if (movedChapters.has(chapter.key)) describe('moved', String(oldChapter.number), String(number));
    if (was === chapter) return;
    if (was.name !== chapter.name) describe('renamed', was.name, chapter.name);
    if (!isSameAudio(was.audio, chapter.audio)) describe('times', audioOf(was), audioOf(chapter));
    if (was.isLocked !== chapter.isLocked) describe('locked', '', '');
    if (textOf(was) !== textOf(chapter))
      describe('texts', String(wordCountOf(was)), String(wordCountOf(chapter)));
    else if (timesOf(was) !== timesOf(chapter)) describe('alignment', '', '');
  });
  return differences;
}
