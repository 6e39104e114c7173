import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

/*
 * The time of a sentence, as the logarithm of its share of the usual time of its length. A sentence with far less or far more time is not
 * spoken there. The transition is gradual, because the first results of a short chapter are inexact.
 */
const QUICK = { usual: 0.2, lost: 0.7 };
const SLOW = { usual: 0.5, lost: 1 };
const SHORTEST = 1e-3;

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the seconds of each sentence by its weight, relative to the median of all; undefined for a sentence without a time. */
export function relativeTimesOf(
  sentences: readonly Sentence[],
  times: readonly (Span | undefined)[],
): (number | undefined)[] {
  const values = sentences.map(({ weight }, index) => {
    const span = times[index];
    return span && (span[1] - span[0]) / weight;
  });
  const median = medianOf(values.filter((value) => value !== undefined));
  return values.map((value) => value && value / median);
}

/** Returns the weight of the sentences that are not found or have an unusual amount of time. */
export function lostWeightOf(sentences: readonly Sentence[], times: readonly (Span | undefined)[]): number {
  const relativeTimes = relativeTimesOf(sentences, times);
  return sentences.reduce((sum, { weight }, index) => {
    const rate = Math.log(Math.max(relativeTimes[index] ?? 0, SHORTEST));
    const { usual, lost } = rate < 0 ? QUICK : SLOW;
    const share = (Math.abs(rate) - usual) / (lost - usual);
    return sum + weight * Math.max(0, Math.min(1, share));
  }, 0);
}
