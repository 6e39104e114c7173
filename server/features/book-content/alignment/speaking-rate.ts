import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

/** A sentence with less than this share of the usual time of its length is not spoken there. */
const LEAST_TIME = 0.5;

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

/** Returns the weight of the sentences that are not found or have too little time. */
export function lostWeightOf(sentences: readonly Sentence[], times: readonly (Span | undefined)[]): number {
  const relativeTimes = relativeTimesOf(sentences, times);
  return sentences.reduce(
    (sum, { weight }, index) => ((relativeTimes[index] ?? 0) < LEAST_TIME ? sum + weight : sum),
    0,
  );
}
