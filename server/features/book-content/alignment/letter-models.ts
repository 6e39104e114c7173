import { DIMENSIONS, type Features } from './features.ts';
import { FOREIGN, NUMBER, SILENCE, isPlainLetter } from './letter-classes.ts';

/** Prior weights of a letter: this many frames of average speech, and beside a certain neighbour this many frames of the letter. */
const PRIOR_FRAMES = 40;
const MIN_VARIANCE = 0.08;
/** Speech that is missing in the text has the score of the best letter minus this value. */
const FOREIGN_LESS = 4;
/** A pause in such speech has the score of silence minus this value. */
const PAUSE_LESS = 0.1;
/** The same for a number, whose spoken letters are missing in the text. */
const NUMBER_LESS = 3;
const ACOUSTIC_WEIGHT = 0.5;

/** Scores of the frames of one recording. */
export interface LetterScorer {
  /** By class: its score in the present frame, weighted for the search. Not a number when it is not computed yet. */
  readonly fits: Float64Array;
  /** Moves to a frame. Only the classes without a neighbour are computed. */
  moveTo(frame: number): void;
  /** Computes and returns the score of another class in the present frame. */
  compute(audio: number): number;
  /** Returns the unweighted distance of a class from the best one in a frame: 0 or less. */
  lag(frame: number, audio: number): number;
  /** Returns the unweighted advantage of the best class over speech as a whole in a frame. */
  gain(frame: number): number;
}

/** Model of each class: a Gaussian with independent dimensions. */
export interface LetterModels {
  readonly means: Float64Array;
  /** Half of the reciprocal of the variance. */
  readonly scales: Float64Array;
  readonly constants: Float64Array;
  readonly speech: {
    readonly means: Float64Array;
    readonly scales: Float64Array;
    readonly constant: number;
  };
}

/** Sums over the frames of any number of recordings, by class. */
export interface LetterSums {
  readonly counts: Float64Array;
  readonly values: Float64Array;
  readonly squares: Float64Array;
}

export const createLetterSums = (classes: number): LetterSums => ({
  counts: new Float64Array(classes),
  values: new Float64Array(classes * DIMENSIONS),
  squares: new Float64Array(classes * DIMENSIONS),
});

/** Adds the frames of a recording. @param labels class of each frame */
export function addFrames(
  { counts, values: sums, squares }: LetterSums,
  { frames, values }: Features,
  labels: Uint8Array,
): void {
  for (let frame = 0; frame < frames; frame += 1) {
    const audio = labels[frame]!;
    counts[audio] = counts[audio]! + 1;
    const from = frame * DIMENSIONS;
    const to = audio * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const value = values[from + d]!;
      sums[to + d] = sums[to + d]! + value;
      squares[to + d] = squares[to + d]! + value * value;
    }
  }
}

/** Returns the models of the classes. @param parents parent of each class; a parent precedes its classes */
export function learnLetters(sums: LetterSums, parents: Uint8Array): LetterModels {
  const classes = parents.length;
  const counts = sums.counts.slice();
  const means = sums.values.slice();
  const squares = sums.squares.slice();
  const speech = { means: new Float64Array(DIMENSIONS), scales: new Float64Array(DIMENSIONS), constant: 0 };
  let spokenCount = 0;
  for (let audio = 0; audio < classes; audio += 1) if (audio !== SILENCE) spokenCount += counts[audio]!;
  const average = (values: Float64Array, d: number): number => {
    let sum = 0;
    for (let audio = 0; audio < classes; audio += 1)
      if (audio !== SILENCE) sum += values[audio * DIMENSIONS + d]!;
    return sum / Math.max(1, spokenCount);
  };
  const scales = new Float64Array(classes * DIMENSIONS);
  const constants = new Float64Array(classes);
  const averages = Array.from({ length: DIMENSIONS }, (_, d) => {
    const mean = average(means, d);
    return [mean, Math.max(1e-3, average(squares, d) - mean ** 2)] as const;
  });
  for (const [audio, parent] of parents.entries()) {
    if (parent === audio) continue;
    counts[parent] = counts[parent]! + counts[audio]!;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const to = parent * DIMENSIONS + d;
      means[to] = means[to]! + means[audio * DIMENSIONS + d]!;
      squares[to] = squares[to]! + squares[audio * DIMENSIONS + d]!;
    }
  }
  for (const [d, [mean, variance]] of averages.entries()) {
    speech.means[d] = mean;
    speech.scales[d] = 0.5 / variance;
    speech.constant -= 0.5 * Math.log(variance);
    for (let audio = 0; audio < classes; audio += 1) {
      const prior = audio === SILENCE ? 0 : PRIOR_FRAMES;
      const offset = audio * DIMENSIONS + d;
      const parent = parents[audio]!;
      const above = parent * DIMENSIONS + d;
      const usual = parent === audio ? mean : means[above]!;
      const usualSpread = parent === audio ? variance : 0.5 / scales[above]!;
      const count = counts[audio]! + prior + 1e-9;
      const own = (means[offset]! + prior * usual) / count;
      const spread = Math.max(
        (squares[offset]! + prior * (usualSpread + usual ** 2)) / count - own * own,
        MIN_VARIANCE * variance + 1e-4,
      );
      means[offset] = own;
      scales[offset] = 0.5 / spread;
      constants[audio] = constants[audio]! - 0.5 * Math.log(spread);
    }
  }
  return { means, scales, constants, speech };
}

/**
 * Returns the scores of the frames of a recording.
 * @param silentFrames 1 for each frame inside a pause, by its level
 * @param isFine true when letters are distinguished by their neighbours
 */
export function createLetterScorer(
  { values }: Features,
  {
    models: { means, scales, constants, speech },
    parents,
    silentFrames,
    isFine,
  }: {
    readonly models: LetterModels;
    readonly parents: Uint8Array;
    readonly silentFrames: Uint8Array;
    readonly isFine: boolean;
  },
): LetterScorer {
  const classes = parents.length;
  const plain = Array.from(parents.keys()).filter((audio) => isPlainLetter(parents, audio));
  const fits = new Float64Array(classes);
  let present = 0;
  const fit = (frame: number, audio: number): number => {
    let sum = constants[audio]!;
    const offset = audio * DIMENSIONS;
    const from = frame * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const off = values[from + d]! - means[offset + d]!;
      sum -= off * off * scales[offset + d]!;
    }
    return sum;
  };
  const bestFit = (frame: number): number => {
    let best = -Infinity;
    for (const audio of plain) best = Math.max(best, fit(frame, audio));
    return best;
  };
  return {
    fits,
    moveTo(frame) {
      present = frame;
      if (isFine) fits.fill(Number.NaN);
      let best = -Infinity;
      for (const audio of plain) {
        const own = fit(frame, audio) * ACOUSTIC_WEIGHT;
        fits[audio] = own;
        if (own > best) best = own;
      }
      // The model of silence can fit a pause with music or noise worse than a letter does.
      const silence = fit(frame, SILENCE) * ACOUSTIC_WEIGHT;
      fits[SILENCE] = silentFrames[frame] === 1 ? Math.max(best, silence) : silence;
      fits[FOREIGN] = Math.max(best - FOREIGN_LESS * ACOUSTIC_WEIGHT, fits[SILENCE] - PAUSE_LESS);
      fits[NUMBER] = best - NUMBER_LESS * ACOUSTIC_WEIGHT;
      if (isFine) return;
      for (let audio = 0; audio < classes; audio += 1) fits[audio] = fits[parents[audio]!]!;
    },
    compute(audio) {
      const own = fit(present, audio) * ACOUSTIC_WEIGHT;
      fits[audio] = own;
      return own;
    },
    lag(frame, audio) {
      if (audio === NUMBER) return -NUMBER_LESS;
      if (audio === FOREIGN)
        return Math.max(-FOREIGN_LESS, Math.min(0, fit(frame, SILENCE) - bestFit(frame)));
      return Math.min(0, fit(frame, audio) - bestFit(frame));
    },
    gain(frame) {
      let sum = speech.constant;
      for (let d = 0; d < DIMENSIONS; d += 1) {
        const off = values[frame * DIMENSIONS + d]! - speech.means[d]!;
        sum -= off * off * speech.scales[d]!;
      }
      return bestFit(frame) - sum;
    },
  };
}
