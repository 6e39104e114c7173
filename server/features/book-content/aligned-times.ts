import type { BookContentSentence, TimeState } from '#contract/book-content/book-content';
import type { ParsedSentence } from './alignment/align-child.ts';

const toSentence = ({ from, to, span, confidence, isUncertain }: ParsedSentence): BookContentSentence => ({
  from,
  to,
  start: span?.[0] ?? null,
  end: span?.[1] ?? null,
  confidence,
  state: span ? (isUncertain ? 'low_confidence' : 'aligned') : 'missing_in_audio',
});

function stateOf(sentences: readonly BookContentSentence[]): TimeState {
  const states = new Set(sentences.map(({ state }) => state));
  if (states.size === 1 && states.has('missing_in_audio')) return 'missing_in_audio';
  return states.has('low_confidence') || states.has('missing_in_audio') ? 'low_confidence' : 'aligned';
}

/** Returns the aligned times of a text. */
export const timesOfText = (parsedSentences: readonly ParsedSentence[]) =>
  timesOfSentences(parsedSentences.map(toSentence));

/** Returns the times of a text from its sentences. Its confidence is the lowest of their confidences. */
export function timesOfSentences(sentences: BookContentSentence[]) {
  const timedSentences = sentences.filter(({ start }) => start !== null);
  return {
    start: timedSentences[0]?.start ?? null,
    end: timedSentences.at(-1)?.end ?? null,
    confidence: sentences.reduce((least, sentence) => Math.min(least, sentence.confidence ?? 1), 1),
    state: stateOf(sentences),
    sentences,
  };
}
