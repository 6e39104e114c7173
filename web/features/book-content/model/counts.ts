import { countWords } from '#contract/core/count-words';
import type { Chapter, BookContent } from './book-content.ts';

const words = new WeakMap<Chapter, number>();

/** Counts words like the server. Cached by chapter. */
export function wordCountOf(chapter: Chapter): number {
  const counts = words.get(chapter);
  if (counts !== undefined) return counts;
  const count = chapter.paragraphs.reduce((sum, { text }) => sum + countWords(text), 0);
  words.set(chapter, count);
  return count;
}

export const wordsIn = ({ chapters }: BookContent): number =>
  chapters.reduce((sum, chapter) => sum + wordCountOf(chapter), 0);

export type AlignState = 'no-text' | 'no-audio' | 'none' | 'part' | 'needs-review' | 'all';

const states = new WeakMap<Chapter, AlignState>();

/** Returns the sync status of a chapter's text. */
export function alignStateOf(chapter: Chapter): AlignState {
  const cachedState = states.get(chapter);
  if (cachedState) return cachedState;
  const { paragraphs, audio } = chapter;
  const timedCount = paragraphs.filter(({ time }) => time).length;
  const alignState: AlignState =
    paragraphs.length === 0
      ? 'no-text'
      : !audio
        ? 'no-audio'
        : timedCount === 0 && !paragraphs.some(({ state }) => state === 'missing_in_audio')
          ? 'none'
          : paragraphs.some(({ state }) => state === 'low_confidence' || state === 'missing_in_audio')
            ? 'needs-review'
            : timedCount < paragraphs.length
              ? 'part'
              : 'all';
  states.set(chapter, alignState);
  return alignState;
}
