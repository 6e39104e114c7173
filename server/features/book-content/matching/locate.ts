import type { Span } from '../alignment/pauses.ts';
import type { Sentence } from '../alignment/sentences.ts';
import { type NarrationAudio, type Narration, findSentences, sliceAudio } from './narration.ts';

/** Spoken length of the sentences that identify the start of a chapter, and of those before it. */
export const HEAD_WEIGHT = 450;
const TAIL_WEIGHT = 120;
/** Shorter sentences at the start are a title. */
const TITLE_WEIGHT = 25;
const TITLE_SENTENCES = 3;
/** Seconds that a sentence can be away from its expected time, and the share of the time since the start. */
const SPARE = 3;
const SPARE_SHARE = 0.25;
/** Seconds before and after the sentences in the exact search. */
const MARGIN = 8;
/** Seconds between the start of a chapter and its first sentence. */
const LEAD = 0.15;
/** Least seconds of a spoken title with its pauses, and of the pause before it. */
const TITLE = 0.5;
const PAUSE = 0.4;

/** The start of a chapter in audio. */
export interface ChapterStart {
  /** The start of the chapter and of its first sentence, in seconds. */
  readonly cut: number;
  readonly start: number;
  /** 0 to 1: the share of the first sentences that were found. */
  readonly confidence: number;
}

const weightOf = (sentences: readonly Sentence[]): number =>
  sentences.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the first sentences up to a spoken length. */
function headOf(sentences: readonly Sentence[], most: number): Sentence[] {
  let weight = 0;
  const end = sentences.findIndex((sentence) => {
    const isBehind = weight >= most;
    weight += sentence.weight;
    return isBehind;
  });
  return sentences.slice(0, end < 0 ? sentences.length : end);
}

/** Returns the sentences after a title, which is often unspoken and a text of its own. */
function withoutTitle(sentences: readonly Sentence[]): readonly Sentence[] {
  const first = sentences.findIndex(
    ({ weight, from, isLast }) => weight >= TITLE_WEIGHT || from > 0 || !isLast,
  );
  return first > 0 && first <= TITLE_SENTENCES ? sentences.slice(first) : sentences;
}

const tailOf = (sentences: readonly Sentence[], most: number): Sentence[] =>
  headOf(sentences.toReversed(), most).toReversed();

/** The start of the text that most sentences agree on, and their share by spoken length. */
function agreedStart(
  times: readonly (Span | undefined)[],
  sentences: readonly Sentence[],
  rate: number,
): { readonly start: number; readonly share: number } | undefined {
  let before = 0;
  const votes = sentences.flatMap(({ weight }, index) => {
    const seconds = before * rate;
    before += weight;
    const time = times[index];
    return time ? [{ start: time[0] - seconds, spare: SPARE + SPARE_SHARE * seconds, weight }] : [];
  });
  let best: { start: number; weight: number } | undefined;
  for (const { start, spare } of votes) {
    const near = votes.filter((vote) => Math.abs(vote.start - start) <= Math.max(spare, vote.spare));
    const weight = near.reduce((sum, vote) => sum + vote.weight, 0);
    if (!best || weight > best.weight) best = { start, weight };
  }
  return best && { start: best.start, share: best.weight / Math.max(1, before) };
}

/** Returns the start of a chapter before its first sentence. A title that is not in the text can precede the sentence. */
function cutBefore(
  start: number,
  {
    end,
    silences,
    foreign,
  }: {
    /** The end of the chapter before, if known. */
    readonly end: number | undefined;
    readonly silences: readonly Span[];
    readonly foreign: readonly Span[];
  },
): number {
  const from = end ?? start - MARGIN;
  const title = foreign.find(
    (span) => span[0] >= from - 0.1 && span[1] <= start + 0.1 && span[1] - span[0] > TITLE,
  );
  if (!title) return Math.max(from, start - LEAD);
  const pauses = silences.filter(
    (silence) => silence[1] > from && silence[1] <= title[0] + TITLE && silence[1] - silence[0] >= PAUSE,
  );
  const [longest] = pauses.toSorted((x, y) => y[1] - y[0] - (x[1] - x[0]));
  return longest
    ? Math.max(longest[1] - LEAD, (longest[0] + longest[1]) / 2)
    : Math.max(from, title[0] - LEAD);
}

interface Search {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** The sentences from the start of the chapter on, and those before it. */
  readonly sentences: readonly Sentence[];
  readonly before?: readonly Sentence[];
  /** Number of the sentences that are in the chapter; later ones are in the next chapters. */
  readonly own: number;
  /** Seconds per spoken length. */
  readonly rate: number;
  readonly narration: Narration;
}

/** Finds the start of a chapter between two times. */
export function locate(audio: NarrationAudio, search: Search): ChapterStart | undefined {
  const { from, to, sentences, before = [], own, rate, narration } = search;
  const text = withoutTitle(sentences.slice(0, own));
  const head = headOf([...text, ...sentences.slice(own)], HEAD_WEIGHT);
  if (to - from < 1 || head.length === 0) return undefined;
  const { times } = findSentences(sliceAudio(audio, from, to), head, narration);
  const agreement = agreedStart(times, head, rate);
  if (!agreement) return undefined;
  const tail = tailOf(before, TAIL_WEIGHT);
  const first = Math.max(0, from + agreement.start - weightOf(tail) * rate * 1.5 - MARGIN);
  const last = Math.min(audio.seconds, from + agreement.start + weightOf(head) * rate * 1.3 + MARGIN);
  const near = findSentences(sliceAudio(audio, first, last), [...tail, ...head], narration);
  const toWhole = ([begin, end]: Span): Span => [begin + first, end + first];
  const nearTimes = near.times.map((span) => span && toWhole(span));
  const headTimes = nearTimes.slice(tail.length);
  const lead = headTimes.findIndex((span, index) => span && index < text.length);
  const start = headTimes[lead]?.[0];
  const share = agreedStart(headTimes, head, rate)?.share ?? 0;
  if (start === undefined) return undefined;
  const tailEnd = nearTimes.slice(0, tail.length).findLast((span) => span)?.[1];
  return {
    cut: Math.max(
      0,
      cutBefore(start, {
        end: tailEnd,
        silences: audio.silences,
        foreign: near.foreign.map(toWhole),
      }),
    ),
    start,
    confidence: Math.round(100 * Math.min(agreement.share, share)) / 100,
  };
}
