import { type LetterGraph, kinds } from './letter-graph.ts';

/* Logarithms of transition probabilities between states. */
const NEXT_LETTER = -1.2;
const MISS_LETTER = -4.5;
const PAST_GAP = -0.5;
const INTO_GAP = -0.9;
export const FROM_PAUSE = -0.5;
const INTO_FOREIGN = -14;
const OUT_OF_FOREIGN = -2.8;

/** Kinds of states by their entries: the first state of a sentence, its first letter, and all others. */
export const entries = { step: 0, sentence: 1, overSentence: 2 } as const;

/** Values of every state, computed once. */
export interface Transitions {
  readonly entryOf: Uint8Array;
  /** Log probability of the transition from the previous state, and from the one before it. */
  readonly steps: Float64Array;
  readonly skips: Float64Array;
}

/** Returns the transitions into each state. */
export function transitionsOf({ states, kindOf }: LetterGraph): Transitions {
  const entryOf = new Uint8Array(states);
  const steps = new Float64Array(states).fill(NEXT_LETTER);
  const skips = new Float64Array(states).fill(-Infinity);
  entryOf[0] = entries.overSentence;
  for (let state = 1; state < states; state += 1) {
    const kind = kindOf[state]!;
    const last = kindOf[state - 1]!;
    if (kind === kinds.letter) {
      if (last === kinds.pause) entryOf[state] = entries.sentence;
      else if (state > 1 && kindOf[state - 2] === kinds.letter)
        skips[state] = last === kinds.gap ? PAST_GAP : MISS_LETTER;
    } else if (kind === kinds.gap) steps[state] = INTO_GAP;
    else if (kind === kinds.before) {
      steps[state] = FROM_PAUSE;
      entryOf[state] = entries.overSentence;
    } else steps[state] = kind === kinds.foreign ? INTO_FOREIGN : OUT_OF_FOREIGN;
  }
  return { entryOf, steps, skips };
}
