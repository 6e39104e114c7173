import type { Sentence } from './sentences.ts';

/** Seconds. */
export type Span = readonly [start: number, end: number];

/*
 * The first of two stages. It aligns sentences with the speech between pauses, by their durations and by usual pauses in and between
 * sentences. It fills a band of a table of sentences by runs of speech. Each sentence matches some runs or is skipped. Runs without a
 * sentence are audio that is missing in the text.
 */

const MIN_RUN = 0.03;
const MAX_RUNS = 40;
const ROUNDS = 3;
const SKIPPED_RUN = 2.5;
/** The same when the previous run was skipped too. */
const ONCE_MORE = 0.15;
const SKIPPED_SECOND = 1.1;
const MAX_SKIPPED_SECONDS = 6;
const SKIPPED_SENTENCE = 9;
const SKIPPED_WEIGHT = 0.02;
const SPREAD = 0.175;
const SPREAD_A_SECOND = 0.13;
const MAX_MISFIT = 30;
const BEAM = 180;
/** Seconds of speech before and after the expected position of a sentence, and the share of the whole. */
const BAND = 100;
const BAND_SHARE = 0.12;
/** Shorter sentences do not indicate the reading rate. */
const TELLING_WEIGHT = 15;

/** A log-normal distribution. */
type LogNormal = readonly [mean: number, spread: number];
interface Pauses {
  readonly inner: LogNormal;
  readonly sentence: LogNormal;
  readonly item: LogNormal;
}
const usual: Pauses = {
  inner: [Math.log(0.22), 0.45],
  sentence: [Math.log(0.5), 0.45],
  item: [Math.log(0.9), 0.45],
};

const cost = (gap: number, [mean, spread]: LogNormal): number => {
  const z = (Math.log(Math.max(gap, MIN_RUN)) - mean) / spread;
  return z * z * 0.5 + Math.log(spread);
};
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Returns the speech between silences. */
export function runsBetween(silences: readonly Span[], from: number, to: number): Span[] {
  const runs: Span[] = [];
  let position = from;
  for (const [start, end] of silences) {
    if (end <= from || start >= to) continue;
    if (start > position + MIN_RUN) runs.push([position, start]);
    position = Math.max(position, end);
  }
  if (to > position + MIN_RUN) runs.push([position, to]);
  return runs;
}

const SKIPPED = -1;
const JUMPED = -2;

/** A row of the table. Runs before `first` are not stored. */
interface Row {
  readonly first: number;
  readonly moves: Int16Array;
}

function reestimate(values: readonly number[], law: LogNormal): LogNormal {
  if (values.length < 8) return law;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return [mean, clamp(Math.sqrt(variance), 0.25, 0.7)];
}

/** Returns the time of each sentence by pauses and lengths alone; undefined for sentences that are not spoken. */
export function alignByPauses(sentences: readonly Sentence[], runs: readonly Span[]): (Span | undefined)[] {
  const count = sentences.length;
  const total = runs.length;
  if (count === 0 || total === 0) return sentences.map(() => undefined);
  const gaps = Float64Array.from({ length: total + 1 }, (_, index) =>
    index === 0 || index === total ? 3 : (runs[index]?.[0] ?? 0) - (runs[index - 1]?.[1] ?? 0),
  );
  const speech = new Float64Array(total + 1);
  for (const [index, [start, end]] of runs.entries()) speech[index + 1] = (speech[index] ?? 0) + end - start;
  const spokenFrames = speech[total] ?? 0;
  const weights = new Float64Array(count + 1);
  for (const [index, { weight }] of sentences.entries()) weights[index + 1] = (weights[index] ?? 0) + weight;
  let rate = spokenFrames / (weights[count] ?? 1);
  let pauses = usual;
  let ranges: ([first: number, behind: number] | undefined)[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const atSentence = gaps.map((gap) => clamp(cost(gap, pauses.sentence) - cost(gap, pauses.inner), -4, 9));
    const atItem = gaps.map((gap) => clamp(cost(gap, pauses.item) - cost(gap, pauses.inner), -4, 12));
    const window = Math.max(BAND, BAND_SHARE * spokenFrames + 60);
    const rows: Row[] = [];
    let costs = new Float64Array(total + 1).fill(Infinity);
    let moves = new Int16Array(total + 1);
    costs[0] = 0;
    for (let index = 0; index <= count; index += 1) {
      const centre = (weights[index] ?? 0) * rate;
      let low = 0;
      while (low < total && (speech[low] ?? 0) < centre - window) low += 1;
      let high = total;
      while (high > low && (speech[high] ?? 0) > centre + window) high -= 1;
      // The last row allows skipping the rest of the audio.
      if (index === count) high = total;
      let best = Infinity;
      for (let run = low; run <= high; run += 1) {
        const before = run > low ? (costs[run - 1] ?? Infinity) : Infinity;
        if (before < Infinity) {
          const seconds = (speech[run] ?? 0) - (speech[run - 1] ?? 0);
          const skippedScore =
            before +
            SKIPPED_RUN * (moves[run - 1] === SKIPPED ? ONCE_MORE : 1) +
            SKIPPED_SECOND * Math.min(seconds, MAX_SKIPPED_SECONDS);
          if (skippedScore < (costs[run] ?? Infinity)) {
            costs[run] = skippedScore;
            moves[run] = SKIPPED;
          }
        }
        best = Math.min(best, costs[run] ?? Infinity);
      }
      rows.push({ first: low, moves: moves.slice(low, high + MAX_RUNS + 1) });
      const sentence = sentences[index];
      if (!sentence) break;
      const expected = sentence.weight * rate;
      const spread = SPREAD + SPREAD_A_SECOND * expected;
      const scale = 1 / (2 * spread * spread);
      const ends = sentence.isLast ? atItem : atSentence;
      const next = new Float64Array(total + 1).fill(Infinity);
      const nextMoves = new Int16Array(total + 1);
      for (let run = low; run <= high; run += 1) {
        const value = costs[run] ?? Infinity;
        if (value === Infinity || value > best + BEAM) continue;
        const jumpedScore = value + SKIPPED_SENTENCE + SKIPPED_WEIGHT * sentence.weight;
        if (jumpedScore < (next[run] ?? Infinity)) {
          next[run] = jumpedScore;
          nextMoves[run] = JUMPED;
        }
        for (let behind = run + 1; behind <= total && behind - run <= MAX_RUNS; behind += 1) {
          const seconds = (speech[behind] ?? 0) - (speech[run] ?? 0);
          if (seconds > expected * 2 + 3) break;
          const off = seconds - expected;
          const speechSeconds =
            value + Math.min(off * off * scale, MAX_MISFIT) + Math.log(spread) + (ends[behind] ?? 0);
          if (speechSeconds < (next[behind] ?? Infinity)) {
            next[behind] = speechSeconds;
            nextMoves[behind] = behind - run;
          }
        }
      }
      costs = next;
      moves = nextMoves;
    }

    ranges = sentences.map(() => undefined);
    let run = total;
    if (costs[total] === Infinity)
      for (let index = 0; index <= total; index += 1)
        if ((costs[index] ?? Infinity) < (costs[run] ?? Infinity)) run = index;
    for (let index = count; index > 0 || run > 0; ) {
      const row = rows[index];
      const move = row?.moves[run - row.first] ?? 0;
      if (move === SKIPPED) run -= 1;
      else if (move === JUMPED) index -= 1;
      else if (move > 0) {
        ranges[index - 1] = [run - move, run];
        run -= move;
        index -= 1;
      } else break;
    }

    const rates: number[] = [];
    const speechPauses = { inner: [] as number[], sentence: [] as number[], item: [] as number[] };
    for (const [index, range] of ranges.entries()) {
      const sentence = sentences[index];
      if (!range || !sentence) continue;
      const [first, behind] = range;
      if (sentence.weight > TELLING_WEIGHT)
        rates.push(((speech[behind] ?? 0) - (speech[first] ?? 0)) / sentence.weight);
      for (let gap = first + 1; gap < behind; gap += 1)
        speechPauses.inner.push(Math.log(Math.max(gaps[gap] ?? 0, MIN_RUN)));
      if (ranges[index + 1]?.[0] === behind)
        speechPauses[sentence.isLast ? 'item' : 'sentence'].push(
          Math.log(Math.max(gaps[behind] ?? 0, MIN_RUN)),
        );
    }
    rates.sort((a, b) => a - b);
    if (rates.length > 5) rate = rates[rates.length >> 1] ?? rate;
    pauses = {
      inner: reestimate(speechPauses.inner, pauses.inner),
      sentence: reestimate(speechPauses.sentence, pauses.sentence),
      item: reestimate(speechPauses.item, pauses.item),
    };
  }
  return ranges.map((range) => range && [runs[range[0]]?.[0] ?? 0, runs[range[1] - 1]?.[1] ?? 0]);
}
