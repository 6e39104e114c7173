import { segmentSentences } from '#contract/book-content/segment-sentences';
import {
  type Paragraph,
  type Sentence,
  type Span,
  type Timed,
  toMilliseconds,
  emptyTime,
} from './book-content.ts';

/** Returns the sentences of a text without surrounding white space. */
export function splitSentences(text: string, language: string): Sentence[] {
  return segmentSentences(text, language).flatMap(({ segment, index }) => {
    const from = index + segment.length - segment.trimStart().length;
    const to = index + segment.trimEnd().length;
    return to > from ? [{ ...emptyTime, from, to }] : [];
  });
}

const cut = new WeakMap<Paragraph, readonly Sentence[]>();

/** Returns the aligned sentences of a paragraph, otherwise those of a segmentation by language. */
export function sentencesOf(paragraph: Paragraph, language: string): readonly Sentence[] {
  if (paragraph.sentences.length > 0) return paragraph.sentences;
  const cachedSentences = cut.get(paragraph);
  if (cachedSentences) return cachedSentences;
  const texts = splitSentences(paragraph.text, language);
  const { time, state, confidence } = paragraph;
  // A paragraph with times only as a whole is a single sentence.
  const sentences =
    time && paragraph.text !== '' ? [{ time, state, confidence, from: 0, to: paragraph.text.length }] : texts;
  cut.set(paragraph, sentences);
  return sentences;
}

/** Returns the time of a paragraph: from its first to its last sentence, with the lowest confidence. */
export function timedBy(sentences: readonly Sentence[]): Timed {
  const times = sentences.flatMap(({ time }) => time ?? []);
  const states = new Set(sentences.flatMap(({ state }) => state ?? []));
  const knownConfidences = sentences.flatMap(({ confidence }) => confidence ?? []);
  const confidence = knownConfidences.length > 0 ? Math.min(...knownConfidences) : undefined;
  if (times.length === 0)
    return {
      time: undefined,
      state: states.has('missing_in_audio') ? 'missing_in_audio' : undefined,
      confidence,
    };
  const time = {
    start: Math.min(...times.map(({ start }) => start)),
    end: Math.max(...times.map(({ end }) => end)),
  };
  const hasLowConfidence =
    states.has('low_confidence') || states.has('missing_in_audio') || times.length < sentences.length;
  const state = hasLowConfidence ? 'low_confidence' : states.has('aligned') ? 'aligned' : 'anchor';
  return { time, state, confidence };
}

/** Returns a paragraph with other sentences and the derived times. */
export const withSentences = (paragraph: Paragraph, sentences: readonly Sentence[]): Paragraph => ({
  ...paragraph,
  ...timedBy(sentences),
  sentences,
});

/**
 * Returns the ranges of sentences after an edit of the text. Sentences outside of the edit keep their text. The edited sentence is extended
 * or shortened.
 */
export function remapSentences(sentences: readonly Sentence[], before: string, after: string): Sentence[] {
  if (sentences.length === 0) return [];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const change = after.length - before.length;
  const position = (offset: number, isEnd: boolean) => {
    if (offset <= head && !(isEnd && offset === head && change > 0)) return offset;
    if (offset >= before.length - tail) return offset + change;
    // Inside the replaced range.
    return isEnd ? after.length - tail : head;
  };
  const matchedSentences: Sentence[] = [];
  for (const sentence of sentences) {
    const from = Math.max(position(sentence.from, false), matchedSentences.at(-1)?.to ?? 0);
    const to = Math.min(position(sentence.to, true), after.length);
    if (to > from && after.slice(from, to).trim() !== '') matchedSentences.push({ ...sentence, from, to });
  }
  return matchedSentences;
}

/** Splits a list of sentences at a character index. The time of a sentence that contains it is divided proportionally. */
export function splitSentencesAt(sentences: readonly Sentence[], offset: number): [Sentence[], Sentence[]] {
  const first: Sentence[] = [];
  const second: Sentence[] = [];
  for (const sentence of sentences) {
    const { from, to, time } = sentence;
    if (to <= offset) first.push(sentence);
    else if (from >= offset) second.push(sentence);
    else {
      const middle =
        time && toMilliseconds(time.start + ((time.end - time.start) * (offset - from)) / (to - from));
      const timeFields = (span: Span | undefined) => ({
        time: span,
        state: span ? ('low_confidence' as const) : sentence.state,
      });
      first.push({
        ...sentence,
        to: offset,
        ...timeFields(time && middle !== undefined ? { start: time.start, end: middle } : undefined),
      });
      second.push({
        ...sentence,
        from: offset,
        ...timeFields(time && middle !== undefined ? { start: middle, end: time.end } : undefined),
      });
    }
  }
  return [first, second];
}

export const movedBy = (sentences: readonly Sentence[], characters: number): Sentence[] =>
  sentences
    .map((sentence) => ({
      ...sentence,
      from: Math.max(0, sentence.from + characters),
      to: sentence.to + characters,
    }))
    .filter(({ from, to }) => to > from);
