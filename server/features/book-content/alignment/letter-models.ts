import { DIMENSIONS, type Features } from './features.ts';
import { FOREIGN, NUMBER, SILENCE, isPlainLetter } from './letter-classes.ts';

/** Prior weights of a letter: this many frames of average speech, and beside a certain neighbour this many frames of the letter. */
const PRIOR_FRAMES = 40;
const MIN_VARIANCE = 0.08;
/** Speech that is missing in the text has the score of the best letter minus this value. */
const FOREIGN_LESS = 4;
/** The same for a number, whose spoken letters are missing in the text. */
const NUMBER_LESS = 3;
const ACOUSTIC_WEIGHT = 0.5;

/** Model of each class: a Gaussian with independent dimensions. */
export interface LetterModels {
  /** Writes the score of each class for a frame, weighted for the search. */
  score(frame: number, into: Float64Array): void;
  /** Returns the unweighted distance of a class from the best one in a frame: 0 or less. */
  lag(frame: number, audio: number): number;
  /** Returns the unweighted advantage of the best class over speech as a whole in a frame. */
  gain(frame: number): number;
}

/**
 * Learns the models of the classes from the labels of the frames.
 * @param parents parent of each class; a parent precedes its classes
 * @param isFine true when letters are distinguished by their neighbours
 */
export function learnLetters(
  { frames, values }: Features,
  {
    labels,
    parents,
    isFine,
  }: { readonly labels: Uint8Array; readonly parents: Uint8Array; readonly isFine: boolean },
): LetterModels {
  const classes = parents.length;
  const means = new Float64Array(classes * DIMENSIONS);
  const squares = new Float64Array(classes * DIMENSIONS);
  const counts = new Float64Array(classes);
  const allMeans = new Float64Array(DIMENSIONS);
  const allSquares = new Float64Array(DIMENSIONS);
  let spokenCount = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const audio = labels[frame]!;
    counts[audio] = counts[audio]! + 1;
    if (audio !== SILENCE) spokenCount += 1;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const value = values[frame * DIMENSIONS + d]!;
      const place = audio * DIMENSIONS + d;
      means[place] = means[place]! + value;
      squares[place] = squares[place]! + value * value;
      if (audio === SILENCE) continue;
      allMeans[d] = allMeans[d]! + value;
      allSquares[d] = allSquares[d]! + value * value;
    }
  }
  for (const [audio, parent] of parents.entries()) {
    if (parent === audio) continue;
    counts[parent] = counts[parent]! + counts[audio]!;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const to = parent * DIMENSIONS + d;
      means[to] = means[to]! + means[audio * DIMENSIONS + d]!;
      squares[to] = squares[to]! + squares[audio * DIMENSIONS + d]!;
    }
  }
  const speech = { means: new Float64Array(DIMENSIONS), scales: new Float64Array(DIMENSIONS), constant: 0 };
  const scales = new Float64Array(classes * DIMENSIONS);
  const constants = new Float64Array(classes);
  for (let d = 0; d < DIMENSIONS; d += 1) {
    const mean = allMeans[d]! / Math.max(1, spokenCount);
    const variance = Math.max(1e-3, allSquares[d]! / Math.max(1, spokenCount) - mean ** 2);
    speech.means[d] = mean;
    speech.scales[d] = 0.5 / variance;
    speech.constant -= 0.5 * Math.log(variance);
    for (let audio = 0; audio < classes; audio += 1) {
      const prior = audio === SILENCE ? 0 : PRIOR_FRAMES;
      const place = audio * DIMENSIONS + d;
      const parent = parents[audio]!;
      const above = parent * DIMENSIONS + d;
      const usual = parent === audio ? mean : means[above]!;
      const usualSpread = parent === audio ? variance : 0.5 / scales[above]!;
      const count = counts[audio]! + prior + 1e-9;
      const own = (means[place]! + prior * usual) / count;
      const spread = Math.max(
        (squares[place]! + prior * (usualSpread + usual ** 2)) / count - own * own,
        MIN_VARIANCE * variance + 1e-4,
      );
      means[place] = own;
      scales[place] = 0.5 / spread;
      constants[audio] = constants[audio]! - 0.5 * Math.log(spread);
    }
  }
  const isPlain = Uint8Array.from(parents, (_, audio) => (isPlainLetter(parents, audio) ? 1 : 0));
  const fit = (frame: number, audio: number): number => {
    let sum = constants[audio]!;
    const place = audio * DIMENSIONS;
    const from = frame * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const off = values[from + d]! - means[place + d]!;
      sum -= off * off * scales[place + d]!;
    }
    return sum;
  };
  const bestFit = (frame: number): number => {
    let best = -Infinity;
    for (let audio = 0; audio < classes; audio += 1)
      if (isPlain[audio]) best = Math.max(best, fit(frame, audio));
    return best;
  };
  return {
    score(frame, into) {
      let best = -Infinity;
      for (let audio = 0; audio < classes; audio += 1) {
        if (audio === FOREIGN || audio === NUMBER) continue;
        const parent = parents[audio]!;
        const isOwn = isFine || parent === audio;
        into[audio] = isOwn ? fit(frame, audio) * ACOUSTIC_WEIGHT : into[parent]!;
        if (isPlain[audio] && into[audio]! > best) best = into[audio]!;
      }
      into[FOREIGN] = best - FOREIGN_LESS * ACOUSTIC_WEIGHT;
      into[NUMBER] = best - NUMBER_LESS * ACOUSTIC_WEIGHT;
    },
    lag(frame, audio) {
      if (audio === NUMBER) return -NUMBER_LESS;
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
