import { FOREIGN, NUMBER, RARE, SILENCE } from './letter-classes.ts';
import type { LetterScorer } from './letter-models.ts';
import { type ModelScores, SCORE_STEPS } from './model-scores.ts';
import { FIRST_TOKEN, type Vocabulary } from './vocabulary.ts';

/** The mean distance of a wrong token from the best one. The scores of all models are scaled to it, since models differ in certainty. */
const USUAL_DISTANCE = 4;
/** Distances of the tokens of another text are half of this value. */
const UNEXPLAINED_DISTANCE = 2.8;
/** A pause in speech that is missing in the text, and a number, as for letters. */
const PAUSE_LESS = 0.1;
const NUMBER_LESS = 1.5;
const ACOUSTIC_WEIGHT = 0.5;
/** A token that the model excludes is possible, since texts and pronunciations differ. */
const LEAST = -8;
/** Every nth frame is enough to measure the distance. */
const FRAME_STEP = 7;

/** Above this share of blank frames in speech, the model gives each sound few frames, and blank is no silence. */
const PEAK_SHARE = 0.35;

/** The class of the time between the sounds of a word. */
export const BLANK = RARE;

/** Returns the mean distance of a token from the best one in speech, and the share of blank frames in it. */
function measure({ frames, tokens, bytes }: ModelScores, blank: number, silentFrames: Uint8Array) {
  let sum = 0;
  let spokenCount = 1e-9;
  let blankCount = 0;
  for (let frame = 0; frame < frames; frame += FRAME_STEP) {
    if (silentFrames[frame] === 1) continue;
    const scores = bytes.subarray(frame * tokens, (frame + 1) * tokens);
    const least = scores.reduce((best, score) => Math.min(best, score), Infinity);
    if (scores[blank] === least) {
      blankCount += 1;
      continue;
    }
    spokenCount += 1;
    for (const score of scores) sum += (score - least) / tokens;
  }
  return {
    distance: sum / spokenCount / SCORE_STEPS,
    blankShare: blankCount / (spokenCount + blankCount),
  };
}

/** Returns the scores of the frames of a recording by a model. */
export function createModelScorer(
  scores: ModelScores,
  {
    vocabulary: { blank, separator = blank },
    silentFrames,
    foreignLess,
  }: {
    readonly vocabulary: Pick<Vocabulary, 'blank' | 'separator'>;
    /** 1 for each frame inside a pause, by its level. */
    readonly silentFrames: Uint8Array;
    /** Speech that is missing in the text has the score of the best token minus this value. */
    readonly foreignLess: number;
  },
): LetterScorer {
  const { tokens, bytes } = scores;
  const fits = new Float64Array(FIRST_TOKEN + tokens);
  const { distance, blankShare } = measure(scores, blank, silentFrames);
  const scale = USUAL_DISTANCE / Math.max(0.5, distance) / SCORE_STEPS;
  const hasPeaks = blankShare > PEAK_SHARE;
  const fit = (frame: number, token: number): number =>
    Math.max(LEAST, -bytes[frame * tokens + token]! * scale);
  const silenceFit = (frame: number): number => Math.max(fit(frame, blank), fit(frame, separator));
  const bestFit = (frame: number): number => {
    let best = LEAST;
    for (let token = 0; token < tokens; token += 1)
      if (token !== blank && token !== separator) best = Math.max(best, fit(frame, token));
    return best;
  };
  return {
    fits,
    moveTo(frame) {
      let best = LEAST;
      for (let token = 0; token < tokens; token += 1) {
        const own = fit(frame, token);
        fits[FIRST_TOKEN + token] = own * ACOUSTIC_WEIGHT;
        if (own > best && token !== blank && token !== separator) best = own;
      }
      best *= ACOUSTIC_WEIGHT;
      const less = foreignLess * ACOUSTIC_WEIGHT;
      const silence = silenceFit(frame) * ACOUSTIC_WEIGHT;
      const highest = Math.max(best, silence);
      fits[BLANK] = silence;
      if (silentFrames[frame] === 1) fits[SILENCE] = highest;
      else fits[SILENCE] = hasPeaks ? highest - 2 * less : silence;
      fits[FOREIGN] = Math.max((hasPeaks ? highest : best) - less, fits[SILENCE] - PAUSE_LESS);
      fits[NUMBER] = (hasPeaks ? highest : best) - NUMBER_LESS * ACOUSTIC_WEIGHT;
    },
    compute: (audio) => fits[audio]!,
    lag(frame, audio) {
      const best = bestFit(frame);
      if (audio === NUMBER) return -NUMBER_LESS;
      if (audio === SILENCE) return Math.min(0, silenceFit(frame) - best);
      if (audio === FOREIGN) return Math.max(-foreignLess, Math.min(0, silenceFit(frame) - best));
      return Math.min(0, fit(frame, audio - FIRST_TOKEN) - best);
    },
    gain: () => UNEXPLAINED_DISTANCE,
  };
}
