import { MAX_ADVANTAGE } from './alternatives.ts';
import type { Span } from './pauses.ts';
import type { PathResult } from './read-path.ts';
import { followsPause, pauseShareOf } from './sentence-pauses.ts';
import type { Sentence } from './sentences.ts';
import { medianOf, relativeTimesOf } from './speaking-rate.ts';

/*
 * The confidence in the time of a sentence. Several signs indicate a wrong time. Their weighted sum is the logarithm of the odds of a
 * wrong time, minus a limit. The weights are a logistic regression on books of human recordings with known times: books with one and
 * several voices, music, other texts, and chapters of a minute. All durations are in seconds.
 */
const weights = {
  /** The logarithm of the time of the sentence by the usual one of its length: too quick, too slow, and of its neighbours, up to a limit. */
  quick: 6.5,
  slow: 2.7,
  neighbours: 5,
  /** The variation of the rate in the chapter, beyond that of usual reading. */
  variation: 36,
  /** The sentence starts without a pause, in a chapter whose sentences usually follow a pause. */
  withoutPause: 2.6,
  /** The longest pause in the sentence, and a pause soon after its start. */
  innerPause: 5.1,
  earlyPause: 1.8,
  /** The number of neighbours that were not found, up to 2. */
  lost: 1.6,
  /** The share of the speech that the text of the chapter does not explain. */
  unexplained: 8.3,
  /** The lag of its letters behind those of most sentences, by its length, and the same for its first second. */
  lag: 0.69,
  firstLag: 0.32,
  /** The share of the largest advantage over the best alternative start that the start does not have. */
  alternative: 3.15,
};
const LIMIT = 10.85;
const USUAL_VARIATION = 0.13;
const SHORTEST = 0.05;
const MAX_NEIGHBOUR = 0.8;
/** Longer sentences give no more evidence. */
const MAX_EVIDENCE = 50;
const EDGE = 0.05;
const LATEST_START = 0.1;
const EARLY = 0.9;
const LEAST_EARLY_PAUSE = 0.25;
/** A sentence with lower odds is not compared with alternatives, because they rarely change its result. */
export const LEAST_ODDS = -2.5;
/** Below this share of explained audio the whole text has low confidence, because it may be another text. */
const LEAST_EXPLAINED = 0.6;
const SUREST = 0.98;

/** Returns the length of the longest pause inside a sentence, and 1 if a pause follows soon after its start. */
function pausesInside([start, end]: Span, silences: readonly Span[]) {
  let inner = 0;
  let early = 0;
  for (const [from, to] of silences) {
    if (to <= start + EDGE || from >= end - EDGE) continue;
    const last = Math.min(to, end - EDGE);
    inner = Math.max(inner, last - Math.max(from, start + EDGE));
    const isEarly = from > start - LATEST_START && from < start + EARLY && to < end;
    if (isEarly && last - Math.max(from, start) > LEAST_EARLY_PAUSE) early = 1;
  }
  return { inner, early };
}

export interface Confidence {
  /** 0 to 1. */
  readonly confidence: number;
  readonly isUncertain: boolean;
}

/** The times of sentences, and how their letters fit. */
export type PathFit = Pick<PathResult, 'times' | 'lags' | 'firstLags' | 'advantages' | 'explained'>;

interface Pauses {
  readonly silences: readonly Span[];
  /** Start of each sentence after it was moved to a pause. */
  readonly starts: readonly (number | undefined)[];
}

/** Returns the logarithm of the odds of a wrong time, minus the limit, by sentence; undefined for a sentence that was not found. */
export function oddsOf(
  sentences: readonly Sentence[],
  { times, lags, firstLags, explained, advantages = [] }: PathFit,
  { silences, starts }: Pauses,
): (number | undefined)[] {
  const usualLag = medianOf(lags.filter((_, index) => times[index]));
  const rates = relativeTimesOf(sentences, times).map((time) => time && Math.log(Math.max(time, SHORTEST)));
  const spokenRates = rates.filter((rate) => rate !== undefined);
  const variation = Math.max(0, medianOf(spokenRates.map(Math.abs)) - USUAL_VARIATION);
  const pauseShare = pauseShareOf(starts, silences);
  const spokenIndexes = times.flatMap((span, index) => (span ? [index] : []));
  const positions = new Map(spokenIndexes.map((index, position) => [index, position]));
  return sentences.map(({ weight }, index): number | undefined => {
    const span = times[index];
    const position = positions.get(index);
    if (!span || position === undefined) return undefined;
    const last = spokenIndexes[position - 1] ?? -1;
    const next = spokenIndexes[position + 1] ?? sentences.length;
    const rate = rates[index] ?? 0;
    const { inner, early } = pausesInside(span, silences);
    const evidence = Math.sqrt(Math.min(weight, MAX_EVIDENCE));
    return (
      weights.quick * Math.max(0, -rate) +
      weights.slow * Math.max(0, rate) +
      weights.neighbours *
        Math.min(MAX_NEIGHBOUR, Math.max(Math.abs(rates[last] ?? 0), Math.abs(rates[next] ?? 0))) +
      weights.variation * variation +
      weights.withoutPause * (followsPause(starts[index] ?? 0, silences) ? 0 : pauseShare) +
      weights.innerPause * inner +
      weights.earlyPause * early +
      weights.lost * Math.min(2, next - last - 2) +
      weights.unexplained * (1 - explained) +
      weights.lag * evidence * (usualLag - lags[index]!) +
      weights.firstLag * (usualLag - firstLags[index]!) +
      weights.alternative * (1 - (advantages[index] ?? MAX_ADVANTAGE) / MAX_ADVANTAGE) -
      LIMIT
    );
  });
}

/** Returns the confidence in the time of each sentence; undefined for a sentence that was not found. */
export function confidencesOf(
  sentences: readonly Sentence[],
  alignment: PathFit,
  pauses: Pauses,
): (Confidence | undefined)[] {
  const { explained } = alignment;
  return oddsOf(sentences, alignment, pauses).map((odds) => {
    if (odds === undefined) return undefined;
    const isUncertain = odds > 0 || explained < LEAST_EXPLAINED;
    const most = explained < LEAST_EXPLAINED ? Math.max(odds, 0) : odds;
    return { confidence: Math.round((100 * SUREST) / (1 + Math.exp(most))) / 100, isUncertain };
  });
}
