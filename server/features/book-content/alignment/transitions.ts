import { type LetterGraph, kinds } from './letter-graph.ts';

/* Logarithms of transition probabilities between states. */
const NEXT_LETTER = -1.2;
const INTO_GAP = -0.9;
export const FROM_PAUSE = -0.5;
const INTO_FOREIGN = -14;
const OUT_OF_FOREIGN = -2.8;

/** Ways to enter a state, other than from itself and from the previous one. */
export const enters = { nothing: 0, overLetter: 1, overGap: 2, sentence: 3, overSentence: 4 } as const;

/** Values of every state, computed once. */
export interface Transitions {
  readonly ways: Uint8Array;
  /** Log probability of the transition from the previous state. */
  readonly steps: Float64Array;
}

/** Returns the ways into each state. */
export function transitionsOf({ states, kindOf }: LetterGraph): Transitions {
  const ways = new Uint8Array(states);
  const steps = new Float64Array(states).fill(NEXT_LETTER);
  ways[0] = enters.overSentence;
  for (let state = 1; state < states; state += 1) {
    const kind = kindOf[state]!;
    const last = kindOf[state - 1]!;
    if (kind === kinds.letter) {
      if (last === kinds.pause) ways[state] = enters.sentence;
      else if (state > 1 && kindOf[state - 2] === kinds.letter)
        ways[state] = last === kinds.gap ? enters.overGap : enters.overLetter;
    } else if (kind === kinds.gap) steps[state] = INTO_GAP;
    else if (kind === kinds.before) {
      steps[state] = FROM_PAUSE;
      ways[state] = enters.overSentence;
    } else steps[state] = kind === kinds.foreign ? INTO_FOREIGN : OUT_OF_FOREIGN;
  }
  return { ways, steps };
}
